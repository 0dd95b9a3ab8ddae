// A tiny S3 server for tests: enough of the protocol for our adapter and nothing more. It keeps objects in
// memory, checks that calls are signed, and can be told to fail or to stall.
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Config } from '#server/config.ts';

type StoredObject = { body: Buffer; contentType: string };
type Parts = Map<number, Buffer>;
type Trouble = 'error' | 'full' | 'silence' | 'stalled-body';

export type FakeS3 = {
  config: S3Config;
  objects: Map<string, StoredObject>;
  /** Multipart uploads begun and neither completed nor aborted. */
  openUploads: Map<string, { key: string; contentType: string; parts: Parts }>;
  /** From now on every call meets this; null heals it. */
  setTrouble(trouble: Trouble | null): void;
  close(): Promise<void>;
};

const BUCKET = 'releve-test';

export async function startFakeS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map();
  const openUploads: FakeS3['openUploads'] = new Map();
  let trouble: Trouble | null = null;

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function answer(request: http.IncomingMessage, response: http.ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://s3.test');
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    const body = await readBody(request);
    if (trouble === 'silence') return;
    if (trouble === 'error') return fail(response, 500, 'InternalError');
    if (trouble === 'full') return fail(response, 507, 'XMinioStorageFull');
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256')) return fail(response, 403, 'AccessDenied');
    if (bucket !== BUCKET) return fail(response, 404, 'NoSuchBucket');
    if (key === '') return void response.writeHead(200).end();
    const call = { method: request.method ?? '', key, query: url.searchParams, headers: request.headers, body };
    if (call.query.has('uploads') || call.query.has('uploadId')) return multipart(call, response);
    return single(call, response);
  }

  type Call = {
    method: string;
    key: string;
    query: URLSearchParams;
    headers: http.IncomingHttpHeaders;
    body: Buffer;
  };

  function single({ method, key, headers, body }: Call, response: http.ServerResponse) {
    if (method === 'PUT') {
      objects.set(key, { body, contentType: headers['content-type'] ?? 'application/octet-stream' });
      return void response.writeHead(200, { etag: etag(body) }).end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return fail(response, 404, method === 'HEAD' ? 'NotFound' : 'NoSuchKey', method === 'HEAD');
    const part = cut(found.body, headers.range);
    if (!part) return fail(response, 416, 'InvalidRange');
    response.writeHead(part.contentRange ? 206 : 200, {
      'content-type': found.contentType,
      'content-length': part.body.length,
      etag: etag(found.body),
      ...(part.contentRange && { 'content-range': part.contentRange }),
    });
    if (method === 'HEAD') return void response.end();
    if (trouble === 'stalled-body') return void response.write(part.body.subarray(0, 10));
    response.end(part.body);
  }

  function multipart({ method, key, query, headers, body }: Call, response: http.ServerResponse) {
    if (method === 'POST' && query.has('uploads')) {
      const id = String(Math.random()).slice(2);
      openUploads.set(id, { key, contentType: headers['content-type'] ?? '', parts: new Map() });
      const xml = `<Bucket>${BUCKET}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
      return answerXml(response, `<InitiateMultipartUploadResult>${xml}</InitiateMultipartUploadResult>`);
    }
    const id = query.get('uploadId') ?? '';
    const upload = openUploads.get(id);
    if (!upload || upload.key !== key) return fail(response, 404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return void response.writeHead(200, { etag: etag(body) }).end();
    }
    openUploads.delete(id);
    if (method === 'DELETE') return void response.writeHead(204).end();
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((match) => Number(match[1]));
    const whole = Buffer.concat(numbers.map((number) => upload.parts.get(number) ?? Buffer.alloc(0)));
    objects.set(key, { body: whole, contentType: upload.contentType });
    const xml = `<Bucket>${BUCKET}</Bucket><Key>${key}</Key><ETag>${etag(whole)}</ETag>`;
    return answerXml(response, `<CompleteMultipartUploadResult>${xml}</CompleteMultipartUploadResult>`);
  }

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
    objects,
    openUploads,
    setTrouble(next) {
      trouble = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
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
  for (let at = 0; ; ) {
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
  response.end(isHead ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
