// Assembles the HTTP server: limits, headers, checks, every feature's routes, and the pages.
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { registerAccountRoutes } from '#server/features/account/account.routes.ts';
import { registerAnnouncementRoutes } from '#server/features/announcement/announcement.routes.ts';
import { registerApplicationRoutes } from '#server/features/application/application.routes.ts';
import { registerAssignmentRoutes } from '#server/features/assignment/assignment.routes.ts';
import { registerAuthoringRoutes } from '#server/features/authoring/authoring.routes.ts';
import { registerAvailabilityRoutes } from '#server/features/availability/availability.routes.ts';
import { registerBookingRoutes } from '#server/features/booking/booking.routes.ts';
import { registerBundleRoutes } from '#server/features/bundle/bundle.routes.ts';
import { registerCartRoutes, registerCartReminderRoutes } from '#server/features/cart/cart.routes.ts';
import { registerCatalogueRoutes } from '#server/features/catalogue/catalogue.routes.ts';
import { registerCategoryRoutes } from '#server/features/category/category.routes.ts';
import { registerCertificateTemplateRoutes } from '#server/features/certificate-template/certificate-template.routes.ts';
import { registerBadgeRoutes } from '#server/features/certificate/badge.routes.ts';
import { registerCertificateRoutes } from '#server/features/certificate/certificate.routes.ts';
import { registerPassportRoutes } from '#server/features/certificate/passport.routes.ts';
import { registerCheckoutRoutes, registerZipRoutes } from '#server/features/checkout/checkout.routes.ts';
import { registerConnectRoutes } from '#server/features/connect/connect.routes.ts';
import { registerCouponManagementRoutes } from '#server/features/coupon/coupon.routes.ts';
import { registerCourseEditorRoutes } from '#server/features/course-editor/course-editor.routes.ts';
import { registerCreditRoutes } from '#server/features/credit/credit.routes.ts';
import { registerCourseRoutes } from '#server/features/course/course.routes.ts';
import { registerCoverRoutes } from '#server/features/cover/cover.routes.ts';
import { registerDashboardRoutes } from '#server/features/dashboard/dashboard.routes.ts';
import { registerDiscussionRoutes } from '#server/features/discussion/discussion.routes.ts';
import { registerEntitlementRoutes } from '#server/features/entitlement/entitlement.routes.ts';
import { registerInstructorRoutes } from '#server/features/instructor/instructor.routes.ts';
import { registerLearningRoutes } from '#server/features/learning/learning.routes.ts';
import { registerPracticeRoutes } from '#server/features/learning/practice.routes.ts';
import { registerLedgerRoutes } from '#server/features/ledger/ledger.routes.ts';
import { registerHelpRoutes } from '#server/features/help/help.routes.ts';
import { registerSupportRoutes } from '#server/features/support/support.routes.ts';
import { registerMessageRoutes } from '#server/features/message/message.routes.ts';
import { registerModerationRoutes } from '#server/features/moderation/moderation.routes.ts';
import { registerNotificationRoutes } from '#server/features/notification/notification.routes.ts';
import { registerStaffPaymentsRoutes } from '#server/features/payment-problem/payment-problem.routes.ts';
import { registerWebhookRoutes } from '#server/features/payment/webhook.routes.ts';
import { registerPayoutStaffRoutes, registerPayoutRoutes } from '#server/features/payout/payout.routes.ts';
import { registerPrivacyRoutes } from '#server/features/privacy/privacy.routes.ts';
import { registerProfileRoutes } from '#server/features/profile/profile.routes.ts';
import { registerProgressRoutes } from '#server/features/progress/progress.routes.ts';
import { registerRefundRoutes } from '#server/features/refund/refund.routes.ts';
import { registerBillingRoutes } from '#server/features/billing/billing.routes.ts';
import { registerMembershipRoutes } from './features/membership/membership.routes.ts';
import { registerStaffMemberRoutes } from '#server/features/billing/staff-member.routes.ts';
import { registerPlanRoutes } from '#server/features/plan/plan.routes.ts';
import { registerReservationRoutes } from '#server/features/reservation/reservation.routes.ts';
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
import { registerSessionReviewRoutes } from '#server/features/session-review/session-review.routes.ts';
import { registerWaitlistRoutes } from '#server/features/waitlist/waitlist.routes.ts';
import { registerWishlistRoutes } from '#server/features/wishlist/wishlist.routes.ts';
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
import { installValidationMessages } from '#shared/validation-messages.ts';
import {
  registerOrderFilesRoutes,
  registerReceiptRoutes,
  registerStaffOrderRoutes,
  registerOrderRoutes,
} from '#server/features/order/order.routes.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { CLIENT_FILES, registerPages } from './ssr.ts';

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
  const version = getVersion(ctx.config.environment, FEATURES);
  await describeApi(app, version);
  await app.register(async (data) => {
    await secureData(data);
    const answerForMissing = answerForMissingRoutes(data);
    registerHealthRoutes(data, ctx, closing);
    registerLiveEventRoutes(data, ctx);
    registerFeatures(data, ctx, version, pages);
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
  registerAvailabilityRoutes(app, ctx);
  registerReservationRoutes(app, ctx);
  registerPlanRoutes(app, ctx);
  registerMembershipRoutes(app, ctx);
  registerStaffMemberRoutes(app, ctx);
  registerBillingRoutes(app, ctx);
  registerBookingRoutes(app, ctx);
  registerWaitlistRoutes(app, ctx);
  registerSessionReviewRoutes(app, ctx);
  registerCoverRoutes(app, ctx);
  registerCatalogueRoutes(app, ctx);
  registerResourceRoutes(app, ctx);
  registerEntitlementRoutes(app, ctx);
  registerCourseRoutes(app, ctx);
  registerProgressRoutes(app, ctx);
  registerCertificateTemplateRoutes(app, ctx);
  registerCertificateRoutes(app, ctx);
  registerBadgeRoutes(app, ctx);
  registerPassportRoutes(app, ctx);
  registerCreditRoutes(app, ctx);
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
  registerMessageRoutes(app, ctx);
  registerAnnouncementRoutes(app, ctx);
  registerNotificationRoutes(app, ctx);
  registerSupportRoutes(app, ctx);
  registerHelpRoutes(app, ctx);
  registerTeachingRoutes(app, ctx);
  registerInstructorRoutes(app, ctx);
  registerConnectRoutes(app, ctx);
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
    else parse(request, body, done);
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
