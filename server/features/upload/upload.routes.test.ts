// Files sent in parts and as form data: who may, how much, what stays when something goes wrong.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { RESERVE_BYTES } from '#server/integrations/disk-space.ts';
import { createCourse, createEntitlement } from '#server/seed/factories.ts';
import * as contract from '#shared/features/upload/upload.contract.ts';
import type { Upload } from '#shared/features/upload/upload.contract.ts';
import {
  MAX_FILE_BYTES,
  MAX_PICTURE_BYTES,
  MAX_UNATTACHED_SUBMISSIONS,
  MAX_UNFINISHED,
  TUS_PATH,
} from '#shared/features/upload/upload.rules.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { bytesKept, filesKept, formData, tusTools } from '../../../tests/server/upload-tools.ts';
import { cleanUpUploadsJob, attachUpload } from './upload.service.ts';

const test = await testApp();
const { app, ctx, call, signInAs } = test;
const tus = tusTools(test);
const seller = await signInAs('seller');
const other = await signInAs('multi');
const sellerId =
  (await ctx.pool.query<{ id: number }>(`select id from users where username_key = 'seller'`)).rows[0]?.id ??
  0;
const text = Buffer.from('Eight counts of plié, eight of tendu.\n'.repeat(2000));

const stateOf = async (id: string) =>
  (await call(contract.getUpload, { params: { id } }, 'seller')).json<Upload>();

afterEach(async () => {
  await ctx.pool.query('delete from uploads');
  await fs.rm(path.join(ctx.config.dataDir, 'incoming'), { recursive: true, force: true });
  await fs.rm(path.join(ctx.config.dataDir, 'storage', 'uploads'), { recursive: true, force: true });
});

describe('a resumable upload', () => {
  it('continues where it stopped, is checked, and arrives unchanged', async () => {
    const begun = await tus.begin(seller, { name: 'class.txt', bytes: text.length });
    expect(begun.statusCode).toBe(201);
    const id = tus.idOf(begun);
    expect(begun.headers['location']).toBe(`/api/uploads/tus/${id}`);
    expect((await tus.patch(seller, id, text.subarray(0, 30_000), 0)).headers['upload-offset']).toBe('30000');
    const head = await tus.head(seller, id);
    expect(head.headers).toMatchObject({ 'upload-offset': '30000', 'upload-length': String(text.length) });
    expect(await stateOf(id)).toMatchObject({ state: 'sending', name: 'class.txt' });
    expect((await tus.patch(seller, id, text.subarray(30_000), 30_000)).statusCode).toBe(204);
    expect(await stateOf(id)).toMatchObject({ state: 'checking' });
    await ctx.jobs.drain();
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(await stateOf(id)).toMatchObject({
      state: 'ready',
      sha256,
      bytes: text.length,
      contentType: 'text/plain',
    });
    expect(await filesKept(ctx)).toEqual([expect.stringMatching(/^storage\/uploads\//)]);
    // Requests the offset again, as a browser does that missed the last response.
    expect((await tus.head(seller, id)).headers['upload-offset']).toBe(String(text.length));
  });

  it('rejects a part at the wrong offset, and one longer than the rest', async () => {
    const id = tus.idOf(await tus.begin(seller, { name: 'a.txt', bytes: 100 }));
    const wrong = await tus.patch(seller, id, Buffer.alloc(10, 'a'), 5);
    expect(wrong.statusCode).toBe(409);
    expect(wrong.json()).toMatchObject({ code: 'conflict' });
    expect((await tus.patch(seller, id, Buffer.alloc(101, 'a'), 0)).statusCode).toBe(413);
    expect((await tus.head(seller, id)).headers['upload-offset']).toBe('0');
  });

  it('is only accessible to its owner', async () => {
    const id = tus.idOf(await tus.begin(seller, { name: 'a.txt', bytes: 100 }));
    const foreign = await Promise.all([
      tus.head(other, id),
      tus.patch(other, id, Buffer.alloc(10), 0),
      tus.remove(other, id),
      app.inject({ method: 'GET', url: `/api/uploads/${id}`, headers: { cookie: other } }),
      app.inject({ method: 'DELETE', url: `/api/uploads/${id}`, headers: { cookie: other } }),
    ]);
    expect(foreign.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect((await app.inject({ url: '/api/uploads', headers: { cookie: other } })).json()).toEqual([]);
    await expect(
      inTransaction(ctx.db, (tx) => attachUpload(tx, { userId: 1, uploadId: id, purpose: 'resource-file' })),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it("is for sellers who aren't suspended", async () => {
    const file = { name: 'a.txt', bytes: 10 };
    expect((await tus.begin('', file)).statusCode).toBe(401);
    expect((await tus.begin(await signInAs('member'), file)).statusCode).toBe(403);
    await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [sellerId]);
    const refused = await tus.begin(seller, file);
    await ctx.pool.query(`update sellers set state = 'approved' where user_id = $1`, [sellerId]);
    expect(refused.statusCode).toBe(403);
    expect(refused.json<{ message: string }>().message).toContain('suspended');
    expect(await filesKept(ctx)).toEqual([]);
  });

  it('accepts course files from instructors and submissions from learners only', async () => {
    const begin = async (cookie: string, purpose: string) =>
      (await tus.begin(cookie, { name: 'a.txt', bytes: 10, purpose })).statusCode;
    const [stranger, learner] = [await someone(ctx), await someone(ctx)];
    const course = await createCourse(ctx.db);
    await createEntitlement(ctx.db, { userId: learner.id, itemType: 'course', itemId: course.id });
    expect(await begin(stranger.headers.cookie, 'course-file')).toBe(403);
    expect(await begin(stranger.headers.cookie, 'submission')).toBe(403);
    expect(await begin(learner.headers.cookie, 'course-file')).toBe(403);
    expect(await begin(learner.headers.cookie, 'resource-file')).toBe(403);
    expect(await begin(await signInAs('instructor'), 'course-file')).toBe(201);
    const sent = Array.from({ length: MAX_UNATTACHED_SUBMISSIONS }, () =>
      begin(learner.headers.cookie, 'submission'),
    );
    expect(new Set(await Promise.all(sent))).toEqual(new Set([201]));
    expect(await begin(learner.headers.cookie, 'submission')).toBe(429);
  });

  it('rejects too much before a byte is sent', async () => {
    const ask = (bytes: number, purpose?: string) =>
      tus.begin(seller, { name: 'a.bin', bytes, ...(purpose && { purpose }) });
    const large = await ask(MAX_FILE_BYTES + 1);
    expect(large.statusCode).toBe(413);
    expect(large.json()).toMatchObject({ code: 'payload_too_large' });
    expect((await ask(MAX_PICTURE_BYTES + 1, 'cover')).statusCode).toBe(413);
    expect((await ask(0)).statusCode).toBe(422);
    expect((await ask(10, 'world-domination')).statusCode).toBe(400);
    expect((await ctx.pool.query('select 1 from uploads')).rowCount).toBe(0);
    expect(await filesKept(ctx)).toEqual([]);
    expect((await ask(MAX_PICTURE_BYTES, 'cover')).statusCode).toBe(201);
  });

  it('is limited per user, even when many start at once', async () => {
    await ctx.pool.query(
      `insert into uploads (id, user_id, purpose, name, bytes, created_at, touched_at)
       select 'many-' || n, $1, 'resource-file', 'a', 1, now(), now() from generate_series(1, $2) n`,
      [sellerId, MAX_UNFINISHED - 2],
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => tus.begin(seller, { name: 'a.txt', bytes: 10 })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4);
  });

  it('is written by one connection at a time', async () => {
    const content = randomBytes(200_000).toString('hex');
    const bytes = Buffer.from(content);
    const id = tus.idOf(await tus.begin(seller, { name: 'a.txt', bytes: bytes.length }));
    const both = await Promise.all([tus.patch(seller, id, bytes, 0), tus.patch(seller, id, bytes, 0)]);
    expect(both.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    await ctx.jobs.drain();
    expect(await stateOf(id)).toMatchObject({ sha256: createHash('sha256').update(bytes).digest('hex') });
  });

  it('is found complete after a server died at the last byte', async () => {
    const id = tus.idOf(await tus.begin(seller, { name: 'a.txt', bytes: text.length }));
    await fs.writeFile(path.join(ctx.config.dataDir, 'incoming', id), text);
    expect((await tus.head(seller, id)).statusCode).toBe(200);
    await ctx.jobs.drain();
    expect(await stateOf(id)).toMatchObject({ state: 'ready' });
  });

  it.runIf(existsSync('/dev/full'))('returns 503 when the disk is full, and stores nothing', async () => {
    const id = tus.idOf(await tus.begin(seller, { name: 'a.txt', bytes: text.length }));
    const place = path.join(ctx.config.dataDir, 'incoming', id);
    await fs.rm(place);
    await fs.symlink('/dev/full', place);
    const answer = await tus.patch(seller, id, text, 0);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'insufficient_storage' });
    expect(await filesKept(ctx)).toEqual([]);
    expect((await ctx.pool.query('select 1 from uploads')).rowCount).toBe(0);
  });

  it('does not start if there is no space for it', async () => {
    const { freeBytes } = ctx.incoming;
    ctx.incoming.freeBytes = () => Promise.resolve(300 * 1024 * 1024);
    const answer = await tus.begin(seller, { name: 'a.bin', bytes: 100 * 1024 * 1024 });
    ctx.incoming.freeBytes = freeBytes;
    expect(answer.statusCode).toBe(503);
    expect(await filesKept(ctx)).toEqual([]);
  });
});

describe('a disk that fills up while a file arrives', () => {
  const MEGABYTE = 1024 * 1024;
  const large = Buffer.alloc(12 * MEGABYTE, 'plié ');
  const { freeBytes } = ctx.incoming;
  afterEach(() => {
    ctx.incoming.freeBytes = freeBytes;
  });
  /** Space for the announced size; what has arrived since takes it away. */
  const fillUp = () => {
    let looks = 0;
    ctx.incoming.freeBytes = () => Promise.resolve(RESERVE_BYTES + (looks++ < 3 ? 50 : 0) * MEGABYTE);
  };
  const sendForm = (form: object) =>
    app.inject({
      method: 'POST',
      url: contract.uploadFiles.path,
      ...form,
      headers: { ...formHeaders, cookie: seller },
    });
  const { headers: formHeaders, payload } = formData([{ name: 'large.txt', content: large }]);

  async function expectNothingKept(answer: { statusCode: number; headers: object; json(): unknown }) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers).toMatchObject({ 'retry-after': '60' });
    expect(answer.json()).toMatchObject({ code: 'insufficient_storage' });
    expect(await filesKept(ctx)).toEqual([]);
    expect((await ctx.pool.query('select 1 from uploads')).rowCount).toBe(0);
  }

  it('ends a form of unknown length, and accepts the next once there is space', async () => {
    fillUp();
    const parts = Array.from({ length: 16 }, (_, n) => payload.subarray(n * MEGABYTE, (n + 1) * MEGABYTE));
    await expectNothingKept(await sendForm({ payload: Readable.from(parts) }));
    ctx.incoming.freeBytes = freeBytes;
    expect((await sendForm({ payload })).statusCode).toBe(201);
  });

  it('is not started by a form that announces more than fits', async () => {
    ctx.incoming.freeBytes = () => Promise.resolve(RESERVE_BYTES + 5 * MEGABYTE);
    await expectNothingKept(await sendForm({ payload }));
  });

  it('ends a part, and accepts the file once there is space', async () => {
    const id = tus.idOf(await tus.begin(seller, { name: 'large.txt', bytes: large.length }));
    ctx.incoming.freeBytes = () => Promise.resolve(RESERVE_BYTES);
    await expectNothingKept(await tus.patch(seller, id, large, 0));
    ctx.incoming.freeBytes = freeBytes;
    await tus.send(seller, 'large.txt', large);
  });

  it('is not filled by a part that is longer than announced', async () => {
    const id = tus.idOf(await tus.begin(seller, { name: 'a.txt', bytes: 1 }));
    const answer = await app.inject({
      method: 'PATCH',
      url: `${TUS_PATH}/${id}`,
      headers: { ...tus.partHeaders, cookie: seller, 'upload-offset': '0' },
      // Without a length, so that only counting can tell.
      payload: Readable.from([large]),
    });
    expect(answer.statusCode).toBe(413);
    expect(await bytesKept(ctx)).toBeLessThanOrEqual(1000);
  });
});

describe('a complete upload', () => {
  it('is attached once, by its owner, for its purpose', async () => {
    const id = await tus.send(seller, 'class.txt', text);
    const take = () =>
      inTransaction(ctx.db, (tx) =>
        attachUpload(tx, { userId: sellerId, uploadId: id, purpose: 'resource-file' }),
      );
    await expect(take()).rejects.toMatchObject({ code: 'conflict', message: /still being checked/ });
    await ctx.jobs.drain();
    const both = await Promise.allSettled([take(), take()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await call(contract.listUploads, {}, 'seller')).json()).toEqual([]);
    expect((await call(contract.deleteUpload, { params: { id } }, 'seller')).statusCode).toBe(409);
  });

  it('is deleted with its bytes', async () => {
    const ready = await tus.send(seller, 'class.txt', text);
    await ctx.jobs.drain();
    const begun = tus.idOf(await tus.begin(seller, { name: 'b.txt', bytes: 50 }));
    expect((await call(contract.deleteUpload, { params: { id: ready } }, 'seller')).statusCode).toBe(204);
    expect((await tus.remove(seller, begun)).statusCode).toBe(204);
    expect(await filesKept(ctx)).toEqual([]);
    expect((await call(contract.listUploads, {}, 'seller')).json()).toEqual([]);
  });

  it('is removed when abandoned, and not before', async () => {
    const sent = ctx.clock.now();
    const begun = tus.idOf(await tus.begin(seller, { name: 'b.txt', bytes: 50 }));
    const ready = await tus.send(seller, 'class.txt', text);
    const used = await tus.send(seller, 'used.txt', text);
    await ctx.jobs.drain();
    const { storageKey } = await inTransaction(ctx.db, (tx) =>
      attachUpload(tx, { userId: sellerId, uploadId: used, purpose: 'resource-file' }),
    );
    const idsAfter = async (hours: number) => {
      ctx.clock.set(new Date(sent.getTime() + hours * 3_600_000));
      await cleanUpUploadsJob.run(ctx, {});
      await cleanUpUploadsJob.run(ctx, {});
      const { rows } = await ctx.pool.query<{ id: string }>('select id from uploads');
      return rows.map(({ id }) => id).toSorted();
    };
    expect(await idsAfter(23)).toEqual([begun, ready, used].toSorted());
    expect(await idsAfter(25)).toEqual([ready, used].toSorted());
    expect(await idsAfter(24 * 7 + 1)).toEqual([]);
    ctx.clock.set(sent);
    expect(await filesKept(ctx)).toEqual([`storage/${storageKey}`]);
  });
});
