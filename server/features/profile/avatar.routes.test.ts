// Profile pictures: what is stored of an upload, how it is served, and that nothing else remains.
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { deleteProfileImage } from '#shared/features/profile/profile.contract.ts';
import { pictureTools, plain } from '../../../tests/server/picture-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { deleteAvatarFile } from './avatar.service.ts';

const school = await testApp();
const { app, ctx, call } = school;
const { upload, urlNow, served, expectFiles } = pictureTools(school);

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
  await expectFiles([]);
});

describe('the stored picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    '%s becomes a 400 × 400 WebP under an unguessable name',
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
      await expectFiles([await urlNow()]);
    },
  );

  test('ignores the declared type', async () => {
    const png = await plain(50, 50).png().toBuffer();
    expect((await upload(png, { type: 'image/jpeg' })).statusCode).toBe(200);
    expect((await upload(png, { type: 'application/octet-stream' })).statusCode).toBe(200);
  });

  test('is not enlarged; a long one is cropped to its middle', async () => {
    await upload(await plain(60, 40).png().toBuffer());
    const picture = await served(await urlNow());
    expect(await sharp(picture).metadata()).toMatchObject({ width: 40, height: 40 });
  });

  test('is the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((colour) => plain(40, 40, colour).png().toBuffer()),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    await upload(gif, { type: 'image/gif' });
    const picture = await served(await urlNow());
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
  ])('is cropped to %j', async (query, colour) => {
    await upload(await quarters().png().toBuffer(), { query });
    const picture = await served(await urlNow());
    const { width, height } = await sharp(picture).metadata();
    expect(width).toBe(height);
    expect(await colourInTheMiddle(picture)).toBe(colour);
  });

  test.each([
    // As a rotated camera writes it: the first pixels of the file are shown elsewhere.
    [1, RED],
    [3, WHITE],
    [6, BLUE],
    [8, GREEN],
  ])('is cropped as the user saw it, with camera orientation %i', async (orientation, colour) => {
    const photo = await quarters().withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    await upload(photo, { type: 'image/jpeg', query: { left: 0, top: 0, width: 0.5, height: 0.5 } });
    expect(await colourInTheMiddle(await served(await urlNow()))).toBe(colour);
  });

  test.each<Record<string, number | string>>([
    { left: -0.1 },
    { width: 1.1 },
    { top: 'x' },
    { height: 'NaN' },
  ])('rejects the invalid crop %j', async (query) => {
    expect((await upload(await plain(9, 9).png().toBuffer(), { query })).statusCode).toBe(400);
  });
});

describe('serving', () => {
  test('to anyone, cached forever, as a picture only; also on the recovery path', async () => {
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
  ])('%s is not a picture', async (file) => {
    for (const folder of ['/uploads/', '/uploads/profiles/']) {
      const answer = await app.inject({ url: folder + file });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

describe('replacing and removing', () => {
  test('deletes the old file after the row has changed', async () => {
    await upload(await plain(50, 50).png().toBuffer());
    const first = (await urlNow()) ?? '';
    await upload(await plain(60, 60).png().toBuffer());
    expect(await urlNow()).not.toBe(first);
    expect((await app.inject({ url: first })).statusCode).toBe(404);
    await expectFiles([await urlNow()]);
    expect((await call(deleteProfileImage, {}, 'member')).statusCode).toBe(204);
    expect(await urlNow()).toBeNull();
    await expectFiles([]);
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
    await expectFiles([url]);
  });

  test("two users don't affect each other", async () => {
    await Promise.all([
      upload(await plain(50, 50).png().toBuffer()),
      upload(await plain(50, 50).png().toBuffer(), { as: 'seller' }),
    ]);
    await call(deleteProfileImage, {}, 'member');
    expect((await app.inject({ url: (await urlNow('seller')) ?? '' })).statusCode).toBe(200);
  });

  test('a failed update leaves no file', async () => {
    await ctx.pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = '57014'; end $$`);
    await ctx.pool.query(`create trigger refuse before update of profile_image_url on users
      for each row execute function refuse()`);
    try {
      expect((await upload(await plain(50, 50).png().toBuffer())).statusCode).toBe(503);
      await expectFiles([]);
    } finally {
      await ctx.pool.query('drop trigger refuse on users');
    }
    expect(await urlNow()).toBeNull();
  });

  test('an account deleted during the upload leaves no file', async () => {
    const slow = new Readable({ read() {} });
    const answer = upload(slow, { as: 'officer' });
    const png = await plain(50, 50).png().toBuffer();
    slow.push(png.subarray(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await ctx.pool.query(`update users set state = 'deleted' where username = 'officer'`);
    slow.push(png.subarray(20));
    slow.push(null);
    expect((await answer).statusCode).toBe(401);
    await expectFiles([]);
    await ctx.pool.query(`update users set state = 'active' where username = 'officer'`);
  });

  test('files left by a crashed process are deleted later, visible ones stay', async () => {
    await upload(await plain(50, 50).png().toBuffer());
    const shown = (await urlNow()) ?? '';
    const { storage } = ctx;
    // As if the server had died right after the file was written, and right before the old one was deleted.
    ctx.storage = { ...storage, delete: () => Promise.reject(new Error('gone')) };
    await upload(await plain(60, 60).png().toBuffer());
    ctx.storage = storage;
    await expectFiles([shown, await urlNow()]);
    await ctx.jobs.drain({ includeLater: true });
    await expectFiles([await urlNow()]);
    expect((await app.inject({ url: shown })).statusCode).toBe(404);
  });

  test('removes the file of an account that is being deleted', async () => {
    await upload(await plain(50, 50).png().toBuffer());
    await deleteAvatarFile(ctx, await urlNow());
    await expectFiles([]);
    for (const url of [
      null,
      'https://cdn.example/a.webp',
      '/uploads/profiles/../../x',
      '/images/default-user.webp',
    ]) {
      await expect(deleteAvatarFile(ctx, url)).resolves.toBeUndefined();
    }
  });
});
