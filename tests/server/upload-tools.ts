// Uploads files like a browser does, through the API of a test.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { TUS_PATH, type UploadPurpose } from '#shared/features/upload/upload.rules.ts';
import type { TestApp } from './test-app.ts';
import type { TestContext } from './test-database.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const partHeaders = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

export type Announced = { name: string; bytes: number; purpose?: UploadPurpose | (string & {}) };

export function tusTools({ app }: Pick<TestApp, 'app'>) {
  const idOf = (answer: LightMyRequestResponse) => String(answer.headers['location']).split('/').at(-1) ?? '';
  const begin = (cookie: string, { name, bytes, purpose = 'resource-file' }: Announced) =>
    app.inject({
      method: 'POST',
      url: TUS_PATH,
      headers: {
        ...TUS,
        cookie,
        'upload-length': String(bytes),
        'upload-metadata': `filename ${base64(name)},purpose ${base64(purpose)}`,
      },
    });
  const patch = (cookie: string, id: string, part: Buffer, offset: number) =>
    app.inject({
      method: 'PATCH',
      url: `${TUS_PATH}/${id}`,
      headers: { ...partHeaders, cookie, 'upload-offset': String(offset) },
      payload: part,
    });
  const head = (cookie: string, id: string) =>
    app.inject({ method: 'HEAD', url: `${TUS_PATH}/${id}`, headers: { ...TUS, cookie } });
  const remove = (cookie: string, id: string) =>
    app.inject({ method: 'DELETE', url: `${TUS_PATH}/${id}`, headers: { ...TUS, cookie } });
  /** In one part; returns its id. */
  async function send(
    cookie: string,
    name: string,
    content: Buffer,
    purpose?: UploadPurpose,
  ): Promise<string> {
    const begun = await begin(cookie, { name, bytes: content.length, ...(purpose && { purpose }) });
    if (begun.statusCode !== 201) throw new Error(`${name}: ${begun.statusCode} ${begun.body}`);
    const id = idOf(begun);
    const sent = await patch(cookie, id, content, 0);
    if (sent.statusCode !== 204) throw new Error(`${name}: ${sent.statusCode} ${sent.body}`);
    return id;
  }
  return { begin, patch, head, remove, send, idOf, partHeaders };
}

/** Form data, written by hand so that a name can contain anything. */
export function formData(files: { name: string; content: Buffer }[], fields: Record<string, string> = {}) {
  const boundary = 'the-edge-between';
  const parts: Uint8Array[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  for (const { name, content } of files) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n`;
    parts.push(
      Buffer.from(`${head}Content-Type: application/octet-stream\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat(parts),
  };
}

/** Every file anywhere below the data folder. */
export async function filesKept({ config }: TestContext): Promise<string[]> {
  const found = await readdir(config.dataDir, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(config.dataDir, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.endsWith('~type'))
    .toSorted();
}

export async function bytesKept(ctx: TestContext): Promise<number> {
  const files = await filesKept(ctx);
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(path.join(ctx.config.dataDir, file))).size),
  );
  return sizes.reduce((all, size) => all + size, 0);
}
