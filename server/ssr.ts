// Pages inside Fastify: React Router for every path that is neither a file nor an endpoint.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { pageContext, type PageContext } from '#shared/page-context.ts';
import { AppError } from '#shared/errors.ts';
import type { AppContext } from './context.ts';
import { sendBusyPage, createPageRenders } from './http/page-renders.ts';
import { localPath, pageAddress } from './http/page-address.ts';
import {
  chooseEncoding,
  encode,
  isShareable,
  type CachedPage,
  type PageCache,
  type Rendered,
} from './http/page-cache.ts';
import { nonceOf } from './http/security.ts';
import { sessionToken } from './http/viewer.ts';
import { StartError } from './start-error.ts';

const ROOT = path.join(import.meta.dirname, '..');
export const CLIENT_FILES = path.join(ROOT, 'build/client');
const SERVER_BUILD = path.join(ROOT, 'build/server/index.js');

/** When to retry a page whose data is unavailable right now. */
const RETRY_SECONDS = 5;
/** Otherwise a crowd that retries immediately would keep this thread busy with rejections alone. */
const REFUSAL_MS = 200;

type Build = ServerBuild | (() => Promise<ServerBuild>);

export async function registerPages(app: FastifyInstance, ctx: AppContext, cache: PageCache): Promise<void> {
  const build = ctx.config.isDev ? await useVite(app) : await loadBuild();
  const handle = createRequestHandler(build, ctx.config.isDev ? 'development' : 'production');
  const renders = createPageRenders(ctx, cache);

  await app.register(async (pages) => {
    // No page reads a body.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', (_request, _payload, done) => done(null));

    const options = { config: { access: 'public' as const }, schema: { hide: true } };
    pages.route({
      ...options,
      method: ['GET', 'HEAD'],
      url: '/*',
      async handler(request, reply) {
        const { path, isData } = pageAddress(request.url);
        // Copied now: rendering may continue after this response was sent with an older copy and that copy's policy.
        const contentSecurityPolicy = String(reply.getHeader('content-security-policy') ?? '');
        const context = pageContextFor(app, ctx, request, reply);
        const render = async () => ({
          ...(await renderPage(handle, context, path, request)),
          contentSecurityPolicy,
        });
        if (ctx.config.isDev) return sendRendered(request, reply, await render());
        try {
          if (isData) return await sendRendered(request, reply, await renders.own(request, render));
          if (sessionToken(request)) {
            return await sendRendered(request, reply, withoutSharing(await renders.own(request, render)));
          }
          return await sendCached(request, reply, await renders.shared(request, path, render));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          await sleep(REFUSAL_MS);
          if (isData) throw error;
          return sendBusyPage(reply, error);
        }
      },
    });
    // A form submitted before hydration: redirect back to the page without reading it.
    pages.post('/*', options, (request, reply) =>
      reply.header('connection', 'close').redirect(localPath(request.url), 303),
    );
  });
}

async function loadBuild(): Promise<ServerBuild> {
  const build = await import(SERVER_BUILD).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new StartError('The pages are not built yet. Run npm run build first, or npm start.');
    }
    throw error;
  });
  return build as ServerBuild;
}

async function useVite(app: FastifyInstance): Promise<Build> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) return done();
    // Vite handles its own files and calls back for the rest.
    vite.middlewares(request.raw, reply.raw, () => done());
  });
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
}

function pageContextFor(
  app: FastifyInstance,
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): PageContext {
  return {
    fetchApi: (url, init) => callOwnApi(app, request, url, init),
    nonce: nonceOf(reply),
    hasSession: sessionToken(request) !== undefined,
    publicUrl: ctx.config.publicUrl,
    requestId: request.id,
    reportError: (error) =>
      request.log.error(
        { reqId: request.id, err: error instanceof Error ? error : new Error(String(error)) },
        'page failed',
      ),
  };
}

/** Through the router, not the network: the same checks as an outside request, in a tenth of a millisecond. */
async function callOwnApi(
  app: FastifyInstance,
  from: FastifyRequest,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const answer = await app.inject({
    method: (init.method ?? 'GET') as 'GET',
    url,
    remoteAddress: from.ip,
    headers: {
      ...Object.fromEntries(new Headers(init.headers)),
      ...(from.headers.cookie && { cookie: from.headers.cookie }),
      host: from.host,
    },
    ...(typeof init.body === 'string' && { payload: init.body }),
  });
  const isBodyless = answer.statusCode === 204 || answer.statusCode === 304;
  return new Response(isBodyless ? null : answer.body, {
    status: answer.statusCode,
    statusText: answer.statusMessage,
    headers: { 'content-type': answer.headers['content-type'] ?? 'application/json' },
  });
}

type Handle = ReturnType<typeof createRequestHandler>;

async function renderPage(
  handle: Handle,
  context: PageContext,
  path: string,
  request: FastifyRequest,
): Promise<Omit<Rendered, 'contentSecurityPolicy'>> {
  const provider = new RouterContextProvider();
  provider.set(pageContext, context);
  const asked = toWebRequest(request, new URL(context.publicUrl).origin + path);
  const response = await handle(asked, provider);
  return {
    status: response.status,
    headers: [...response.headers],
    body: Buffer.from(await response.arrayBuffer()),
    nonce: context.nonce,
  };
}

/**
 * With our own host, not the one in the request: pages are cached by path, and one client's host must not decide what
 * another sees. Without an abort signal: others may wait for the same render, which takes milliseconds.
 */
function toWebRequest(request: FastifyRequest, url: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  // HEAD is answered like GET; Node omits the body.
  return new Request(url, { headers });
}

function withoutSharing(rendered: Rendered): Rendered {
  if (!isShareable(rendered)) return rendered;
  const headers = rendered.headers.filter(([name]) => name !== 'cache-control');
  return { ...rendered, headers: [...headers, ['cache-control', 'private, no-store']] };
}

/** Compressed in one piece: a stream would cost the thread that renders several times as much. */
async function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Rendered,
  encoded: CachedPage['encoded'] = (encoding) => encode(body, encoding),
): Promise<FastifyReply> {
  reply.code(status);
  for (const [name, value] of headers) reply.header(name, value);
  if (status === 503) reply.header('retry-after', RETRY_SECONDS);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
  // An empty buffer would get a content type of its own.
  if (body.length === 0) return reply.send();
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding');
  return reply.send(await encoded(encoding));
}

async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
): Promise<FastifyReply> {
  const { rendered, etag } = page;
  // The policy always goes with its body: another visitor may have started this render, and the nonce belongs to it.
  reply.header('content-security-policy', rendered.contentSecurityPolicy);
  if (!isShareable(rendered)) return sendRendered(request, reply, rendered);
  reply.header('etag', etag).header('vary', 'Cookie, Accept-Encoding');
  if (request.headers['if-none-match']?.includes(etag)) {
    // The browser keeps the policy that came with its cached body; a newer one would reject that body's nonce.
    reply.removeHeader('content-security-policy');
    for (const [name, value] of rendered.headers) if (name === 'cache-control') reply.header(name, value);
    return reply.code(304).send();
  }
  return sendRendered(request, reply, rendered, (encoding) => page.encoded(encoding));
}
