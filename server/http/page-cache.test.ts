import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CachedPage, chooseEncoding, PageCache, type Rendered } from './page-cache.ts';

const page = (nonce = 'n1', over: Partial<Rendered> = {}): Rendered => ({
  status: 200,
  headers: [['cache-control', 'public, max-age=0']],
  body: Buffer.from(`<p>Hello</p><script nonce="${nonce}"></script>`),
  contentSecurityPolicy: `script-src 'nonce-${nonce}'`,
  nonce,
  ...over,
});

describe('PageCache', () => {
  it('renders once for a thousand guests at once', async () => {
    let renders = 0;
    const cache = new PageCache();
    const render = async () => {
      renders++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return page();
    };
    await Promise.all(Array.from({ length: 1000 }, () => cache.get('/', render)));
    expect(renders).toBe(1);
  });

  it('renders again after five seconds', async () => {
    let now = 0;
    let renders = 0;
    const cache = new PageCache(() => now);
    const render = async () => {
      renders++;
      return page();
    };
    await cache.get('/', render);
    now = 4999;
    await cache.get('/', render);
    expect(renders).toBe(1);
    now = 5000;
    await cache.get('/', render);
    expect(renders).toBe(2);
  });

  it('drops everything when cleared, including pages being rendered', async () => {
    const cache = new PageCache();
    let name = 'old';
    const done: (() => void)[] = [];
    const named = (text: string) => page('n1', { body: Buffer.from(text) });
    const render = async () => named(name);
    const slowRender = () =>
      new Promise<Rendered>((resolve) => {
        const seen = name;
        done.push(() => resolve(named(seen)));
      });
    const textAt = async (url: string) => (await cache.get(url, render)).rendered.body.toString();
    expect(await textAt('/')).toBe('old');
    const underWay = cache.get('/slow', slowRender);
    name = 'new';
    cache.forget();
    expect(await textAt('/')).toBe('new');
    expect(await textAt('/slow')).toBe('new');
    for (const finish of done) finish();
    expect((await underWay).rendered.body.toString()).toBe('old');
    expect(await textAt('/slow')).toBe('new');
  });

  it.each([
    ['an error', { status: 500 }],
    ['a page for one person', { headers: [['cache-control', 'private, no-store']] }],
    [
      'a page that sets a cookie',
      {
        headers: [
          ['cache-control', 'public'],
          ['set-cookie', 'a=b'],
        ],
      },
    ],
  ] as [string, Partial<Rendered>][])('does not cache %s', async (_name, over) => {
    let renders = 0;
    const cache = new PageCache();
    const render = async () => {
      renders++;
      return page('n1', over);
    };
    await cache.get('/', render);
    await cache.get('/', render);
    expect(renders).toBe(2);
  });

  it("never sends one visitor's cookie to those who waited with them", async () => {
    let renders = 0;
    const cache = new PageCache();
    const render = async () => {
      const cookie = `id=${++renders}`;
      await new Promise((resolve) => setTimeout(resolve, 10));
      return page('n1', { headers: [['set-cookie', cookie]] });
    };
    const pages = await Promise.all([cache.get('/', render), cache.get('/', render), cache.get('/', render)]);
    const cookies = pages.map((one) => one.rendered.headers[0]?.[1]);
    expect(new Set(cookies).size).toBe(3);
  });

  it('serves the last good page for ten minutes during a database outage', async () => {
    let now = 0;
    let status = 200;
    const cache = new PageCache(() => now);
    const statusAt = async (time: number) => {
      now = time;
      return (await cache.get('/', async () => page('n1', { status }))).rendered.status;
    };
    expect(await statusAt(0)).toBe(200);
    status = 503;
    expect(await statusAt(60_000)).toBe(200);
    expect(await statusAt(599_000)).toBe(200);
    expect(await statusAt(601_000)).toBe(503);
    status = 200;
    expect(await statusAt(601_001)).toBe(200);
    status = 500;
    expect(await statusAt(700_000)).toBe(500);
  });

  it('drops a failed render', async () => {
    const cache = new PageCache();
    await expect(cache.get('/', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await cache.get('/', async () => page())).rendered.status).toBe(200);
  });

  it("holds at most 500 pages, so that made-up URLs can't fill the memory", async () => {
    const cache = new PageCache();
    let renders = 0;
    const render = async () => {
      renders++;
      return page();
    };
    for (let i = 0; i < 600; i++) await cache.get(`/?${i}`, render);
    await cache.get('/?599', render);
    expect(renders).toBe(600);
    await cache.get('/?0', render);
    expect(renders).toBe(601);
  });
});

describe('a cached page', () => {
  it('is available as a stale copy for a minute, and not longer', async () => {
    let now = 0;
    const cache = new PageCache(() => now);
    await cache.get('/', async () => page());
    expect(cache.find('/')).toMatchObject({ isFresh: true });
    now = 59_000;
    expect(cache.find('/')).toMatchObject({ isFresh: false });
    now = 60_000;
    expect(cache.find('/')).toBeUndefined();
  });

  it('takes at most 24 MB, and popular pages stay', async () => {
    const cache = new PageCache();
    const large = async () => page('n1', { body: Buffer.alloc(1024 * 1024) });
    await cache.get('/', large);
    for (let i = 0; i < 100; i++) {
      await cache.get(`/${i}`, large);
      expect(cache.find('/')).toBeDefined();
    }
    const kept = Array.from({ length: 100 }, (_, i) => cache.find(`/${i}`)).filter(Boolean);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.length).toBeLessThan(24);
  });
});

describe('CachedPage', () => {
  it('is the same page if only the nonce differs', () => {
    expect(new CachedPage(page('n1')).etag).toBe(new CachedPage(page('n2')).etag);
    expect(new CachedPage(page('n1', { body: Buffer.from('other') })).etag).not.toBe(
      new CachedPage(page('n1')).etag,
    );
  });

  it('is compressed as requested', async () => {
    const cached = new CachedPage(page());
    expect(brotliDecompressSync(await cached.encoded('br'))).toEqual(cached.rendered.body);
    expect(gunzipSync(await cached.encoded('gzip'))).toEqual(cached.rendered.body);
    expect(await cached.encoded('identity')).toBe(cached.rendered.body);
  });
});

describe('chooseEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0', 'identity'],
    ['BR', 'br'],
    ['brotli', 'identity'],
  ] as const)('%s gives %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});
