// Every feature's routes. /api/version lists the features by these names.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { registerAccountRoutes } from '#server/features/account/account.routes.ts';
import { registerAnnouncementRoutes } from '#server/features/announcement/announcement.routes.ts';
import { registerApplicationRoutes } from '#server/features/application/application.routes.ts';
import { registerAssignmentRoutes } from '#server/features/assignment/assignment.routes.ts';
import { registerAuthoringRoutes } from '#server/features/authoring/authoring.routes.ts';
import { registerAvailabilityRoutes } from '#server/features/availability/availability.routes.ts';
import { registerBillingRoutes } from '#server/features/billing/billing.routes.ts';
import { registerStaffMemberRoutes } from '#server/features/billing/staff-member.routes.ts';
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
import { registerCourseRoutes } from '#server/features/course/course.routes.ts';
import { registerCoverRoutes } from '#server/features/cover/cover.routes.ts';
import { registerCreditRoutes } from '#server/features/credit/credit.routes.ts';
import { registerDashboardRoutes } from '#server/features/dashboard/dashboard.routes.ts';
import { registerDiscussionRoutes } from '#server/features/discussion/discussion.routes.ts';
import { registerEntitlementRoutes } from '#server/features/entitlement/entitlement.routes.ts';
import { registerHelpRoutes } from '#server/features/help/help.routes.ts';
import { registerInstructorRoutes } from '#server/features/instructor/instructor.routes.ts';
import { registerLearningRoutes } from '#server/features/learning/learning.routes.ts';
import { registerPracticeRoutes } from '#server/features/learning/practice.routes.ts';
import { registerLedgerRoutes } from '#server/features/ledger/ledger.routes.ts';
import { registerMembershipRoutes } from '#server/features/membership/membership.routes.ts';
import { registerMessageRoutes } from '#server/features/message/message.routes.ts';
import { registerModerationRoutes } from '#server/features/moderation/moderation.routes.ts';
import { registerNotificationRoutes } from '#server/features/notification/notification.routes.ts';
import {
  registerOrderFilesRoutes,
  registerReceiptRoutes,
  registerStaffOrderRoutes,
  registerOrderRoutes,
} from '#server/features/order/order.routes.ts';
import { registerStaffPaymentsRoutes } from '#server/features/payment-problem/payment-problem.routes.ts';
import { registerWebhookRoutes } from '#server/features/payment/webhook.routes.ts';
import { registerPayoutStaffRoutes, registerPayoutRoutes } from '#server/features/payout/payout.routes.ts';
import { registerPlanRoutes } from '#server/features/plan/plan.routes.ts';
import { registerPrivacyRoutes } from '#server/features/privacy/privacy.routes.ts';
import { registerProfileRoutes } from '#server/features/profile/profile.routes.ts';
import { registerProgressRoutes } from '#server/features/progress/progress.routes.ts';
import { registerQuizRoutes } from '#server/features/quiz/quiz.routes.ts';
import { registerRefundRoutes } from '#server/features/refund/refund.routes.ts';
import { registerReservationRoutes } from '#server/features/reservation/reservation.routes.ts';
import { registerResourceRoutes } from '#server/features/resource/resource.routes.ts';
import { registerReviewRoutes } from '#server/features/review/review.routes.ts';
import { registerSeatRoutes } from '#server/features/seat/seat.routes.ts';
import {
  registerOwnSellerRoutes,
  registerSellerRoutes,
  registerSellerStaffRoutes,
} from '#server/features/seller/seller.routes.ts';
import { registerSessionReviewRoutes } from '#server/features/session-review/session-review.routes.ts';
import { registerSiteRoutes } from '#server/features/site/site.routes.ts';
import { registerStyleRoutes } from '#server/features/style/style.routes.ts';
import { registerSupportRoutes } from '#server/features/support/support.routes.ts';
import { registerTeachingRoutes } from '#server/features/teaching/teaching.routes.ts';
import { registerUploadRoutes } from '#server/features/upload/upload.routes.ts';
import { registerUserAdminRoutes } from '#server/features/user-admin/user-admin.routes.ts';
import { registerWaitlistRoutes } from '#server/features/waitlist/waitlist.routes.ts';
import { registerWishlistRoutes } from '#server/features/wishlist/wishlist.routes.ts';
import type { VersionInfo } from '#server/features/site/site.service.ts';
import type { PageCache } from '#server/http/page-cache.ts';

type Register = (
  app: FastifyInstance,
  ctx: AppContext,
  about: { version: VersionInfo; pages: PageCache },
) => void;

export const FEATURE_ROUTES: Readonly<Record<string, readonly Register[]>> = {
  account: [registerAccountRoutes],
  announcement: [registerAnnouncementRoutes],
  application: [registerApplicationRoutes],
  assignment: [registerAssignmentRoutes],
  authoring: [registerAuthoringRoutes],
  availability: [registerAvailabilityRoutes],
  billing: [registerBillingRoutes, registerStaffMemberRoutes],
  booking: [registerBookingRoutes],
  bundle: [registerBundleRoutes],
  cart: [registerCartRoutes, registerCartReminderRoutes],
  catalogue: [registerCatalogueRoutes],
  category: [registerCategoryRoutes],
  certificate: [registerBadgeRoutes, registerCertificateRoutes, registerPassportRoutes],
  'certificate-template': [registerCertificateTemplateRoutes],
  checkout: [registerCheckoutRoutes, registerZipRoutes],
  connect: [registerConnectRoutes],
  coupon: [registerCouponManagementRoutes],
  course: [registerCourseRoutes],
  'course-editor': [registerCourseEditorRoutes],
  cover: [registerCoverRoutes],
  credit: [registerCreditRoutes],
  dashboard: [registerDashboardRoutes],
  discussion: [registerDiscussionRoutes],
  entitlement: [registerEntitlementRoutes],
  help: [registerHelpRoutes],
  instructor: [registerInstructorRoutes],
  learning: [registerLearningRoutes, registerPracticeRoutes],
  ledger: [registerLedgerRoutes],
  membership: [registerMembershipRoutes],
  message: [registerMessageRoutes],
  moderation: [registerModerationRoutes],
  notification: [registerNotificationRoutes],
  order: [registerOrderFilesRoutes, registerReceiptRoutes, registerStaffOrderRoutes, registerOrderRoutes],
  payment: [registerWebhookRoutes],
  'payment-problem': [registerStaffPaymentsRoutes],
  payout: [registerPayoutStaffRoutes, registerPayoutRoutes],
  plan: [registerPlanRoutes],
  privacy: [registerPrivacyRoutes],
  profile: [registerProfileRoutes],
  progress: [registerProgressRoutes],
  quiz: [registerQuizRoutes],
  refund: [registerRefundRoutes],
  reservation: [registerReservationRoutes],
  resource: [registerResourceRoutes],
  review: [registerReviewRoutes],
  seat: [registerSeatRoutes],
  seller: [registerOwnSellerRoutes, registerSellerRoutes, registerSellerStaffRoutes],
  'session-review': [registerSessionReviewRoutes],
  site: [registerSiteRoutes],
  style: [registerStyleRoutes],
  support: [registerSupportRoutes],
  teaching: [registerTeachingRoutes],
  upload: [registerUploadRoutes],
  'user-admin': [registerUserAdminRoutes],
  waitlist: [registerWaitlistRoutes],
  wishlist: [registerWishlistRoutes],
};
