// A tiny S3 server for tests: just enough of the protocol for our adapter. It stores objects in memory, checks that
// requests are signed, and can be told to fail or stall.
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Config } from '#server/config.ts';

type StoredObject = { body: Buffer; contentType: string; metadata?: Record<string, string> };
type Parts = Map<number, Buffer>;
type Trouble = 'error' | 'full' | 'silence' | 'stalled-body';

export type FakeS3 = {
  config: S3Config;
  objects: Map<string, StoredObject>;
  /** Multipart uploads neither completed nor aborted. */
  openUploads: Map<string, { key: string; contentType: string; parts: Parts }>;
  /** Applies to every request from now on; null ends it. */
  setTrouble(trouble: Trouble | null): void;
  close(): Promise<void>;
};

const BUCKET = 'releve-test';

type Bucket = Pick<FakeS3, 'objects' | 'openUploads'> & { trouble: Trouble | null };

type Call = {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
};

export async function startFakeS3(): Promise<FakeS3> {
  const bucket: Bucket = { objects: new Map(), openUploads: new Map(), trouble: null };
  const server = http.createServer((request, response) => {
    answer(bucket, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    config: {
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'test',
      secretAccessKey: 'test-secret',
    },
    objects: bucket.objects,
    openUploads: bucket.openUploads,
    setTrouble(next) {
      bucket.trouble = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  bucket: Bucket,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://s3.test');
  const [, bucketName, ...rest] = decodeURIComponent(url.pathname).split('/');
  const body = await readBody(request);
  const call: Call = {
    method: request.method ?? '',
    key: rest.join('/'),
    query: url.searchParams,
    headers: request.headers,
    body,
  };
  const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256');
  if (bucket.trouble === 'silence') return;
  if (bucket.trouble === 'error') fail(response, 500, 'InternalError');
  else if (bucket.trouble === 'full' && ['PUT', 'POST'].includes(call.method))
    fail(response, 507, 'XMinioStorageFull');
  else if (!isSigned) fail(response, 403, 'AccessDenied');
  else if (bucketName !== BUCKET) fail(response, 404, 'NoSuchBucket');
  else if (call.key === '' && call.query.get('list-type') === '2') listObjects(bucket, call, response);
  else if (call.key === '') response.writeHead(200).end();
  else if (call.query.has('uploads')) startUpload(bucket, call, response);
  else if (call.query.has('uploadId')) continueUpload(bucket, call, response);
  else if (call.method === 'PUT') putObject(bucket, call, response);
  else if (call.method === 'DELETE') deleteObject(bucket, call, response);
  else readObject(bucket, call, response);
}

function putObject({ objects }: Bucket, { key, headers, body }: Call, response: http.ServerResponse): void {
  const contentType = headers['content-type'] ?? 'application/octet-stream';
  objects.set(key, { body, contentType, metadata: metadataIn(headers) });
  response.writeHead(200, { etag: etag(body) }).end();
}

/** Metadata the client stored with an object, returned with it. */
function metadataIn(headers: http.IncomingHttpHeaders): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

function deleteObject({ objects }: Bucket, { key }: Call, response: http.ServerResponse): void {
  objects.delete(key);
  response.writeHead(204).end();
}

function readObject(
  { objects, trouble }: Bucket,
  { method, key, headers }: Call,
  response: http.ServerResponse,
): void {
  const isHead = method === 'HEAD';
  const found = objects.get(key);
  const part = found && cut(found.body, headers.range);
  if (!found) fail(response, 404, isHead ? 'NotFound' : 'NoSuchKey', isHead);
  else if (!part) fail(response, 416, 'InvalidRange');
  else {
    response.writeHead(part.contentRange ? 206 : 200, {
      ...found.metadata,
      'content-type': found.contentType,
      'content-length': part.body.length,
      etag: etag(found.body),
      ...(part.contentRange && { 'content-range': part.contentRange }),
    });
    if (isHead) response.end();
    else if (trouble === 'stalled-body') response.write(part.body.subarray(0, 10));
    else response.end(part.body);
  }
}

/** Few at a time, so that clients must page. */
const PAGE = 3;

function listObjects({ objects }: Bucket, { query }: Call, response: http.ServerResponse): void {
  const keys = [...objects.keys()].toSorted();
  const from = Number(query.get('continuation-token') ?? 0);
  const next = from + PAGE;
  const found = keys.slice(from, next).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const more =
    next < keys.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>';
  answerXml(response, `<ListBucketResult>${found.join('')}${more}</ListBucketResult>`);
}

function startUpload({ openUploads }: Bucket, { key, headers }: Call, response: http.ServerResponse): void {
  const id = String(Math.random()).slice(2);
  openUploads.set(id, { key, contentType: headers['content-type'] ?? '', parts: new Map() });
  const xml = `<Bucket>${BUCKET}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
  answerXml(response, `<InitiateMultipartUploadResult>${xml}</InitiateMultipartUploadResult>`);
}

function continueUpload(
  bucket: Bucket,
  { method, key, query, body }: Call,
  response: http.ServerResponse,
): void {
  const id = query.get('uploadId') ?? '';
  const upload = bucket.openUploads.get(id);
  if (!upload || upload.key !== key) {
    fail(response, 404, 'NoSuchUpload');
    return;
  }
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body);
    response.writeHead(200, { etag: etag(body) }).end();
    return;
  }
  if (method === 'GET') {
    listParts(upload.parts, response);
    return;
  }
  bucket.openUploads.delete(id);
  if (method === 'DELETE') {
    response.writeHead(204).end();
    return;
  }
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)];
  const whole = Buffer.concat(named.map((match) => upload.parts.get(Number(match[1])) ?? Buffer.alloc(0)));
  bucket.objects.set(key, { body: whole, contentType: upload.contentType });
  const xml = `<Bucket>${BUCKET}</Bucket><Key>${key}</Key><ETag>${etag(whole)}</ETag>`;
  answerXml(response, `<CompleteMultipartUploadResult>${xml}</CompleteMultipartUploadResult>`);
}

function listParts(parts: Parts, response: http.ServerResponse): void {
  const listed = [...parts].map(
    ([number, body]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${etag(body)}</ETag><Size>${body.length}</Size></Part>`,
  );
  const xml = `<IsTruncated>false</IsTruncated>${listed.join('')}`;
  answerXml(response, `<ListPartsResult>${xml}</ListPartsResult>`);
}

async function readBody(request: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding']?.includes('aws-chunked') ? unchunk(body) : body;
}

/** `size;chunk-signature=…\r\n<bytes>\r\n` repeated, a size of 0 ends it; trailers are ignored. */
function unchunk(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, lineEnd).toString(), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

function cut(body: Buffer, range: string | undefined): { body: Buffer; contentRange?: string } | null {
  const match = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  if (!match) return { body };
  const start = Number(match[1]);
  const end = Math.min(match[2] ? Number(match[2]) : body.length - 1, body.length - 1);
  if (start >= body.length) return null;
  return { body: body.subarray(start, end + 1), contentRange: `bytes ${start}-${end}/${body.length}` };
}

function etag(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

function answerXml(response: http.ServerResponse, xml: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`);
}

function fail(response: http.ServerResponse, status: number, code: string, isHead = false): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    isHead ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  );
}
