// The kind and the title of a file.

/** By content type or extension, since browsers disagree on types. */
const KINDS: readonly (readonly [test: RegExp, label: string])[] = [
  [/^application\/pdf$|\.pdf$/i, 'PDF'],
  [/spreadsheet|excel|^text\/csv$|\.(xlsx?|csv|ods)$/i, 'Spreadsheet'],
  [/wordprocessing|msword|\.(docx?|odt)$/i, 'Word document'],
  [/presentation|powerpoint|\.(pptx?|odp)$/i, 'Slides'],
  [/^audio\/(x-)?wav|\.wav$/i, 'WAV'],
  [/^audio\/mpeg$|\.mp3$/i, 'MP3'],
  [/^audio\//i, 'Audio'],
  [/^video\//i, 'Video'],
  [/^image\/png$|\.png$/i, 'PNG'],
  [/^image\/jpeg$|\.jpe?g$/i, 'JPEG'],
  [/^image\//i, 'Picture'],
  [/zip|\.zip$/i, 'ZIP'],
  [/^text\//i, 'Text'],
];

export function fileKind({ contentType, name }: { contentType: string; name: string }): string {
  const found = KINDS.find(([test]) => test.test(contentType)) ?? KINDS.find(([test]) => test.test(name));
  return found?.[1] ?? 'File';
}

/** The seller's label, or else the file name. */
export function fileTitle({ label, name }: { label: string; name: string }): string {
  return label.trim() || name;
}
