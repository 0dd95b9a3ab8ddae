// Resumable uploads into a bucket: they arrive unchanged through restarts and lost connections, and deleted or
// abandoned ones leave nothing behind.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createContext } from '#server/start.ts';
import * as contract from '#shared/features/upload/upload.contract.ts';
import type { Upload } from '#shared/features/upload/upload.contract.ts';
import { TUS_PATH } from '#shared/features/upload/upload.rules.ts';
import { startFakeS3 } from '../../../tests/server/fake-s3.ts';
import { idOf } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { tusTools } from '../../../tests/server/upload-tools.ts';
import { cleanUpUploadsJob, attachUpload } from './upload.service.ts';

const s3 = await startFakeS3();
afterAll(() => s3.close());
const test = await testApp({
  S3_BUCKET: s3.config.bucket,
  S3_ENDPOINT: s3.config.endpoint ?? '',
  S3_ACCESS_KEY_ID: s3.config.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey ?? '',
});
const { ctx, call, signInAs } = test;
const seller = await signInAs('seller');
const sellerId = await idOf(ctx, 'seller');

const MEGABYTE = 1024 * 1024;
/** As browsers send them; smaller than a bucket takes a part, so each is put together with the next. */
const PART = 4 * MEGABYTE;
/** Another line for each place: a part at the wrong place would show. */
const content = Buffer.from(
  Array.from({ length: (11 * MEGABYTE) / 16 }, (_, line) => String(line).padEnd(15, '.') + '\n').join(''),
);
const sha256 = createHash('sha256').update(content).digest('hex');

/** The same database and bucket, without the last server's memory. */
async function restarted() {
  const next = { ...createContext(ctx.config, ctx.database, ctx.connection), clock: ctx.clock };
  const app = await buildApp(next, false, { withPages: false });
  afterAll(async () => {
    await app.close();
    await next.jobs.stop();
  });
  return { app, ctx: next, tus: tusTools({ ...test, app }) };
}

const first = tusTools(test);
const begin = async (bytes = content.length) =>
  first.idOf(await first.begin(seller, { name: 'class.txt', bytes }));
const stateOf = async (id: string) =>
  (await call(contract.getUpload, { params: { id } }, 'seller')).json<Upload>();
const storedKeys = () => [...s3.objects.keys()];

afterEach(async () => {
  s3.setTrouble(null);
  s3.objects.clear();
  s3.openUploads.clear();
  await ctx.pool.query('delete from uploads');
});

it('continues after a restart and a lost connection, arrives unchanged, and is attached', async () => {
  const id = await begin();
  expect((await first.patch(seller, id, content.subarray(0, PART), 0)).statusCode).toBe(204);
  const { app, tus } = await restarted();
  expect((await tus.head(seller, id)).headers).toMatchObject({
    'upload-offset': String(PART),
    'upload-length': String(content.length),
  });
  expect((await tus.patch(seller, id, content.subarray(PART, 2 * PART), PART)).statusCode).toBe(204);

  // Half of the rest, then the connection is cut.
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const line = new AbortController();
  const half = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new Uint8Array(content.subarray(2 * PART, 2 * PART + MEGABYTE))),
    pull: () => line.abort(),
  });
  const headers = {
    cookie: seller,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(2 * PART),
  };
  const cut = fetch(`${url}${TUS_PATH}/${id}`, {
    method: 'PATCH',
    headers,
    body: half,
    duplex: 'half',
    signal: line.signal,
  });
  await expect(cut).rejects.toMatchObject({ name: 'AbortError' });

  const last = await restarted();
  const offset = Number((await last.tus.head(seller, id)).headers['upload-offset']);
  expect(offset).toBeGreaterThanOrEqual(2 * PART);
  expect((await last.tus.patch(seller, id, content.subarray(offset), offset)).statusCode).toBe(204);
  await last.ctx.jobs.drain();
  expect(await stateOf(id)).toMatchObject({ state: 'ready', bytes: content.length, sha256 });

  const { storageKey } = await inTransaction(ctx.db, (tx) =>
    attachUpload(tx, { userId: sellerId, uploadId: id, purpose: 'resource-file' }),
  );
  const file = await ctx.storage.get(storageKey);
  if (!file) throw new Error('It is not in its place.');
  expect(
    createHash('sha256')
      .update(await buffer(file.stream))
      .digest('hex'),
  ).toBe(sha256);
  // No trace of the upload is left.
  expect(storedKeys()).toEqual([storageKey]);
  expect(s3.openUploads.size).toBe(0);
});

it('is found complete when a server died after the last part', async () => {
  const bytes = 9 * MEGABYTE;
  const id = await begin(bytes);
  await first.patch(seller, id, content.subarray(0, 8 * MEGABYTE), 0);
  const open = [...s3.openUploads.values()].find(({ key }) => key.endsWith(id));
  expect([...(open?.parts.keys() ?? [])]).toEqual([1]);
  open?.parts.set(2, content.subarray(8 * MEGABYTE, bytes));
  const { tus, ctx: next } = await restarted();
  expect((await tus.head(seller, id)).headers['upload-offset']).toBe(String(bytes));
  await next.jobs.drain();
  expect(await stateOf(id)).toMatchObject({
    state: 'ready',
    sha256: createHash('sha256').update(content.subarray(0, bytes)).digest('hex'),
  });
  expect(storedKeys()).toEqual([expect.stringMatching(/^uploads\//)]);
  expect(s3.openUploads.size).toBe(0);
});

it('returns 503 when the bucket is full, and stores nothing', async () => {
  const id = await begin();
  await first.patch(seller, id, content.subarray(0, PART), 0);
  s3.setTrouble('full');
  const refused = await first.patch(seller, id, content.subarray(PART), PART);
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({ code: 'insufficient_storage' });
  expect((await first.begin(seller, { name: 'b.txt', bytes: 100 })).statusCode).toBe(503);
  expect([storedKeys(), s3.openUploads.size]).toEqual([[], 0]);
  expect((await ctx.pool.query('select 1 from uploads')).rowCount).toBe(0);
});

it('is removed with all its parts when abandoned or deleted', async () => {
  const sent = ctx.clock.now();
  const forgotten = await begin(20 * MEGABYTE);
  const thrownAway = await begin(20 * MEGABYTE);
  // A whole part, and the rest of one.
  for (const id of [forgotten, thrownAway]) await first.patch(seller, id, content, 0);
  expect(storedKeys()).toHaveLength(4);
  expect(s3.openUploads.size).toBe(2);
  const { tus, ctx: next } = await restarted();
  expect((await tus.remove(seller, thrownAway)).statusCode).toBe(204);
  expect(storedKeys().every((key) => key.includes(forgotten))).toBe(true);
  expect(s3.openUploads.size).toBe(1);
  ctx.clock.set(new Date(sent.getTime() + 25 * 3_600_000));
  await cleanUpUploadsJob.run(next, {});
  ctx.clock.set(sent);
  expect([storedKeys(), s3.openUploads.size]).toEqual([[], 0]);
  expect((await ctx.pool.query('select 1 from uploads')).rowCount).toBe(0);
});
