// Uploads profile pictures and checks what is stored.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { DemoName } from '#server/seed/demo.ts';
import { getProfile, setProfileImage } from '#shared/features/profile/profile.contract.ts';
import type { TestApp } from './test-app.ts';

type Upload = { as?: DemoName; type?: string; query?: Record<string, number | string> };

export function pictureTools({ app, ctx, call, signInAs }: TestApp) {
  /** The rate limit has its own test. */
  const forgetCalls = async () => {
    await ctx.pool.query('delete from rate_limits');
  };

  return {
    forgetCalls,

    async upload(payload: Buffer | Readable, { as = 'member', type = 'image/png', query = {} }: Upload = {}) {
      await forgetCalls();
      return app.inject({
        method: 'PUT',
        url: setProfileImage.path,
        headers: { cookie: await signInAs(as), 'content-type': type },
        query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
        payload,
      });
    },

    async urlNow(as: DemoName = 'member'): Promise<string | null> {
      return (await call(getProfile, {}, as)).json<{ profileImageUrl: string | null }>().profileImageUrl;
    },

    async served(url: string | null): Promise<Buffer> {
      const answer = await app.inject({ url: url ?? '' });
      expect(answer.statusCode).toBe(200);
      return answer.rawPayload;
    },

    /** Every file below the data folder, including half-written ones. */
    async expectFiles(urls: (string | null)[]): Promise<void> {
      const entries = await readdir(ctx.config.dataDir, { recursive: true, withFileTypes: true });
      const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
      expect(names.toSorted()).toEqual(urls.map((url) => path.basename(url ?? '')).toSorted());
    },
  };
}

export function plain(width: number, height: number, background = '#6a1b50') {
  return sharp({ create: { width, height, channels: 3, background } });
}
