// Files sent as form data (spec §7): what clients other than our pages use.
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import * as contract from '#shared/features/upload/upload.contract.ts';
import type { Upload } from '#shared/features/upload/upload.contract.ts';
import { MAX_PICTURE_BYTES } from '#shared/features/upload/upload.rules.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { filesKept, formData } from '../../../tests/server/upload-tools.ts';

const { app, ctx, call, signInAs } = await testApp();
const seller = await signInAs('seller');
const text = Buffer.from('Eight counts of plié, eight of tendu.\n'.repeat(2000));

afterEach(async () => {
  await ctx.pool.query('delete from uploads');
  await fs.rm(path.join(ctx.config.dataDir, 'storage', 'uploads'), { recursive: true, force: true });
});

describe('an upload as form data', () => {
  const post = (files: { name: string; content: Buffer }[], fields = {}, cookie = seller, headers = {}) => {
    const form = formData(files, fields);
    return app.inject({
      method: 'POST',
      url: '/api/upload',
      payload: form.payload,
      headers: { cookie, ...form.headers, ...headers },
    });
  };
  const file = (name: string) => ({ name, content: text });

  it('stores up to five files', async () => {
    const answer = await post([1, 2, 3, 4, 5].map((n) => file(`${n}.txt`)));
    expect(answer.statusCode).toBe(201);
    const { uploads } = answer.json<{ uploads: Upload[] }>();
    expect(uploads.map(({ name, state, bytes }) => [name, state, bytes])).toEqual(
      [1, 2, 3, 4, 5].map((n) => [`${n}.txt`, 'checking', text.length]),
    );
    await ctx.jobs.drain();
    const states = (await call(contract.listUploads, {}, 'seller'))
      .json<Upload[]>()
      .map(({ state }) => state);
    expect(states).toEqual(['ready', 'ready', 'ready', 'ready', 'ready']);
  });

  it('rejects a sixth, and stores none', async () => {
    const answer = await post([1, 2, 3, 4, 5, 6].map((n) => file(`${n}.txt`)));
    expect(answer.statusCode).toBe(413);
    expect(answer.json<{ message: string }>().message).toContain('at most 5 files');
    expect(await filesKept(ctx)).toEqual([]);
    expect((await ctx.pool.query('select 1 from uploads')).rowCount).toBe(0);
  });

  it('says what is wrong with a form that can’t be read, and stores nothing', async () => {
    const WHOLE = 'multipart/form-data; boundary=xx';
    const field = (name: string, value: string) =>
      `--xx\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const part = '--xx\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhello\r\n';
    const end = '--xx--\r\n';
    const broken = 'The form didn’t arrive whole. Please send it again.';
    const empty = 'The form contains no file.';
    const tries: [type: string, payload: string, status: number, message: string][] = [
      ['multipart/form-data', part + end, 400, broken],
      ['multipart/form-data; boundary=', part + end, 400, broken],
      ['multipart/form-data; boundary=yy', part + end, 400, broken],
      [`multipart/form-data; boundary=${'z'.repeat(300)}`, part + end, 400, broken],
      [WHOLE, part, 400, broken],
      [WHOLE, part.slice(0, -4), 400, broken],
      [WHOLE, part.slice(0, 40), 400, broken],
      [WHOLE, '--x', 400, broken],
      [WHOLE, '{"a":1}', 400, broken],
      [WHOLE, part + part.slice(0, -4), 400, broken],
      [WHOLE, '', 400, empty],
      [WHOLE, end, 400, empty],
      [WHOLE, `--xx\r\nnonsense\r\n\r\nhello\r\n${end}`, 400, empty],
      [
        WHOLE,
        field('__proto__', 'x') + part + end,
        400,
        'The request body contains a key that isn’t allowed.',
      ],
      [
        WHOLE,
        'abcdefghijk'.replaceAll(/./g, (name) => field(name, 'x')) + part + end,
        413,
        'The form has too many fields.',
      ],
      ['multipart/mixed; boundary=xx', part + end, 415, 'Send the body as application/json.'],
    ];
    for (const [type, payload, status, message] of tries) {
      const headers = { cookie: seller, 'content-type': type };
      const answer = await app.inject({ method: 'POST', url: '/api/upload', payload, headers });
      expect([type, payload, answer.statusCode, answer.json().message]).toEqual([
        type,
        payload,
        status,
        message,
      ]);
    }
    expect(await filesKept(ctx)).toEqual([]);
    expect((await ctx.pool.query('select 1 from uploads')).rowCount).toBe(0);
  });

  it('rejects an oversized file, an empty one, and a form without files', async () => {
    const large = { name: 'cover.png', content: Buffer.alloc(MAX_PICTURE_BYTES + 1) };
    expect((await post([large], { purpose: 'cover' })).statusCode).toBe(413);
    expect((await post([file('a.txt'), { name: 'b.txt', content: Buffer.alloc(0) }])).statusCode).toBe(422);
    expect((await post([])).statusCode).toBe(400);
    expect(await filesKept(ctx)).toEqual([]);
    expect((await ctx.pool.query('select 1 from uploads')).rowCount).toBe(0);
  });

  it("accepts nothing from other sites, guests, or users who aren't sellers", async () => {
    const strange = await post([file('a.txt')], {}, seller, { origin: 'https://elsewhere.example' });
    expect(strange.statusCode).toBe(403);
    expect((await post([file('a.txt')], {}, '')).statusCode).toBe(401);
    expect((await post([file('a.txt')], {}, await signInAs('member'))).statusCode).toBe(403);
    expect(await filesKept(ctx)).toEqual([]);
  });
});
