// Renders a page to HTML: whole, not streamed, so that it has a length and an ETag and can be cached.
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter } from 'react-router';
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router';
import { pageContext } from '#shared/page-context.ts';
import { NonceContext } from './lib/nonce.ts';
import { scriptsLast } from './lib/scripts-last.ts';

/** Longer than any API call a loader may wait for. */
export const streamTimeout = 20_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('cache-control', cacheControl(status, routerContext));
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { nonce } = context.get(pageContext);
  const page = (
    <NonceContext value={nonce}>
      <ServerRouter context={onlyMatchedRoutes(routerContext)} url={request.url} nonce={nonce} />
    </NonceContext>
  );
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const timer = setTimeout(() => abort(), streamTimeout + 1000);
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Or a long page would come as a hidden part which only a script puts into its place.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        pipe(
          new Writable({
            write(part: Buffer, _encoding, done) {
              parts.push(part);
              done();
            },
            final(done) {
              clearTimeout(timer);
              const html = Buffer.concat(parts).toString();
              // While pages are being worked on, nobody waits on a slow line.
              resolve(new Response(import.meta.env.PROD ? scriptsLast(html) : html, { status, headers }));
              done();
            },
          }),
        );
      },
      onShellError: reject,
      onError() {
        // The error page is already being rendered in place; handleError below has logged the reason.
        headers.set('cache-control', 'no-store');
      },
    });
  });
}

export const handleError: HandleErrorFunction = (error, { context }) => {
  context.get(pageContext).reportError(error);
};

/** Public pages contain nothing about the visitor, so a shared cache may keep them for a moment. */
function cacheControl(status: number, { staticHandlerContext }: EntryContext): string {
  const isPublic = staticHandlerContext.matches.some((match) => match.route.id === 'public');
  if (status !== 200 || !isPublic) return 'private, no-store';
  return 'public, max-age=0, s-maxage=10, stale-while-revalidate=30';
}

/**
 * ServerRouter builds a route object for every route of the manifest at every request. The matched ones will do: the
 * browser has its own list.
 */
function onlyMatchedRoutes(context: EntryContext): EntryContext {
  const matched = new Set(['root', ...context.staticHandlerContext.matches.map((match) => match.route.id)]);
  const routes = Object.fromEntries(
    Object.entries(context.manifest.routes).filter(([id]) => matched.has(id)),
  );
  return { ...context, manifest: { ...context.manifest, routes } };
}
