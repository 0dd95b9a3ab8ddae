// Assembles the HTTP server: limits, headers, checks, every feature's routes, and the pages.
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { getVersion } from '#server/features/site/site.service.ts';
import { requireAccess } from '#server/http/bind-contract.ts';
import { registerBuiltFiles } from '#server/http/built-files.ts';
import { watchClosing, registerHealthRoutes } from '#server/http/health.routes.ts';
import { registerLiveEventRoutes } from '#server/http/live-event.routes.ts';
import { declaredFields, describeApi, registerApiBrowser } from '#server/http/openapi.ts';
import { describeError, pathOf, registerErrorHandling, sendError } from '#server/http/errors.ts';
import { checkHost, checkOrigin } from '#server/http/origin-check.ts';
import { BROTLI, PageCache } from '#server/http/page-cache.ts';
import { secureData, securePages } from '#server/http/security.ts';
import { answerForMissingRoutes, ROOT } from '#server/http/wrong-method.ts';
import type { Contract } from '#shared/contract.ts';
import { installValidationMessages } from '#shared/validation-messages.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { FEATURE_ROUTES } from './features.routes.ts';
import { CLIENT_FILES, registerPages } from './ssr.ts';

/** DESIGN §5.5: nothing waits forever, no input is unlimited. */
const LIMITS = {
  bodyLimit: 1024 * 1024,
  // Ten seconds by default, which a busy machine may need to load the built pages.
  pluginTimeout: 60_000,
  connectionTimeout: 60_000,
  keepAliveTimeout: 65_000,
} satisfies FastifyServerOptions;
/**
 * How long a client may take to send a request. By default Node checks its connections only every 30 seconds, and would
 * cut slow ones that much later.
 */
const SLOWEST = { headersMs: 15_000, requestMs: 30_000, checkEveryMs: 500 };

declare module 'fastify' {
  interface FastifyInstance {
    /** Readiness says no from now on; the server closes later. */
    beginClosing(): void;
  }
}

export type AppOptions = {
  /** Endpoint tests leave the pages out, because they need a build. */
  withPages?: boolean;
  pages?: PageCache;
  /** For tests of slow clients, which shouldn't wait half a minute. */
  slowest?: typeof SLOWEST;
};

export async function buildApp(
  ctx: AppContext,
  logger: NonNullable<FastifyServerOptions['logger']>,
  { withPages = true, pages = new PageCache(), slowest = SLOWEST }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    ...LIMITS,
    requestTimeout: slowest.requestMs,
    http: { headersTimeout: slowest.headersMs, connectionsCheckingInterval: slowest.checkEveryMs },
    logger,
    // One log line per response (below) instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request costs more than the line it writes; lines about a request name it themselves.
    childLoggerFactory: (parent, bindings, options) =>
      options.level ? parent.child(bindings, options) : parent,
    trustProxy: trustedProxies(ctx.config),
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  installValidationMessages();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(declaredFields);
  app.addHook('onRoute', function (this: FastifyInstance, route) {
    if (!this.hasDecorator('servesOpenFiles')) requireAccess(route);
  });
  const closing = watchClosing(app);
  app.decorate('beginClosing', closing.begin);
  app.decorate('contracts', new Set<Contract>());
  app.decorateRequest('viewer', null);
  // These run for every request and never wait, so they are plain callbacks: promises would cost more than the work.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done(checkHost(request) ?? checkOrigin(ctx.config, request));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { elapsedTime, statusCode } = reply;
    request.log.info(
      { reqId: request.id, req: request, status: statusCode, ms: Math.round(elapsedTime) },
      'request',
    );
    done();
  });
  acceptOnlyJson(app);
  registerErrorHandling(app);
  await app.register(cookie);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI,
    globalDecompression: false,
  });
  const version = getVersion(ctx.config.environment, Object.keys(FEATURE_ROUTES));
  await describeApi(app, version);
  await app.register(async (data) => {
    await secureData(data);
    const answerForMissing = answerForMissingRoutes(data);
    registerHealthRoutes(data, ctx, closing);
    registerLiveEventRoutes(data, ctx);
    for (const register of Object.values(FEATURE_ROUTES).flat()) register(data, ctx, { version, pages });
    for (const url of [ROOT, `${ROOT}/*`]) {
      data.all(url, { config: { access: 'public' }, schema: { hide: true } }, answerForMissing);
    }
  });
  await app.register(async (files) => {
    // Routes of libraries, which don't know our access rule: both serve public files.
    files.decorate('servesOpenFiles', true);
    await secureData(files);
    await registerApiBrowser(files);
    if (withPages && !ctx.config.isDev) await registerBuiltFiles(files, CLIENT_FILES);
  });
  if (withPages) {
    await app.register(async (scope) => {
      await securePages(scope, ctx.config);
      await registerPages(scope, ctx, pages);
    });
  }
  return app;
}

/** Counted from our side: anything before the last trusted proxy is the client's own claim. */
function trustedProxies({
  trustProxy,
}: Config): false | string | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
}

/**
 * Fastify also parses text/plain, which another site's form can send without a preflight. Calls without a payload are
 * JSON too (spec §7): their empty body is no body.
 */
function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '' && !request.routeOptions.schema?.body) done(null, undefined);
    else void parse(request, body, done);
  });
}

/** What is logged: never a request's query string, cookie or body, and never the values of a failed query. */
export function loggerOptions(config: Config) {
  return {
    level: config.logLevel,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request), ip: request.ip }),
      err: describeError,
    },
  };
}
