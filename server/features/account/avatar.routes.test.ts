// Pictures of people: what is kept of an upload, what is refused, and that nothing else stays behind.
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DemoName } from '#server/seed/demo.ts';
import {
  AVATAR_MAX_BYTES,
  deleteProfileImage,
  getProfile,
  putProfileImage,
} from '#shared/features/account/profile.contract.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { removeAvatarFile } from './avatar.service.ts';

const { app, ctx, call, signInAs } = await testApp();

let calls = 0;
/** Each from another address: the limit on calls has a test of its own. */
const elsewhere = () => `10.2.${Math.floor(++calls / 250)}.${calls % 250}`;

async function upload(
  payload: Buffer | Readable,
  { as = 'member', type = 'image/png', query = {} }: { as?: DemoName; type?: string; query?: object } = {},
) {
  return app.inject({
    method: 'PUT',
    url: putProfileImage.path,
    remoteAddress: elsewhere(),
    headers: { cookie: await signInAs(as), 'content-type': type },
    query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    payload,
  });
}

/** Every file below the data folder, also half-written ones. */
async function filesKept(): Promise<string[]> {
  const entries = await readdir(ctx.config.dataDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

const urlNow = async (as: DemoName = 'member') =>
  (await call(getProfile, {}, as)).json<{ profileImageUrl: string | null }>().profileImageUrl;

async function served(url: string): Promise<Buffer> {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

const plain = (width: number, height: number, background = '#6a1b50') =>
  sharp({ create: { width, height, channels: 3, background } });

/** Four quarters: red, green above; blue, white below. */
function quarters(side = 200) {
  const half = side / 2;
  const quarter = (background: string) => ({
    create: { width: half, height: half, channels: 3 as const, background },
  });
  return plain(side, side, '#f00').composite([
    { input: quarter('#0f0'), left: half, top: 0 },
    { input: quarter('#00f'), left: 0, top: half },
    { input: quarter('#fff'), left: half, top: half },
  ]);
}

async function colourInTheMiddle(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...data.subarray(at, at + 3)].map((value) => (value > 127 ? 1 : 0)).join('');
}
const [RED, GREEN, BLUE, WHITE] = ['100', '010', '001', '111'];

afterEach(async () => {
  await Promise.all([call(deleteProfileImage, {}, 'member'), call(deleteProfileImage, {}, 'seller')]);
  expect(await filesKept()).toEqual([]);
});

describe('what is kept', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    '%s becomes a WebP of 400 × 400 under a name nobody can guess',
    async (format) => {
      const answer = await upload(await quarters(900).toFormat(format).toBuffer(), {
        type: `image/${format}`,
      });
      expect(answer.statusCode, answer.body).toBe(200);
      const { profileImageUrl } = answer.json<{ profileImageUrl: string }>();
      expect(profileImageUrl).toMatch(/^\/uploads\/profiles\/[0-9a-f]{32}\.webp$/);
      expect(await urlNow()).toBe(profileImageUrl);
      const facts = await sharp(await served(profileImageUrl)).metadata();
      expect(facts).toMatchObject({ format: 'webp', width: 400, height: 400 });
      expect(await filesKept()).toHaveLength(1);
    },
  );

  test('what the file claims to be does not matter', async () => {
    const png = await plain(50, 50).png().toBuffer();
    expect((await upload(png, { type: 'image/jpeg' })).statusCode).toBe(200);
    expect((await upload(png, { type: 'application/octet-stream' })).statusCode).toBe(200);
  });

  test('a small picture is not enlarged; a long one is cut to its middle', async () => {
    await upload(await plain(60, 40).png().toBuffer());
    const picture = await served((await urlNow()) ?? '');
    expect(await sharp(picture).metadata()).toMatchObject({ width: 40, height: 40 });
  });

  test('the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((colour) => plain(40, 40, colour).png().toBuffer()),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    await upload(gif, { type: 'image/gif' });
    const picture = await served((await urlNow()) ?? '');
    expect((await sharp(picture).metadata()).pages ?? 1).toBe(1);
    expect(await colourInTheMiddle(picture)).toBe(RED);
  });

  test.each([
    [{ left: 0, top: 0, width: 0.5, height: 0.5 }, RED],
    [{ left: 0.5, top: 0, width: 0.5, height: 0.5 }, GREEN],
    [{ left: 0, top: 0.5, width: 0.5, height: 0.5 }, BLUE],
    [{ left: 0.5, top: 0.5, width: 0.5, height: 0.5 }, WHITE],
    [{ left: 0.9, top: 0.9, width: 0, height: 0 }, WHITE],
    [{ left: 1, top: 1, width: 1, height: 0.4 }, WHITE],
    [{ left: 0.6, top: 0.1, width: 0.3, height: 0.2 }, GREEN],
  ])('the part %j', async (query, colour) => {
    await upload(await quarters().png().toBuffer(), { query });
    const picture = await served((await urlNow()) ?? '');
    const { width, height } = await sharp(picture).metadata();
    expect(width).toBe(height);
    expect(await colourInTheMiddle(picture)).toBe(colour);
  });

  test.each([
    // As a camera writes it when it was turned: what is first in the file is shown somewhere else.
    [1, RED],
    [3, WHITE],
    [6, BLUE],
    [8, GREEN],
  ])('a part of what the person saw, camera held as %i', async (orientation, colour) => {
    const photo = await quarters().withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    await upload(photo, { type: 'image/jpeg', query: { left: 0, top: 0, width: 0.5, height: 0.5 } });
    expect(await colourInTheMiddle(await served((await urlNow()) ?? ''))).toBe(colour);
  });

  test.each([{ left: -0.1 }, { width: 1.1 }, { top: 'x' }, { height: 'NaN' }])(
    'a part %j that is none is refused',
    async (query) => {
      expect((await upload(await plain(9, 9).png().toBuffer(), { query })).statusCode).toBe(400);
    },
  );
});

describe('served', () => {
  test('to anyone, for ever, as a picture and nothing else; also on the recovery path', async () => {
    await upload(await plain(50, 50).png().toBuffer());
    const url = (await urlNow()) ?? '';
    for (const at of [url, url.replace('/profiles', '')]) {
      const { headers, statusCode } = await app.inject({ url: at });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
    }
  });

  test.each([
    'nothing.webp',
    `${'a'.repeat(32)}.webp`,
    `${'a'.repeat(32)}.png`,
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '%00',
    'avatars%2fx.webp',
  ])('%s is no picture', async (file) => {
    for (const folder of ['/uploads/', '/uploads/profiles/']) {
      const answer = await app.inject({ url: folder + file });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

describe('replaced and removed', () => {
  test('the old file goes when the row has changed', async () => {
    await upload(await plain(50, 50).png().toBuffer());
    const first = (await urlNow()) ?? '';
    await upload(await plain(60, 60).png().toBuffer());
    expect(await urlNow()).not.toBe(first);
    expect((await app.inject({ url: first })).statusCode).toBe(404);
    expect(await filesKept()).toHaveLength(1);
    expect((await call(deleteProfileImage, {}, 'member')).statusCode).toBe(204);
    expect(await urlNow()).toBeNull();
    expect(await filesKept()).toEqual([]);
    expect((await call(deleteProfileImage, {}, 'member')).statusCode).toBe(204);
  });

  test('many uploads at once: one wins, and one file is left', async () => {
    const picture = await plain(300, 300).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(picture)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
    const url = (await urlNow()) ?? '';
    expect(answers.map((answer) => answer.json<{ profileImageUrl: string }>().profileImageUrl)).toContain(
      url,
    );
    expect(await filesKept()).toEqual([expect.stringContaining(path.basename(url))]);
  });

  test('two people do not touch each other', async () => {
    await Promise.all([
      upload(await plain(50, 50).png().toBuffer()),
      upload(await plain(50, 50).png().toBuffer(), { as: 'seller' }),
    ]);
    await call(deleteProfileImage, {}, 'member');
    expect((await app.inject({ url: (await urlNow('seller')) ?? '' })).statusCode).toBe(200);
  });

  test('a row that could not be changed leaves no file', async () => {
    await ctx.pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = '57014'; end $$`);
    await ctx.pool.query(`create trigger refuse before update of profile_image_url on users
      for each row execute function refuse()`);
    try {
      expect((await upload(await plain(50, 50).png().toBuffer())).statusCode).toBe(503);
      expect(await filesKept()).toEqual([]);
    } finally {
      await ctx.pool.query('drop trigger refuse on users');
    }
    expect(await urlNow()).toBeNull();
  });

  test('an account that went away during the upload leaves no file', async () => {
    const slow = new Readable({ read() {} });
    const answer = upload(slow, { as: 'officer' });
    const png = await plain(50, 50).png().toBuffer();
    slow.push(png.subarray(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await ctx.pool.query(`update users set state = 'deleted' where username = 'officer'`);
    slow.push(png.subarray(20));
    slow.push(null);
    expect((await answer).statusCode).toBe(401);
    expect(await filesKept()).toEqual([]);
    await ctx.pool.query(`update users set state = 'active' where username = 'officer'`);
  });

  test('what a process that died left behind goes later, what is shown stays', async () => {
    await upload(await plain(50, 50).png().toBuffer());
    const shown = (await urlNow()) ?? '';
    const { storage } = ctx;
    // As if the server had died right after the file was written, and right before the old one was deleted.
    ctx.storage = { ...storage, delete: () => Promise.reject(new Error('gone')) };
    await upload(await plain(60, 60).png().toBuffer());
    ctx.storage = storage;
    expect(await filesKept()).toHaveLength(2);
    await ctx.jobs.drain({ includeLater: true });
    expect(await filesKept()).toEqual([expect.stringContaining(path.basename((await urlNow()) ?? ''))]);
    expect((await app.inject({ url: shown })).statusCode).toBe(404);
  });

  test('removing the file of an account that is being deleted', async () => {
    await upload(await plain(50, 50).png().toBuffer());
    await removeAvatarFile(ctx, await urlNow());
    expect(await filesKept()).toEqual([]);
    for (const url of [
      null,
      'https://cdn.example/a.webp',
      '/uploads/profiles/../../x',
      '/images/default-user.webp',
    ]) {
      await expect(removeAvatarFile(ctx, url)).resolves.toBeUndefined();
    }
  });
});

const SCRIPT = '<script>alert(document.domain)</script>';

describe('files that are two things at once', () => {
  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('a %s with a page behind it', async (format) => {
    const picture = await plain(80, 80).toFormat(format).toBuffer();
    const answer = await upload(Buffer.concat([picture, Buffer.from(`<!doctype html>${SCRIPT}`)]));
    expect(answer.statusCode).toBe(200);
    expect((await served((await urlNow()) ?? '')).toString('latin1')).not.toContain('script');
  });

  test('a GIF that is a script, a JPEG with a script as its comment', async () => {
    const gif = await plain(80, 80).gif().toBuffer();
    const answer = await upload(Buffer.concat([gif, Buffer.from('=1;alert(1);//')]));
    expect(answer.statusCode).toBe(200);
    const jpeg = await plain(80, 80)
      .withExif({ IFD0: { Copyright: SCRIPT } })
      .jpeg()
      .toBuffer();
    await upload(jpeg);
    const kept = await served((await urlNow()) ?? '');
    expect(kept.toString('latin1')).not.toMatch(/script|alert/);
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
  });
});

/** A PNG of this size in one colour: a few kilobytes that unfold into all of it. */
function flatPng(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('what is refused, with a reason, leaving nothing', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`;
  const jpeg = plain(800, 800).jpeg().toBuffer();
  const png = sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
      background: '#000',
    },
  })
    .png()
    .toBuffer();
  let before: string | null;
  beforeEach(async () => {
    await upload(await plain(50, 50).png().toBuffer());
    before = await urlNow();
  });
  afterEach(async () => {
    // The picture from before is still there, and only that.
    expect(await urlNow()).toBe(before);
    expect(await filesKept()).toEqual([expect.stringContaining(path.basename(before ?? ''))]);
  });

  test.each<[name: string, file: () => Buffer | Promise<Buffer>, type: string, words: RegExp]>([
    ['SVG', () => Buffer.from(svg), 'image/svg+xml', /not a picture we can use/],
    ['SVG under another name', () => Buffer.from(svg), 'image/png', /not a picture we can use/],
    ['SVG behind a GIF’s head', () => Buffer.from(`GIF89a${svg}`), 'image/gif', /damaged/],
    ['a page', () => Buffer.from(`<!doctype html>${SCRIPT}`), 'image/png', /not a picture we can use/],
    ['a script', () => Buffer.from('alert(1)'), 'application/octet-stream', /not a picture we can use/],
    ['a ZIP', () => Buffer.from('PK\x03\x04'.padEnd(200, '\0'), 'latin1'), 'image/png', /not a picture/],
    ['a PDF', () => Buffer.from('%PDF-1.7'), 'image/jpeg', /not a picture/],
    ['an empty file', () => Buffer.alloc(0), 'image/png', /not a picture/],
    ['half a JPEG', async () => (await jpeg).subarray(0, (await jpeg).length / 2), 'image/jpeg', /damaged/],
    ['half a PNG', async () => (await png).subarray(0, (await png).length / 2), 'image/png', /damaged/],
    ['30,000 by 30,000 pixels', () => flatPng(30_000, 30_000), 'image/png', /40 megapixels/],
    ['30,000 by 1,400 pixels', () => flatPng(30_000, 1400), 'image/png', /40 megapixels/],
    [
      'noise behind a right beginning',
      () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000, 7)]),
      'image/png',
      /damaged/,
    ],
  ])('%s', async (_, file, type, words) => {
    const answer = await upload(await file(), { type });
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'unprocessable', message: expect.stringMatching(words) });
  });

  test('no body at all', async () => {
    const answer = await app.inject({
      method: 'PUT',
      url: putProfileImage.path,
      remoteAddress: elsewhere(),
      headers: { cookie: await signInAs('member') },
    });
    expect(answer.statusCode).toBe(422);
  });

  test.each(['application/json', 'application/pdf', 'text/html', 'video/mp4'])(
    'the type %s',
    async (type) => {
      const answer = await upload(await plain(9, 9).png().toBuffer(), { type });
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toMatchObject({ message: expect.stringMatching(/image\/\*/) });
    },
  );

  test.each(['image', 'image/png, text/html', 'image/', '*/*'])('%s, which is no type', async (type) => {
    expect((await upload(await plain(9, 9).png().toBuffer(), { type })).statusCode).toBe(415);
  });

  test('20 MB and one byte, whether or not its length is said', async () => {
    const file = Buffer.concat([await png, Buffer.alloc(AVATAR_MAX_BYTES + 1 - (await png).length)]);
    const pieces = async function* () {
      for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536);
    };
    for (const payload of [file, Readable.from(pieces())]) {
      const answer = await upload(payload);
      expect(answer.statusCode).toBe(413);
      expect(answer.json()).toMatchObject({
        code: 'payload_too_large',
        message: 'This file is larger than 20 MB. Choose a smaller one.',
      });
    }
  });

  test('guests, and more than thirty in ten minutes', async () => {
    const put = async (cookie: string) =>
      app.inject({
        method: 'PUT',
        url: putProfileImage.path,
        remoteAddress: '10.3.3.3',
        headers: { cookie, 'content-type': 'image/png' },
        payload: Buffer.from('x'),
      });
    const statuses: number[] = [];
    const cookie = await signInAs('seller');
    for (let at = 0; at < 31; at++) statuses.push((await put(at === 0 ? '' : cookie)).statusCode);
    expect(statuses).toEqual([401, ...Array<number>(29).fill(422), 429]);
  });
});

describe('over a real connection', () => {
  /** Sends this much of a file and then does `end`. */
  async function send(headers: http.OutgoingHttpHeaders, end: (request: http.ClientRequest) => void) {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const cookie = await signInAs('member');
    return new Promise<number | 'closed'>((resolve) => {
      const request = http.request(
        {
          port,
          method: 'PUT',
          path: putProfileImage.path,
          headers: { cookie, 'content-type': 'image/png', ...headers },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on('error', () => resolve('closed'));
      end(request);
    });
  }

  test('a file that is exactly as large as allowed is looked at', async () => {
    const size = AVATAR_MAX_BYTES;
    const status = await send({ 'content-length': size }, (request) => request.end(Buffer.alloc(size)));
    expect(status).toBe(422);
  });

  test('an upload that breaks off leaves nothing', async () => {
    const png = await plain(500, 500).png().toBuffer();
    for (const headers of [{ 'content-length': png.length }, {}]) {
      const status = await send(headers, (request) => {
        request.write(png.subarray(0, png.length - 10));
        setTimeout(() => request.destroy(), 100);
      });
      expect(status).toBe('closed');
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await urlNow()).toBeNull();
    expect(await filesKept()).toEqual([]);
  });

  test('endless files end at the limit', async () => {
    const piece = Buffer.alloc(1024 * 1024);
    const status = await send({}, (request) => {
      const push = () => {
        while (!request.destroyed && !request.writableEnded) if (!request.write(piece)) break;
      };
      request.on('drain', push);
      request.on('response', () => request.destroy());
      push();
    });
    expect(status).toBe(413);
  });

  test('many at once, twenty megabytes each: all are answered, and memory stays bounded', async () => {
    const file = Buffer.alloc(AVATAR_MAX_BYTES);
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, () =>
        send({ 'content-length': file.length }, (request) => request.end(file)),
      ),
    );
    clearInterval(watch);
    for (const status of statuses) expect([422, 429, 503, 'closed']).toContain(status);
    expect(statuses).toContain(422);
    expect((most - before) / 1024 / 1024).toBeLessThan(500);
  });
});
