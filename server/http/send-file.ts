// Answers a stored file: whole, one part of it (players seek, broken downloads go on), or nothing where the caller has it.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, OpenFile } from '#server/integrations/storage.ts';
import { AppError } from '#shared/errors.ts';
import { askedPart, type AskedPart } from './byte-range.ts';

export type SentFile = {
  bytes: number;
  contentType: string;
  /** Quoted, and another one for other bytes. */
  etag: string;
  /** Null: it is gone. */
  open(range: ByteRange): Promise<OpenFile | null>;
};

/** Nothing a stored file holds may run, load or be framed, whoever made it. */
const SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** For routes with `compress: false`: a part of a compressed file is not a part of the file. */
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
  // An empty stream: whatever else is sent, Fastify would write its length over ours.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const file = await open({ start, end });
  if (!file) throw new AppError('not_found', 'This file is no longer here.');
  return reply.send(file.stream);
}

export function namesTag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

/** The whole file, too, where it has changed since the first part was fetched. */
function partOf(
  { headers, method }: FastifyRequest,
  { bytes, etag }: Pick<SentFile, 'bytes' | 'etag'>,
): AskedPart {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return 'whole';
  return askedPart(headers.range, bytes);
}
