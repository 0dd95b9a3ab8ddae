// Inspects a zip archive without unpacking it to disk: what it claims to contain and, by inflating it, whether that is
// true. Only the directory is kept in memory.
import type { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { isProgramName, TYPES, type FileType } from './file-type.ts';

export type ZipSource = {
  bytes: number;
  read(start: number, end: number): Promise<Buffer>;
  stream(start: number, end: number): Promise<Readable>;
};
type Entry = {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  mode: number;
  at: number;
};

const MAX_ENTRIES = 5000;
const MAX_LIST_BYTES = 4 * 1024 * 1024;
const MAX_SIZE = 2 * 1024 ** 3;
/** Compression ratio: sheets full of zeros reach a few dozen, zip bombs a thousand. */
const MAX_RATIO = 200;
const SMALL = 10 * 1024 * 1024;

const BROKEN = 'This archive is damaged and cannot be unpacked. Pack it again.';
const BOMB = 'This archive unpacks to far more than its size suggests, so we can’t accept it.';
const NESTED = /\.(zip|rar|7z|gz|tgz|bz2|xz|tar|cab|zst)$/i;

/** The type, or why it is rejected. */
export async function checkZip(source: ZipSource): Promise<{ type: FileType } | { refused: string }> {
  const entries = await listEntries(source);
  if (entries === null) return { refused: BROKEN };
  const refused = judge(entries, source.bytes) ?? (await inflateAll(source, entries));
  return refused
    ? { refused }
    : { type: typeOf(new Set(entries.map(({ name }) => name)), await firstText(source)) };
}

async function listEntries({ bytes, read }: ZipSource): Promise<Entry[] | null> {
  const tailAt = Math.max(0, bytes - 65_557);
  const tail = await read(tailAt, bytes);
  const endAt = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (endAt < 0 || endAt + 22 > tail.length) return null;
  const count = tail.readUInt16LE(endAt + 10);
  const length = tail.readUInt32LE(endAt + 12);
  const from = tail.readUInt32LE(endAt + 16);
  // Zip64 has all ones here; nothing we accept is that large.
  if (count > MAX_ENTRIES || length > MAX_LIST_BYTES || from + length > tailAt + endAt) return null;
  return readList(await read(from, from + length), count);
}

function readList(list: Buffer, count: number): Entry[] | null {
  const entries: Entry[] = [];
  for (let at = 0; entries.length < count;) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== 0x02014b50) return null;
    const nameLength = list.readUInt16LE(at + 28);
    entries.push({
      flags: list.readUInt16LE(at + 8),
      method: list.readUInt16LE(at + 10),
      crc: list.readUInt32LE(at + 16),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      mode: list.readUInt32LE(at + 38) >>> 16,
      at: list.readUInt32LE(at + 42),
      name: list.toString('utf8', at + 46, at + 46 + nameLength),
    });
    at += 46 + nameLength + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return entries;
}

const SYMLINK = 0o120000;
const KIND_OF_FILE = 0o170000;

function judge(entries: Entry[], bytes: number): string | null {
  if (entries.length === 0) return 'This archive is empty.';
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0);
  if (size > MAX_SIZE || packed > bytes || (size > SMALL && size > packed * MAX_RATIO)) return BOMB;
  // Overlapping entries are how the densest zip bombs are built.
  const sorted = entries.toSorted((a, b) => a.at - b.at);
  if (sorted.some((entry, n) => entry.at + 30 + entry.packed > (sorted[n + 1]?.at ?? bytes))) return BOMB;
  for (const { name, flags, mode, method } of entries) {
    if (leadsOutside(name) || (mode & KIND_OF_FILE) === SYMLINK) {
      return 'This archive would write outside its own folder when unpacked. Pack it again.';
    }
    if (flags & 1) return 'This archive is locked with a password, so buyers could not open it.';
    if (method !== 0 && method !== 8)
      return 'This archive is packed in an unusual way. Pack it as a plain zip file.';
    if (/vbaProject\.bin$/i.test(name)) return 'This document contains macros. Save it without them.';
    if (isProgramName(name) && !isPartOfDocument(name))
      return `This archive contains a program or script: ${name.slice(0, 80)}.`;
    if (NESTED.test(name)) return 'This archive contains another archive. Pack its files directly.';
  }
  return null;
}

function leadsOutside(name: string): boolean {
  return /(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[a-z]:|\0/i.test(name);
}

/** EPUB consists of web pages, which readers show without scripts. */
function isPartOfDocument(name: string): boolean {
  return /^(EPUB|OEBPS|OPS)\/.*\.(x?html?|svg)$/i.test(name);
}

async function inflateAll(source: ZipSource, entries: Entry[]): Promise<string | null> {
  for (const entry of entries) {
    const local = await source.read(entry.at, entry.at + 30);
    if (local.length < 30 || local.readUInt32LE(0) !== 0x04034b50) return BROKEN;
    const from = entry.at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    const refused = entry.packed === 0 ? null : await inflate(source, from, entry);
    if (refused) return refused;
  }
  return null;
}

async function inflate(
  source: ZipSource,
  from: number,
  { packed, size, method, crc }: Entry,
): Promise<string | null> {
  const raw = await source.stream(from, from + packed);
  const inflater = method === 8 ? createInflateRaw() : null;
  if (inflater) {
    raw.on('error', (error) => inflater.destroy(error));
    raw.pipe(inflater);
  }
  let length = 0;
  let sum = 0;
  try {
    for await (const chunk of inflater ?? raw) {
      length += (chunk as Buffer).length;
      if (length > size) return BOMB;
      sum = crc32(chunk as Buffer, sum);
    }
  } catch {
    return BROKEN;
  } finally {
    raw.destroy();
    inflater?.destroy();
  }
  return length === size && sum >>> 0 === crc ? null : BROKEN;
}

/** OpenDocument and EPUB name their type in the first, uncompressed entry. */
async function firstText({ read, bytes }: ZipSource): Promise<string> {
  return (await read(0, Math.min(bytes, 200))).toString('latin1');
}

function typeOf(names: ReadonlySet<string>, start: string): FileType {
  if (names.has('[Content_Types].xml')) {
    if (names.has('word/document.xml')) return TYPES.docx;
    if (names.has('xl/workbook.xml')) return TYPES.xlsx;
    if (names.has('ppt/presentation.xml')) return TYPES.pptx;
  }
  const declared = /mimetypeapplication\/[\w.+-]+/.exec(start)?.[0] ?? '';
  const named = [TYPES.odt, TYPES.ods, TYPES.odp, TYPES.epub].find(({ contentType }) =>
    declared.startsWith(`mimetype${contentType}`),
  );
  return named ?? TYPES.zip;
}
