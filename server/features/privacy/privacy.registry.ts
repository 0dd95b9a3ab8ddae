// The one list of every feature's personal data. A feature that stores something about users adds its declaration here.
import { announcementPersonalData } from '#server/features/announcement/announcement.privacy.ts';
import { accountPersonalData } from '#server/features/account/account.privacy.ts';
import { applicationPersonalData } from '#server/features/application/application.privacy.ts';
import { assignmentPersonalData } from '#server/features/assignment/assignment.privacy.ts';
import { authoringPersonalData } from '#server/features/authoring/authoring.privacy.ts';
import { bundlePersonalData } from '#server/features/bundle/bundle.privacy.ts';
import { cartPersonalData } from '#server/features/cart/cart.privacy.ts';
import { cataloguePersonalData } from '#server/features/catalogue/catalogue.privacy.ts';
import { certificateTemplatePersonalData } from '#server/features/certificate-template/certificate-template.privacy.ts';
import { certificatePersonalData } from '#server/features/certificate/certificate.privacy.ts';
import { couponPersonalData } from '#server/features/coupon/coupon.privacy.ts';
import { courseEditorPersonalData } from '#server/features/course-editor/course-editor.privacy.ts';
import { coursePersonalData } from '#server/features/course/course.privacy.ts';
import { creditPersonalData } from '#server/features/credit/credit.privacy.ts';
import { discussionPersonalData } from '#server/features/discussion/discussion.privacy.ts';
import { entitlementPersonalData } from '#server/features/entitlement/entitlement.privacy.ts';
import { availabilityPersonalData } from '#server/features/availability/availability.privacy.ts';
import { bookingPersonalData } from '#server/features/booking/booking.privacy.ts';
import { instructorPersonalData } from '#server/features/instructor/instructor.privacy.ts';
import { learningPersonalData } from '#server/features/learning/learning.privacy.ts';
import { ledgerPersonalData } from '#server/features/ledger/ledger.privacy.ts';
import { helpPersonalData } from '#server/features/help/help.privacy.ts';
import { supportPersonalData } from '#server/features/support/support.privacy.ts';
import { messagePersonalData } from '#server/features/message/message.privacy.ts';
import { moderationPersonalData } from '#server/features/moderation/moderation.privacy.ts';
import { orderPersonalData } from '#server/features/order/order.privacy.ts';
import { paymentProblemPersonalData } from '#server/features/payment-problem/payment-problem.privacy.ts';
import { paymentPersonalData } from '#server/features/payment/payment.privacy.ts';
import { payoutPersonalData } from '#server/features/payout/payout.privacy.ts';
import { progressPersonalData } from '#server/features/progress/progress.privacy.ts';
import { quizPersonalData } from '#server/features/quiz/quiz.privacy.ts';
import { refundPersonalData } from '#server/features/refund/refund.privacy.ts';
import { memberSharePersonalData } from '#server/features/member-share/member-share.privacy.ts';
import { membershipPersonalData } from '#server/features/membership/membership.privacy.ts';
import { reservationPersonalData } from '#server/features/reservation/reservation.privacy.ts';
import { resourcePersonalData } from '#server/features/resource/resource.privacy.ts';
import { reviewPersonalData } from '#server/features/review/review.privacy.ts';
import { seatPersonalData } from '#server/features/seat/seat.privacy.ts';
import { sellerPersonalData } from '#server/features/seller/seller.privacy.ts';
import { sitePersonalData } from '#server/features/site/site.privacy.ts';
import { sessionReviewPersonalData } from '#server/features/session-review/session-review.privacy.ts';
import { teachingPersonalData } from '#server/features/teaching/teaching.privacy.ts';
import { uploadPersonalData } from '#server/features/upload/upload.privacy.ts';
import { waitlistPersonalData } from '#server/features/waitlist/waitlist.privacy.ts';
import { wishlistPersonalData } from '#server/features/wishlist/wishlist.privacy.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import { platformPersonalData } from '#server/platform/platform.privacy.ts';

export const PERSONAL_DATA: readonly PersonalData[] = [
  platformPersonalData,
  accountPersonalData,
  applicationPersonalData,
  orderPersonalData,
  seatPersonalData,
  resourcePersonalData,
  entitlementPersonalData,
  reviewPersonalData,
  wishlistPersonalData,
  sellerPersonalData,
  moderationPersonalData,
  uploadPersonalData,
  cartPersonalData,
  coursePersonalData,
  progressPersonalData,
  certificatePersonalData,
  creditPersonalData,
  courseEditorPersonalData,
  payoutPersonalData,
  bundlePersonalData,
  authoringPersonalData,
  certificateTemplatePersonalData,
  couponPersonalData,
  cataloguePersonalData,
  learningPersonalData,
  ledgerPersonalData,
  paymentPersonalData,
  paymentProblemPersonalData,
  quizPersonalData,
  refundPersonalData,
  sitePersonalData,
  assignmentPersonalData,
  discussionPersonalData,
  messagePersonalData,
  announcementPersonalData,
  supportPersonalData,
  helpPersonalData,
  teachingPersonalData,
  instructorPersonalData,
  availabilityPersonalData,
  membershipPersonalData,
  memberSharePersonalData,
  reservationPersonalData,
  bookingPersonalData,
  waitlistPersonalData,
  sessionReviewPersonalData,
];
