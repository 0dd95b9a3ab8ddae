// Caches rendered public pages for a few seconds, so that a rush of guests renders each page once.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Short enough for changes to show quickly, long enough for a rush. */
const LIFE_MS = 5000;
/** Under overload, an older copy is better than none. */
const OLDEST_MS = 60_000;
const MOST_PAGES = 500;
const MOST_BYTES = 24 * 1024 * 1024;
/** Compressed copies, each about a fifth of the page, are cached with it. */
const WITH_ENCODED = 1.4;
/** While the database is unavailable, a page from minutes ago is better than none. */
const AWAY_MS = 10 * 60_000;

export type Encoding = 'br' | 'gzip' | 'identity';

export type Rendered = {
  status: number;
  headers: [string, string][];
  body: Buffer;
  /** Belongs to the body: both contain the same nonce. */
  contentSecurityPolicy: string;
  nonce: string;
};

export class CachedPage {
  readonly rendered: Rendered;
  readonly etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(rendered: Rendered) {
    this.rendered = rendered;
    // Without the nonce, so that an unchanged page keeps its ETag.
    const text = rendered.body.toString('latin1').replaceAll(rendered.nonce, '');
    this.etag = `W/"${createHash('sha1').update(text, 'latin1').digest('base64url')}"`;
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    let bytes = this.#encoded.get(encoding);
    if (!bytes) {
      bytes = encode(this.rendered.body, encoding);
      this.#encoded.set(encoding, bytes);
    }
    return bytes;
  }
}

export class PageCache {
  /** Least recently used first: made-up URLs evict each other, not the pages people read. */
  readonly #pages = new Map<string, { page: CachedPage; renderedAt: number }>();
  readonly #rendering = new Map<string, Promise<CachedPage>>();
  readonly #now: () => number;
  /** Number of times the cache was cleared: renderings started before show the old state. */
  #generation = 0;
  #bytes = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The cached copy, if any: fresh, or stale and only for emergencies. */
  find(url: string): { page: CachedPage; isFresh: boolean } | undefined {
    const cached = this.#pages.get(url);
    if (!cached) return undefined;
    const age = this.#now() - cached.renderedAt;
    if (age >= OLDEST_MS) return undefined;
    this.#pages.delete(url);
    this.#pages.set(url, cached);
    return { page: cached.page, isFresh: age < LIFE_MS };
  }

  isRendering(url: string): boolean {
    return this.#rendering.has(url);
  }

  /** Concurrent requests for a page share one rendering. */
  async get(url: string, render: () => Promise<Rendered>): Promise<CachedPage> {
    const cached = this.find(url);
    if (cached?.isFresh) return cached.page;
    const underWay = this.#rendering.get(url);
    if (underWay) {
      const page = await underWay;
      // A cookie is for the visitor who triggered the rendering, although no page sets one today.
      return headerOf(page.rendered, 'set-cookie') === undefined ? page : new CachedPage(await render());
    }
    const rendering = this.#renderAndKeep(url, render).finally(() => {
      if (this.#rendering.get(url) === rendering) this.#rendering.delete(url);
    });
    this.#rendering.set(url, rendering);
    return rendering;
  }

  /** Something shown on every page changed: render all of them again. */
  forget(): void {
    this.#generation++;
    this.#pages.clear();
    this.#bytes = 0;
    this.#rendering.clear();
  }

  async #renderAndKeep(url: string, render: () => Promise<Rendered>): Promise<CachedPage> {
    const generation = this.#generation;
    const page = new CachedPage(await render());
    if (generation !== this.#generation) return page;
    const earlier = this.#pages.get(url);
    const isAway = page.rendered.status === 503;
    if (isAway && earlier && earlier.renderedAt + AWAY_MS > this.#now()) return earlier.page;
    this.#drop(url);
    if (isShareable(page.rendered)) {
      this.#pages.set(url, { page, renderedAt: this.#now() });
      this.#bytes += sizeOf(page);
      for (const oldest of this.#pages.keys()) {
        if (this.#pages.size <= MOST_PAGES && this.#bytes <= MOST_BYTES) break;
        this.#drop(oldest);
      }
    }
    return page;
  }

  #drop(url: string): void {
    const cached = this.#pages.get(url);
    if (cached && this.#pages.delete(url)) this.#bytes -= sizeOf(cached.page);
  }
}

const sizeOf = ({ rendered }: CachedPage) => rendered.body.length * WITH_ENCODED;

function headerOf({ headers }: Pick<Rendered, 'headers'>, name: string): string | undefined {
  return headers.find(([key]) => key === name)?.[1];
}

export function isShareable(rendered: Pick<Rendered, 'status' | 'headers'>): boolean {
  const isPublic = headerOf(rendered, 'cache-control')?.startsWith('public') === true;
  return rendered.status === 200 && isPublic && headerOf(rendered, 'set-cookie') === undefined;
}

export function chooseEncoding(acceptEncoding = ''): Encoding {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim()));
  const takes = (name: Encoding) =>
    accepted.some(
      ([encoding, ...words]) => encoding === name && !words.some((word) => /^q=0(\.0*)?$/.test(word)),
    );
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/**
 * A window of 128 kB holds any page. The default of 4 MB makes no page smaller, and its memory, allocated for each,
 * keeps the garbage collector busy.
 */
export const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 17 },
};
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotli(body, BROTLI);
  return encoding === 'gzip' ? gzipped(body, { level: 6 }) : Promise.resolve(body);
}
