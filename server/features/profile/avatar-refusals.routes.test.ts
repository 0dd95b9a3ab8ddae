// Files rejected as profile pictures: with a reason, and leaving nothing behind.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  AVATAR_MAX_BYTES,
  deleteProfileImage,
  setProfileImage,
} from '#shared/features/profile/profile.contract.ts';
import { pictureTools, plain } from '../../../tests/server/picture-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const school = await testApp();
const { app, call, signInAs } = school;
const { forgetCalls, upload, urlNow, served, expectFiles } = pictureTools(school);

afterEach(async () => {
  await call(deleteProfileImage, {}, 'member');
  await expectFiles([]);
});

const SCRIPT = '<script>alert(document.domain)</script>';

beforeEach(forgetCalls);

describe('polyglot files', () => {
  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('a %s with HTML after it', async (format) => {
    const picture = await plain(80, 80).toFormat(format).toBuffer();
    const answer = await upload(Buffer.concat([picture, Buffer.from(`<!doctype html>${SCRIPT}`)]));
    expect(answer.statusCode).toBe(200);
    expect((await served(await urlNow())).toString('latin1')).not.toContain('script');
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
    const stored = await served(await urlNow());
    expect(stored.toString('latin1')).not.toMatch(/script|alert/);
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
  });
});

/** A single-color PNG of this size: a few kilobytes that expand to all of it. */
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

describe('rejected with a reason, leaving nothing', () => {
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
  async function expectUntouched() {
    expect(await urlNow()).toBe(before);
    await expectFiles([before]);
  }
  beforeEach(async () => {
    await upload(await plain(50, 50).png().toBuffer());
    before = await urlNow();
  });
  afterEach(async () => {
    // The picture from before is still there, and only that.
    await expectUntouched();
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

  test('without a body', async () => {
    const answer = await app.inject({
      method: 'PUT',
      url: setProfileImage.path,
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

  test.each(['image', 'image/png, text/html', 'image/', '*/*'])('%s, which is not a type', async (type) => {
    expect((await upload(await plain(9, 9).png().toBuffer(), { type })).statusCode).toBe(415);
  });

  test('20 MB and one byte, with or without an announced length', async () => {
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

  test('from guests, and more than thirty in ten minutes', async () => {
    const put = async (cookie: string) =>
      app.inject({
        method: 'PUT',
        url: setProfileImage.path,
        headers: { cookie, 'content-type': 'image/png' },
        payload: Buffer.from('x'),
      });
    const statuses: number[] = [];
    const cookie = await signInAs('seller');
    for (let at = 0; at < 32; at++) statuses.push((await put(at === 0 ? '' : cookie)).statusCode);
    expect(statuses).toEqual([401, ...Array<number>(30).fill(422), 429]);
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
          path: setProfileImage.path,
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

  test('a file of exactly the maximum size is accepted for processing', async () => {
    const size = AVATAR_MAX_BYTES;
    const status = await send({ 'content-length': size }, (request) => request.end(Buffer.alloc(size)));
    expect(status).toBe(422);
  });

  test('an interrupted upload leaves nothing', async () => {
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
    await expectFiles([]);
  });

  test('endless files are cut at the limit', async () => {
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

  test('many at once, twenty megabytes each: all get a response, and memory stays bounded', async () => {
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
