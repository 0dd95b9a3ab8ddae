// Decides how a page request is served: from the cache, with a stale copy under load, or by rendering, which is limited
// per caller and per process.
import type { FastifyRequest, FastifyReply } from 'fastify';
import { isbot } from 'isbot';
import type { AppContext } from '#server/context.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import { AppError } from '#shared/errors.ts';
import type { CachedPage, PageCache, Rendered } from './page-cache.ts';
import { RenderGate, TooBusy, type Lane } from './render-gate.ts';
import { sessionToken, viewerOf, withOneViewer } from './viewer.ts';
import { nonceOf } from './security.ts';

/** Per address or signed-in user. Links within the site fetch data, not pages, so a class of thirty fits. */
export const PAGE_RENDERS = { points: 300, seconds: 30 };
const REPORT_MS = 10_000;

type Render = () => Promise<Rendered>;
type Caller = { lane: Lane; who: string };

export type PageRenders = {
  /** A public page, from the cache if possible. */
  shared(request: FastifyRequest, path: string, render: Render): Promise<CachedPage>;
  /** A page or data for this caller only. */
  own(request: FastifyRequest, render: Render): Promise<Rendered>;
};

export function createPageRenders(
  ctx: AppContext,
  cache: PageCache,
  gate: RenderGate = new RenderGate(),
): PageRenders {
  /** Counts one rendering for this caller; throws when the limit is reached. */
  async function count({ lane, who }: Caller): Promise<void> {
    // The free check first: counting writes to the database.
    if (!gate.hasRoom(lane, who)) refuse(new TooBusy());
    try {
      await ctx.limiter.take(`page ${who}`, PAGE_RENDERS, { remembersRefusals: true });
    } catch (error) {
      // Without the database, the page itself reports the outage.
      if (error instanceof AppError) throw error;
    }
  }

  const run = async ({ lane, who }: Caller, render: Render) => gate.run(lane, who, render).catch(refuse);

  let refused = 0;
  /** One log line for all requests rejected within ten seconds. */
  function refuse(error: unknown): never {
    if (error instanceof TooBusy && refused++ === 0) {
      setTimeout(() => {
        ctx.log.warn({ refused }, 'rejected page requests: more came in than can be rendered');
        refused = 0;
      }, REPORT_MS).unref();
    }
    throw error;
  }

  async function signedInCaller(request: FastifyRequest): Promise<Caller> {
    const token = sessionToken(request);
    // Anyone can send a cookie; the members' lane needs a valid session.
    const viewer = token ? await viewerOf(ctx, token).catch(() => null) : null;
    return viewer ? { lane: 'member', who: `user ${viewer.id}` } : guestCaller(request);
  }

  return {
    async shared(request, path, render) {
      const cached = cache.find(path);
      if (cached?.isFresh) return cached.page;
      const caller = guestCaller(request);
      if (!cached) {
        // Before sharing the rendering: a caller over the limit must not fail it for others.
        if (!cache.isRendering(path)) await count(caller);
        return cache.get(path, () => run(caller, render));
      }
      const { isBusy } = gate;
      const renewal: Caller = { ...caller, lane: 'renewal' };
      const renewed = cache
        .get(path, async () => {
          await count(renewal);
          return run(renewal, render);
        })
        .catch((error: unknown) => {
          if (isBusy || error instanceof AppError) return cached.page;
          throw error;
        });
      return isBusy ? cached.page : renewed;
    },
    own: (request, render) =>
      withOneViewer(async () => {
        const caller = await signedInCaller(request);
        await count(caller);
        return run(caller, render);
      }),
  };
}

function guestCaller(request: FastifyRequest): Caller {
  const isCrawler = isbot(request.headers['user-agent']);
  return { lane: isCrawler ? 'crawler' : 'guest', who: addressKey(request.ip) };
}

const STYLE = `:root{color-scheme:light dark;--paper:#fbf6ee;--ink:#241a26;--plum:#6a1b50}
@media(prefers-color-scheme:dark){:root{--paper:#17121a;--ink:#f5ede4;--plum:#e9a9cc}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.125rem/1.6 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:20vh 1.5rem}
h1{font:600 1.75rem/1.2 Georgia,serif;margin:0 0 1rem}
a{color:var(--plum);display:inline-block;padding:.6rem 0}`;

export function sendBusyPage(reply: FastifyReply, refusal: AppError): FastifyReply {
  const wait = refusal.retryAfterSeconds ?? 2;
  const heading = refusal.status === 429 ? 'That was a lot of pages' : 'Very busy right now';
  const text =
    refusal.status === 429
      ? `Your network has opened a lot of pages in a short time. Please try again in ${wait === 1 ? '1 second' : `${wait} seconds`}.`
      : 'We have more visitors than we can serve right now. Please try again in a few seconds; nothing you did is lost.';
  return reply
    .code(refusal.status)
    .header('retry-after', wait)
    .header('cache-control', 'private, no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${heading}</title>` +
        `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
        `<style nonce="${nonceOf(reply)}">${STYLE}</style></head>` +
        `<body><main><h1>${heading}</h1><p>${text}</p><p><a href="">Try again</a></p></main></body></html>`,
    );
}
