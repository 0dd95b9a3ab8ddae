// The type of a file by its bytes, and the file extensions allowed for it. Other types are rejected.
import { HEAD_BYTES } from './file-kind.ts';

export type FileType = { contentType: string; word: string; endings: readonly string[] };
export type Sniffed = { type: FileType } | { refused: string };

const type = (contentType: string, word: string, ...endings: string[]): FileType => ({
  contentType,
  word,
  endings,
});

export const TYPES = {
  pdf: type('application/pdf', 'a PDF', 'pdf'),
  jpeg: type('image/jpeg', 'a JPEG picture', 'jpg', 'jpeg', 'jfif'),
  png: type('image/png', 'a PNG picture', 'png'),
  gif: type('image/gif', 'a GIF picture', 'gif'),
  webp: type('image/webp', 'a WebP picture', 'webp'),
  avif: type('image/avif', 'an AVIF picture', 'avif'),
  heic: type('image/heic', 'an HEIC picture', 'heic', 'heif'),
  wav: type('audio/wav', 'a WAV recording', 'wav', 'wave'),
  mp3: type('audio/mpeg', 'an MP3 recording', 'mp3'),
  ogg: type('audio/ogg', 'an Ogg recording', 'ogg', 'oga', 'opus'),
  flac: type('audio/flac', 'a FLAC recording', 'flac'),
  m4a: type('audio/mp4', 'an M4A recording', 'm4a', 'm4b', 'mp4'),
  midi: type('audio/midi', 'a MIDI file', 'mid', 'midi'),
  mp4: type('video/mp4', 'an MP4 video', 'mp4', 'm4v', 'm4a'),
  mov: type('video/quicktime', 'a QuickTime video', 'mov', 'qt', 'mp4'),
  webm: type('video/webm', 'a WebM or Matroska video', 'webm', 'mkv', 'weba'),
  docx: type(
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'a Word document',
    'docx',
  ),
  xlsx: type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'an Excel sheet', 'xlsx'),
  pptx: type(
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'a PowerPoint presentation',
    'pptx',
  ),
  odt: type('application/vnd.oasis.opendocument.text', 'an OpenDocument text', 'odt'),
  ods: type('application/vnd.oasis.opendocument.spreadsheet', 'an OpenDocument sheet', 'ods'),
  odp: type('application/vnd.oasis.opendocument.presentation', 'an OpenDocument presentation', 'odp'),
  epub: type('application/epub+zip', 'an EPUB book', 'epub'),
  zip: type('application/zip', 'a zip archive', 'zip', 'mxl'),
  text: type(
    'text/plain',
    'plain text',
    'txt',
    'text',
    'csv',
    'tsv',
    'md',
    'markdown',
    'srt',
    'vtt',
    'abc',
    'ly',
  ),
} satisfies Record<string, FileType>;

const at = (head: Buffer, text: string, from = 0) =>
  head.toString('latin1', from, from + text.length) === text;
const brandOf = (head: Buffer) => (at(head, 'ftyp', 4) ? head.toString('latin1', 8, 12) : '');

const KNOWN: { type: FileType; matches(head: Buffer): boolean }[] = [
  { type: TYPES.jpeg, matches: (head) => at(head, '\xff\xd8\xff') },
  { type: TYPES.png, matches: (head) => at(head, '\x89PNG\r\n\x1a\n') },
  { type: TYPES.gif, matches: (head) => at(head, 'GIF87a') || at(head, 'GIF89a') },
  { type: TYPES.webp, matches: (head) => at(head, 'RIFF') && at(head, 'WEBP', 8) },
  { type: TYPES.wav, matches: (head) => at(head, 'RIFF') && at(head, 'WAVE', 8) },
  { type: TYPES.avif, matches: (head) => /^avi[fs]$/.test(brandOf(head)) },
  { type: TYPES.heic, matches: (head) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brandOf(head)) },
  { type: TYPES.m4a, matches: (head) => /^M4[AB] $/.test(brandOf(head)) },
  { type: TYPES.mov, matches: (head) => brandOf(head) === 'qt  ' },
  { type: TYPES.mp4, matches: (head) => brandOf(head) !== '' },
  { type: TYPES.webm, matches: (head) => at(head, '\x1a\x45\xdf\xa3') },
  { type: TYPES.ogg, matches: (head) => at(head, 'OggS') },
  { type: TYPES.flac, matches: (head) => at(head, 'fLaC') },
  { type: TYPES.midi, matches: (head) => at(head, 'MThd') },
  { type: TYPES.zip, matches: (head) => at(head, 'PK\x03\x04') || at(head, 'PK\x05\x06') },
  { type: TYPES.pdf, matches: (head) => head.subarray(0, 1024).includes('%PDF-') },
  { type: TYPES.mp3, matches: (head) => at(head, 'ID3') || isMp3Frame(head) },
];

const PROGRAM = 'This is a program or a script. We don’t accept programs.';
const ARCHIVE = 'We can’t check this kind of archive. Save it as a plain zip file.';
const WEB_PAGE = 'This is a web page or a drawing that can contain scripts. Save it as a PDF or a picture.';

const UNWANTED: { reason: string; matches(head: Buffer): boolean }[] = [
  {
    reason: PROGRAM,
    matches: (head) =>
      [
        'MZ',
        '\x7fELF',
        '\xca\xfe\xba\xbe',
        '\xcf\xfa\xed\xfe',
        '\xce\xfa\xed\xfe',
        '\xfe\xed\xfa',
        '\0asm',
        '#!',
      ].some((start) => at(head, start)) || at(head, 'L\0\0\0\x01\x14\x02\0'),
  },
  {
    reason: ARCHIVE,
    matches: (head) =>
      ['Rar!', '7z\xbc\xaf', '\x1f\x8b', 'BZh', '\xfd7zXZ', '\x28\xb5\x2f\xfd', 'MSCF'].some((start) =>
        at(head, start),
      ) || at(head, 'ustar', 257),
  },
  {
    reason: 'Old Office files can contain programs. Save it as docx, xlsx, pptx or PDF.',
    matches: (head) => at(head, '\xd0\xcf\x11\xe0'),
  },
];

/** Anywhere near the beginning, where browsers look too. */
const MARKUP =
  /<(!doctype\s+html|html|head|body|script|svg|iframe|object|embed|img|a\s|style|link|meta|form|math|xsl:|\?xml|\?php|%)/i;

/** By content only. Zip archives are inspected afterwards. */
export function sniffType(head: Buffer): Sniffed {
  const start = head.subarray(0, HEAD_BYTES);
  const unwanted = UNWANTED.find(({ matches }) => matches(start));
  if (unwanted) return { refused: unwanted.reason };
  const known = KNOWN.find(({ matches }) => matches(start));
  if (known) return { type: known.type };
  const text = textOf(start);
  if (text === null) return { refused: 'We don’t accept this type of file because we can’t check it.' };
  if (MARKUP.test(text)) return { refused: WEB_PAGE };
  return { type: TYPES.text };
}

/** Text in UTF-8 or UTF-16, or null. */
function textOf(head: Buffer): string | null {
  const encoding = at(head, '\xff\xfe') ? 'utf-16le' : at(head, '\xfe\xff') ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  return /[^\P{Cc}\t\n\r\f]|\uFFFD/u.test(text) ? null : text;
}

function isMp3Frame(head: Buffer): boolean {
  return head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2;
}

const PROGRAM_ENDINGS =
  /\.(exe|dll|com|scr|bat|cmd|ps1|vbs?|vbe|jse?|mjs|wsf|hta|msi|jar|apk|app|dmg|pkg|sh|bash|command|lnk|reg|cpl|pif|php|py|pl|rb|docm|xlsm|pptm|dotm|html?|xhtml|svgz?|shtml|swf|url|desktop|iso|img)$/i;

export function isProgramName(name: string): boolean {
  return PROGRAM_ENDINGS.test(name);
}

/** The name to store, or why it does not match the content. */
export function fitName(name: string, { endings, word }: FileType): { name: string } | { refused: string } {
  if (isProgramName(name)) return { refused: PROGRAM };
  const ending = /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase();
  if (!ending) return { name: `${name}.${endings[0]}` };
  if (endings.includes(ending)) return { name };
  return { refused: `This file’s name ends in .${ending}, but it’s ${word}. Rename it or save it again.` };
}
