// Puts the HTTP server together: limits, headers, checks, every feature's routes, and the pages.
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { registerAccountRoutes } from '#server/features/account/account.routes.ts';
import { registerApplicationRoutes } from '#server/features/application/application.routes.ts';
import { registerAssignmentRoutes } from '#server/features/assignment/assignment.routes.ts';
import { registerAuthoringRoutes } from '#server/features/authoring/authoring.routes.ts';
import { registerBundleRoutes } from '#server/features/bundle/bundle.routes.ts';
import { registerCartRoutes, registerCartReminderRoutes } from '#server/features/cart/cart.routes.ts';
import { registerCatalogueRoutes } from '#server/features/catalogue/catalogue.routes.ts';
import { registerCategoryRoutes } from '#server/features/category/category.routes.ts';
import { registerCheckoutRoutes, registerZipRoutes } from '#server/features/checkout/checkout.routes.ts';
import { registerCouponManagementRoutes } from '#server/features/coupon/coupon.routes.ts';
import { registerCourseEditorRoutes } from '#server/features/course-editor/course-editor.routes.ts';
import { registerCourseRoutes } from '#server/features/course/course.routes.ts';
import { registerCoverRoutes } from '#server/features/cover/cover.routes.ts';
import { registerDashboardRoutes } from '#server/features/dashboard/dashboard.routes.ts';
import { registerDiscussionRoutes } from '#server/features/discussion/discussion.routes.ts';
import { registerEntitlementRoutes } from '#server/features/entitlement/entitlement.routes.ts';
import { registerLearningRoutes } from '#server/features/learning/learning.routes.ts';
import { registerPracticeRoutes } from '#server/features/learning/practice.routes.ts';
import { registerLedgerRoutes } from '#server/features/ledger/ledger.routes.ts';
import { registerModerationRoutes } from '#server/features/moderation/moderation.routes.ts';
import { registerStaffPaymentsRoutes } from '#server/features/payment-problem/payment-problem.routes.ts';
import { registerWebhookRoutes } from '#server/features/payment/webhook.routes.ts';
import { registerPayoutStaffRoutes, registerPayoutRoutes } from '#server/features/payout/payout.routes.ts';
import { registerPrivacyRoutes } from '#server/features/privacy/privacy.routes.ts';
import { registerProfileRoutes } from '#server/features/profile/profile.routes.ts';
import { registerProgressRoutes } from '#server/features/progress/progress.routes.ts';
import { registerRefundRoutes } from '#server/features/refund/refund.routes.ts';
import { registerResourceRoutes } from '#server/features/resource/resource.routes.ts';
import { registerQuizRoutes } from '#server/features/quiz/quiz.routes.ts';
import { registerReviewRoutes } from '#server/features/review/review.routes.ts';
import { registerSeatRoutes } from '#server/features/seat/seat.routes.ts';
import {
  registerOwnSellerRoutes,
  registerSellerRoutes,
  registerSellerStaffRoutes,
} from '#server/features/seller/seller.routes.ts';
import { registerSiteRoutes } from '#server/features/site/site.routes.ts';
import { getVersion, type VersionInfo } from '#server/features/site/site.service.ts';
import { registerStyleRoutes } from '#server/features/style/style.routes.ts';
import { registerTeachingRoutes } from '#server/features/teaching/teaching.routes.ts';
import { registerUploadRoutes } from '#server/features/upload/upload.routes.ts';
import { registerUserAdminRoutes } from '#server/features/user-admin/user-admin.routes.ts';
import { registerWishlistRoutes } from '#server/features/wishlist/wishlist.routes.ts';
import { requireAccess } from '#server/http/bind-contract.ts';
import { watchClosing, registerHealthRoutes } from '#server/http/health.routes.ts';
import { declaredFields, describeApi, registerApiBrowser } from '#server/http/openapi.ts';
import { describeError, nothingHere, pathOf, registerErrorHandling, sendError } from '#server/http/errors.ts';
import { checkHost, checkOrigin } from '#server/http/origin-check.ts';
import { PageCache } from '#server/http/page-cache.ts';
import { secureData, securePages } from '#server/http/security.ts';
import { installValidationMessages } from '#shared/validation-messages.ts';
import {
  registerOrderFilesRoutes,
  registerReceiptRoutes,
  registerStaffOrderRoutes,
  registerOrderRoutes,
} from '#server/features/order/order.routes.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { registerBuiltFiles, registerPages } from './ssr.ts';

const FEATURES = [
  'site',
  'account',
  'cover',
  'dashboard',
  'resource',
  'course',
  'seller',
  'review',
  'wishlist',
  'cart',
  'checkout',
];
/** DESIGN §5.5: nothing waits for ever, nothing is read without end. */
const LIMITS = {
  bodyLimit: 1024 * 1024,
  connectionTimeout: 60_000,
  keepAliveTimeout: 65_000,
} satisfies FastifyServerOptions;
/**
 * How long a caller may take to send a request. Node looks at its connections only every 30 seconds unless told
 * otherwise, and would cut slow ones that much later.
 */
const SLOWEST = { headersMs: 15_000, requestMs: 30_000, checkEveryMs: 500 };

declare module 'fastify' {
  interface FastifyInstance {
    /** Readiness says no from now on; closing itself comes later. */
    beginClosing(): void;
  }
}

export type AppOptions = {
  /** Tests of endpoints leave the pages out: they need no build. */
  withPages?: boolean;
  pages?: PageCache;
  /** Tests of slow callers do not wait for half a minute. */
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
    // One line when an answer has gone out (below) instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request costs more than the line it writes; lines about a request name it themselves.
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
  app.decorateRequest('viewer', null);
  // These run for every call and never wait, so they are plain callbacks: a promise each would cost more than they do.
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
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });
  const version = getVersion(ctx.config.environment, FEATURES);
  await describeApi(app, version);
  await app.register(async (data) => {
    await secureData(data);
    registerHealthRoutes(data, ctx, closing);
    registerFeatures(data, ctx, version, pages);
  });
  await app.register(async (files) => {
    // Routes of libraries, which know nothing of our access rule: both serve files that are public by nature.
    files.decorate('servesOpenFiles', true);
    await secureData(files);
    await registerApiBrowser(files);
    if (withPages && !ctx.config.isDev) await registerBuiltFiles(files);
  });
  if (withPages) {
    await app.register(async (scope) => {
      await securePages(scope, ctx.config);
      await registerPages(scope, ctx, pages);
    });
  }
  return app;
}

function registerFeatures(
  app: FastifyInstance,
  ctx: AppContext,
  version: VersionInfo,
  pages: PageCache,
): void {
  registerSiteRoutes(app, ctx, { version, pages });
  registerDashboardRoutes(app, ctx);
  registerAccountRoutes(app, ctx);
  registerPrivacyRoutes(app, ctx);
  registerProfileRoutes(app, ctx);
  registerApplicationRoutes(app, ctx);
  registerUserAdminRoutes(app, ctx);
  registerCoverRoutes(app, ctx);
  registerCatalogueRoutes(app, ctx);
  registerResourceRoutes(app, ctx);
  registerEntitlementRoutes(app, ctx);
  registerCourseRoutes(app, ctx);
  registerProgressRoutes(app, ctx);
  registerCourseEditorRoutes(app, ctx);
  registerLearningRoutes(app, ctx);
  registerCategoryRoutes(app, ctx);
  registerSellerRoutes(app, ctx);
  registerReviewRoutes(app, ctx);
  registerQuizRoutes(app, ctx);
  registerSeatRoutes(app, ctx);
  registerUploadRoutes(app, ctx);
  registerAuthoringRoutes(app, ctx);
  registerModerationRoutes(app, ctx);
  registerOwnSellerRoutes(app, ctx);
  registerSellerStaffRoutes(app, ctx);
  registerStyleRoutes(app, ctx);
  registerWishlistRoutes(app, ctx);
  registerPracticeRoutes(app, ctx);
  registerAssignmentRoutes(app, ctx);
  registerDiscussionRoutes(app, ctx);
  registerTeachingRoutes(app, ctx);
  registerCartRoutes(app, ctx);
  registerCartReminderRoutes(app, ctx);
  registerCheckoutRoutes(app, ctx);
  registerOrderRoutes(app, ctx);
  registerCouponManagementRoutes(app, ctx);
  registerBundleRoutes(app, ctx);
  registerRefundRoutes(app, ctx);
  registerStaffPaymentsRoutes(app, ctx);
  registerLedgerRoutes(app, ctx);
  registerStaffOrderRoutes(app, ctx);
  registerPayoutRoutes(app, ctx);
  registerPayoutStaffRoutes(app, ctx);
  registerReceiptRoutes(app, ctx);
  registerOrderFilesRoutes(app, ctx);
  registerZipRoutes(app, ctx);
  registerWebhookRoutes(app, ctx);
  app.all('/api/*', { config: { access: 'public' }, schema: { hide: true } }, (request) => {
    throw nothingHere(request);
  });
}

/** Counted from us outwards: what stands before the last trusted one is the caller's own claim. */
function trustedProxies({
  trustProxy,
}: Config): false | string | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
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
