// The first rows of a spreadsheet (.xlsx) as text. Reads only the two parts it needs, and only as much as it shows,
// which also defuses zip bombs.
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const inflateRaw = promisify(zlib.inflateRaw);

const MAX_PART_BYTES = 4 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** Null if it is not a spreadsheet. Cells are separated by tabs. */
export async function readSheetRows(file: Buffer, maxRows: number): Promise<string[] | null> {
  const parts = listParts(file);
  const sheet = parts.get('xl/worksheets/sheet1.xml');
  if (!sheet) return null;
  const shared = parts.get('xl/sharedStrings.xml');
  const strings = shared ? [...elements(await unpack(file, shared), 'si')].map(textOf) : [];
  const rows = elements(await unpack(file, sheet), 'row');
  const lines: string[] = [];
  for (const row of rows) {
    if (lines.length === maxRows) break;
    lines.push([...elements(row, 'c')].map((cell) => valueOf(cell, strings)).join('\t'));
  }
  return lines;
}

type Part = { method: number; at: number; packedBytes: number; bytes: number };

/** Uses the central directory at the end of the archive. */
function listParts(file: Buffer): Map<string, Part> {
  const parts = new Map<string, Part>();
  const end = file.lastIndexOf('PK\x05\x06');
  if (end < 0 || end + 22 > file.length) return parts;
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0 && at + 46 <= file.length; left--) {
    if (file.readUInt32LE(at) !== 0x02014b50) break;
    const nameBytes = file.readUInt16LE(at + 28);
    parts.set(file.toString('utf8', at + 46, at + 46 + nameBytes), {
      method: file.readUInt16LE(at + 10),
      packedBytes: file.readUInt32LE(at + 20),
      bytes: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

async function unpack(file: Buffer, { method, at, packedBytes }: Part): Promise<string> {
  if (at + 30 > file.length) throw new Error('its archive is damaged');
  const from = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  const packed = file.subarray(from, from + packedBytes);
  if (method === STORED) return packed.toString('utf8', 0, MAX_PART_BYTES);
  if (method !== DEFLATED) throw new Error('its compression is not supported');
  // Larger parts are skipped: rows no page shows are not worth the memory.
  const bytes = await inflateRaw(packed, { maxOutputLength: MAX_PART_BYTES });
  return bytes.toString('utf8');
}

/** `<row …>…</row>` elements; they are never nested. */
function* elements(xml: string, name: string): Generator<string> {
  const close = `</${name}>`;
  for (let at = 0; ;) {
    const open = nextOpening(xml, name, at);
    if (open < 0) return;
    const headEnd = xml.indexOf('>', open);
    if (headEnd < 0) return;
    const end = xml[headEnd - 1] === '/' ? headEnd + 1 : xml.indexOf(close, headEnd);
    if (end < 0) return;
    yield xml.slice(open, end);
    at = end;
  }
}

function nextOpening(xml: string, name: string, from: number): number {
  for (let at = xml.indexOf(`<${name}`, from); at >= 0; at = xml.indexOf(`<${name}`, at + 1)) {
    if (/[\s/>]/.test(xml[at + name.length + 1] ?? '')) return at;
  }
  return -1;
}

function valueOf(cell: string, strings: readonly string[]): string {
  const head = cell.slice(0, cell.indexOf('>') + 1);
  if (/\st="inlineStr"/.test(head)) return textOf(cell);
  const [value = ''] = elements(cell, 'v');
  const raw = unescapeXml(value.slice(value.indexOf('>') + 1));
  return /\st="s"/.test(head) ? (strings[Number(raw)] ?? '') : raw;
}

function textOf(xml: string): string {
  return [...elements(xml, 't')].map((text) => unescapeXml(text.slice(text.indexOf('>') + 1))).join('');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replaceAll(/&(#x?[0-9a-f]{1,6}|\w{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
