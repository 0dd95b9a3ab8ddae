// Keeps rendered public pages for a few seconds, so that a rush of guests renders each page once, not a thousand times.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Short enough that nobody waits for a change to show; long enough to carry a rush. */
const LIFE_MS = 5000;
/** While more pages are asked for than can be rendered, an older copy is better than none. */
const OLDEST_MS = 60_000;
const MOST_PAGES = 500;
const MOST_BYTES = 24 * 1024 * 1024;
/** Beside a page lie its compressed forms, a fifth of its size each. */
const WITH_ENCODED = 1.4;
/** While the database is away, a public page of minutes ago is better than none. */
const AWAY_MS = 10 * 60_000;

export type Encoding = 'br' | 'gzip' | 'identity';

export type Rendered = {
  status: number;
  headers: [string, string][];
  body: Buffer;
  /** Belongs to the body: the nonce in it is the one in there. */
  contentSecurityPolicy: string;
  nonce: string;
};

export class CachedPage {
  readonly rendered: Rendered;
  readonly etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(rendered: Rendered) {
    this.rendered = rendered;
    // Without the nonce, so that the same page rendered again is still the same page.
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
  /** The one looked at longest ago first: made-up addresses push each other out, not the pages people read. */
  readonly #pages = new Map<string, { page: CachedPage; renderedAt: number }>();
  readonly #rendering = new Map<string, Promise<CachedPage>>();
  readonly #now: () => number;
  /** Counts how often everything was forgotten: what was begun before shows the old state. */
  #generation = 0;
  #bytes = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The copy there is, if any: fresh, or old and only good for want of a better one. */
  find(url: string): { page: CachedPage; isFresh: boolean } | undefined {
    const kept = this.#pages.get(url);
    if (!kept) return undefined;
    const age = this.#now() - kept.renderedAt;
    if (age >= OLDEST_MS) return undefined;
    this.#pages.delete(url);
    this.#pages.set(url, kept);
    return { page: kept.page, isFresh: age < LIFE_MS };
  }

  isRendering(url: string): boolean {
    return this.#rendering.has(url);
  }

  /** Visitors who ask for the same page while it is being rendered wait for that one rendering. */
  async get(url: string, render: () => Promise<Rendered>): Promise<CachedPage> {
    const kept = this.find(url);
    if (kept?.isFresh) return kept.page;
    const underWay = this.#rendering.get(url);
    if (underWay) {
      const page = await underWay;
      // Meant for the one visitor who started it, although no page of ours sets a cookie today.
      return headerOf(page.rendered, 'set-cookie') === undefined ? page : new CachedPage(await render());
    }
    const rendering = this.#renderAndKeep(url, render).finally(() => {
      if (this.#rendering.get(url) === rendering) this.#rendering.delete(url);
    });
    this.#rendering.set(url, rendering);
    return rendering;
  }

  /** What every page shows has changed: the next visitor gets new ones. */
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
    const kept = this.#pages.get(url);
    if (kept && this.#pages.delete(url)) this.#bytes -= sizeOf(kept.page);
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

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return encoding === 'gzip' ? gzipped(body, { level: 6 }) : Promise.resolve(body);
}
