// Puts the HTTP server together: limits, headers, checks, every feature's routes, and the pages.
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { registerAccountRoutes } from './features/account/account.routes.ts';
import { registerCoverRoutes } from './features/cover/cover.routes.ts';
import { registerSiteRoutes } from './features/site/site.routes.ts';
import { readVersionInfo } from './features/site/site.service.ts';
import { requireAccess } from './http/bind-contract.ts';
import { describeError, nothingHere, pathOf, registerErrorHandling } from './http/errors.ts';
import { registerHealthRoutes } from './http/health.routes.ts';
import { registerOpenApi } from './http/openapi.ts';
import { checkOrigin } from './http/origin-check.ts';
import { secureData, securePages } from './http/security.ts';
import { registerBuiltFiles, registerPages } from './ssr.ts';

const FEATURES = ['site', 'account', 'cover'];
/** Routes of libraries that know nothing of our access rule; both serve files that are public by nature. */
const OPEN_BY_NATURE = /^\/api\/docs|^\/(assets|images|icons)\/|^\/[\w.-]+\.\w+$/;

/** DESIGN §5.5: nothing waits for ever, nothing is read without end. */
const LIMITS = {
  bodyLimit: 1024 * 1024,
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  keepAliveTimeout: 65_000,
} satisfies FastifyServerOptions;

export type AppOptions = {
  /** Tests of endpoints leave the pages out: they need no build. */
  withPages?: boolean;
};

export async function buildApp(
  ctx: AppContext,
  logger: NonNullable<FastifyServerOptions['logger']>,
  { withPages = true }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    ...LIMITS,
    http: { headersTimeout: 15_000 },
    logger,
    // One line when an answer has gone out (below) instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: ctx.config.trustProxy,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRoute', (route) => {
    if (!OPEN_BY_NATURE.test(route.url)) requireAccess(route);
  });
  app.decorateRequest('viewer', null);
  // These run for every call and never wait, so they are plain callbacks: a promise each would cost more than they do.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done(checkOrigin(ctx.config, request));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { elapsedTime, statusCode } = reply;
    request.log.info({ req: request, status: statusCode, ms: Math.round(elapsedTime) }, 'request');
    done();
  });
  acceptOnlyJson(app);
  registerErrorHandling(app);
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(async (data) => {
    await secureData(data);
    await registerFeatures(data, ctx);
    if (withPages && !ctx.config.isDev) await registerBuiltFiles(data);
  });
  if (withPages) {
    await app.register(async (pages) => {
      await securePages(pages, ctx.config);
      await registerPages(pages, ctx);
    });
  }
  return app;
}

async function registerFeatures(app: FastifyInstance, ctx: AppContext): Promise<void> {
  const version = readVersionInfo(ctx.config.environment, FEATURES);
  await registerOpenApi(app, version);
  registerHealthRoutes(app, ctx);
  registerSiteRoutes(app, ctx, version);
  registerAccountRoutes(app, ctx);
  registerCoverRoutes(app, ctx);
  app.all('/api/*', { config: { access: 'public' }, schema: { hide: true } }, (request) => {
    throw nothingHere(request);
  });
}

/** Fastify also reads text/plain, which another site's form can send without asking first. */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
}

/** What a log line says: of a request never a query string, a cookie or a body; of an error never a query's values. */
export function loggerOptions(config: Config) {
  return {
    level: config.logLevel,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request), ip: request.ip }),
      err: describeError,
    },
  };
}
