// Sends a stored file: all of it, a byte range (seeking, resumed downloads), or 304 if the caller has it already.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, OpenFile } from '#server/integrations/storage.ts';
import { AppError } from '#shared/errors.ts';

export type SentFile = {
  bytes: number;
  contentType: string;
  /** Quoted; changes with the content. */
  etag: string;
  /** Null if the file no longer exists. */
  open(range: ByteRange): Promise<OpenFile | null>;
};

/** Nothing in a stored file may run, load anything or be framed. */
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** For routes with `compress: false`: byte ranges refer to the uncompressed file. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, contentType, etag, open }: SentFile,
): Promise<FastifyReply> {
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': SANDBOX,
  });
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const part = partOf(request, { bytes, etag });
  if (part === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
  const { start, end } = part === 'whole' ? { start: 0, end: bytes - 1 } : part;
  if (part !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
  reply.headers({ 'content-type': contentType, 'content-length': end - start + 1 });
  // An empty stream, because Fastify would overwrite our content-length for anything else.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const file = await open({ start, end });
  if (!file) throw new AppError('not_found', 'This file no longer exists.');
  return reply.send(file.stream);
}

export function namesTag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

/** Also the whole file if it has changed since the first part was fetched (If-Range). */
function partOf(
  { headers, method }: FastifyRequest,
  { bytes, etag }: Pick<SentFile, 'bytes' | 'etag'>,
): AskedPart {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return 'whole';
  return askedPart(headers.range, bytes);
}

export type AskedPart = 'whole' | 'unsatisfiable' | Required<ByteRange>;

/**
 * One range: `bytes=0-99`, `bytes=100-`, `bytes=-50` (RFC 9110 §14). Several ranges, other units and invalid values get
 * the whole file, as the RFC allows.
 */
export function askedPart(header: string | undefined, totalBytes: number): AskedPart {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') return lastBytes(Number(last), totalBytes);
  const start = Number(first);
  const end = last === '' ? totalBytes - 1 : Math.min(Number(last), totalBytes - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start < totalBytes ? { start, end } : 'unsatisfiable';
}

function lastBytes(count: number, totalBytes: number): AskedPart {
  if (count === 0 || totalBytes === 0) return 'unsatisfiable';
  return { start: Math.max(0, totalBytes - count), end: totalBytes - 1 };
}

const LONGEST = 150;

/**
 * The header that makes a browser save a response under a name (RFC 6266, RFC 8187). Characters beyond ASCII go into
 * `filename*`; older browsers get `filename` without them.
 */
export function attachmentNamed(name: string): string {
  const safe = safeName(name);
  const ascii = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7E]/gu, '_')
    .replace(/["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncoded(safe)}`;
}

/** No path separators, invisible characters or leading dots, and short enough for any file system. */
function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/[/\\:*?<>|]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const characters = Array.from(plain);
  if (characters.length <= LONGEST) return plain || 'file';
  const ending = /\.\w{1,8}$/.exec(plain)?.[0] ?? '';
  return characters.slice(0, LONGEST - ending.length).join('') + ending;
}

/** Also encodes what encodeURIComponent leaves but the header does not allow. */
function percentEncoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
