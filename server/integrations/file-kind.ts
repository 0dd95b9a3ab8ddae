// The kind of a file by its bytes; its name and declared type are not trusted.

export type FileKind = 'pdf' | 'wav' | 'media' | 'image' | 'sheet' | 'text' | 'unknown';

/** The number of bytes `sniffFile` needs. */
export const HEAD_BYTES = 4096;

const starts = (head: Buffer, text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;

const TESTS: { kind: FileKind; matches: (head: Buffer) => boolean }[] = [
  // Some writers put bytes before it; readers search the first kilobyte.
  { kind: 'pdf', matches: (head) => head.subarray(0, 1024).includes('%PDF-') },
  { kind: 'wav', matches: (head) => starts(head, 'RIFF') && starts(head, 'WAVE', 8) },
  {
    kind: 'image',
    matches: (head) =>
      starts(head, '\xff\xd8\xff') ||
      starts(head, '\x89PNG\r\n\x1a\n') ||
      /^GIF8[79]a/.test(head.toString('latin1', 0, 6)) ||
      (starts(head, 'RIFF') && starts(head, 'WEBP', 8)) ||
      (starts(head, 'ftyp', 4) && /^(avi[fs]|mif1)$/.test(head.toString('latin1', 8, 12))),
  },
  {
    kind: 'media',
    matches: (head) =>
      starts(head, 'ftyp', 4) ||
      starts(head, '\x1a\x45\xdf\xa3') ||
      starts(head, 'OggS') ||
      starts(head, 'fLaC') ||
      starts(head, 'ID3') ||
      (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2),
  },
  { kind: 'sheet', matches: (head) => starts(head, 'PK\x03\x04') },
  { kind: 'text', matches: isText },
];

export function sniffFile(head: Buffer): FileKind {
  return TESTS.find(({ matches }) => matches(head.subarray(0, HEAD_BYTES)))?.kind ?? 'unknown';
}

/** Printable UTF-8; the last character may be cut off. */
function isText(head: Buffer): boolean {
  if (head.length === 0) return false;
  const text = new TextDecoder('utf-8').decode(head, { stream: true });
  return !/[^\P{Cc}\t\n\r\f]|\uFFFD/u.test(text);
}
