// The one list of all background jobs.
import { sendAnnouncementJob } from '#server/features/announcement/announcement.jobs.ts';
import { warnAboutFailedSignInsJob } from '#server/features/account/failed-sign-in.service.ts';
import { sendPasswordResetJob } from '#server/features/account/password.service.ts';
import { sendSignInLinkJob } from '#server/features/account/sign-in.service.ts';
import { applyApplicationDecisionJob } from '#server/features/application/application.service.ts';
import { deleteSubmissionFileJob } from '#server/features/assignment/assignment.jobs.ts';
import { readCalendarJob, readDueCalendarsJob } from '#server/features/availability/availability.jobs.ts';
import { cancelAppointmentJob } from '#server/features/booking/appointment.service.ts';
import { deleteBookingFileJob } from '#server/features/booking/booking-file.service.ts';
import { sendBookingRemindersJob } from '#server/features/booking/reminder.service.ts';
import { deleteDraftJob } from '#server/features/authoring/resource-draft.service.ts';
import { sendVersionMailsJob } from '#server/features/authoring/resource-version.service.ts';
import { sendCartRemindersJob } from '#server/features/cart/cart-reminder.jobs.ts';
import { refreshCatalogueJob } from '#server/features/catalogue/catalogue.service.ts';
import { mergeCategoryJob } from '#server/features/category/category.service.ts';
import { deleteCourseFileBytesJob } from '#server/features/course-editor/course-files.service.ts';
import { deleteCreditFileJob } from '#server/features/credit/credit.jobs.ts';
import {
  advanceMembershipsJob,
  restoreLostTimeJob,
  remindMembersJob,
  remindOfCreditJob,
  sendGiftsJob,
} from '#server/features/billing/billing.jobs.ts';
import { removeCardJob } from '#server/features/payment/saved-card.jobs.ts';
import {
  followRefundsJob,
  sendCertificateRemindersJob,
} from '#server/features/certificate/certificate.jobs.ts';
import { sumInstructorCountsJob } from '#server/features/connect/connect.jobs.ts';
import { drawCoverJob, drawPostersJob, cleanUpCoverJob } from '#server/features/cover/cover.service.ts';
import { rollUpLedgerJob } from '#server/features/ledger/ledger.jobs.ts';
import { shareMembershipsJob } from '#server/features/member-share/member-share.jobs.ts';
import { sendMessageMailsJob } from '#server/features/message/message-mail.service.ts';
import { deleteMessageFileJob } from '#server/features/message/message.jobs.ts';
import { sendWeeklyDigestsJob } from '#server/features/notification/notification.jobs.ts';
import { applyResourceDecisionJob } from '#server/features/moderation/moderation.service.ts';
import {
  closeNoticesJob,
  applyNoticeDecisionJob,
} from '#server/features/moderation/rights-notice-decisions.service.ts';
import { checkPaymentJob, reconcileJob } from '#server/features/payment/reconcile.jobs.ts';
import { deliverSandboxEventsJob } from '#server/features/payment/sandbox.jobs.ts';
import { applyWebhookEventJob } from '#server/features/payment/webhook.service.ts';
import { reverseJob, sendPayoutJob } from '#server/features/payout/payout-send.service.ts';
import { runPayoutsJob, startRunJob, resumePayoutsJob } from '#server/features/payout/payout-run.service.ts';
import { cleanUpAvatarJob } from '#server/features/profile/avatar.service.ts';
import {
  publishDueCoursesJob,
  publishScheduledCourseJob,
} from '#server/features/course-editor/publish-schedule.service.ts';
import { prepareVideoJob } from '#server/features/course-editor/prepare-video.jobs.ts';
import { completeFinishedLearnersJob } from '#server/features/progress/progress.service.ts';
import {
  completeBookingsJob,
  expireReservationsJob,
  refreshOpeningsJob,
} from '#server/features/reservation/reservation.jobs.ts';
import { payBackJob } from '#server/features/refund/refund.service.ts';
import { submitOverdueAttemptsJob } from '#server/features/quiz/quiz-grading.service.ts';
import { cleanUpResourceFilesJob } from '#server/features/resource/resource-changes.service.ts';
import { createPreviewsJob, cleanUpPreviewsJob } from '#server/features/resource/resource-preview.service.ts';
import { applySellerDecisionJob } from '#server/features/seller/seller-staff.service.ts';
import { pruneJob } from '#server/features/privacy/privacy.jobs.ts';
import { countCourseItemsJob } from '#server/features/teaching/course-analytics.service.ts';
import { relistStyleJob } from '#server/features/style/style.service.ts';
import { checkUploadJob, cleanUpUploadsJob } from '#server/features/upload/upload.service.ts';
import {
  inviteReviewsJob,
  publishReviewsJob,
} from '#server/features/session-review/session-review.service.ts';
import { advanceWaitlistsJob } from '#server/features/waitlist/waitlist-offers.service.ts';
import { deliverMailJob } from '#server/platform/mail.service.ts';
import { attachDemoEvidenceJob } from '#server/seed/credits.ts';
import { makeDemoFilesJob } from '#server/seed/files/demo-files.ts';
import { attachLessonMediaJob } from '#server/seed/files/lesson-media.ts';
import type { Job } from './job.ts';

export const JOBS: readonly Job[] = [
  checkPaymentJob,
  applyWebhookEventJob,
  checkUploadJob,
  closeNoticesJob,
  applyApplicationDecisionJob,
  applyNoticeDecisionJob,
  applyResourceDecisionJob,
  applySellerDecisionJob,
  deliverMailJob,
  deliverSandboxEventsJob,
  drawCoverJob,
  drawPostersJob,
  deleteDraftJob,
  deleteCourseFileBytesJob,
  deleteSubmissionFileJob,
  deleteCreditFileJob,
  deleteMessageFileJob,
  sendMessageMailsJob,
  sendAnnouncementJob,
  sendWeeklyDigestsJob,
  makeDemoFilesJob,
  attachLessonMediaJob,
  attachDemoEvidenceJob,
  createPreviewsJob,
  mergeCategoryJob,
  payBackJob,
  pruneJob,
  reconcileJob,
  sendCartRemindersJob,
  sendCertificateRemindersJob,
  followRefundsJob,
  refreshCatalogueJob,
  relistStyleJob,
  reverseJob,
  rollUpLedgerJob,
  runPayoutsJob,
  sendPayoutJob,
  sendPasswordResetJob,
  sendSignInLinkJob,
  startRunJob,
  resumePayoutsJob,
  sendVersionMailsJob,
  completeFinishedLearnersJob,
  countCourseItemsJob,
  prepareVideoJob,
  publishDueCoursesJob,
  publishScheduledCourseJob,
  cleanUpUploadsJob,
  cleanUpAvatarJob,
  cleanUpCoverJob,
  cleanUpPreviewsJob,
  cleanUpResourceFilesJob,
  submitOverdueAttemptsJob,
  readCalendarJob,
  readDueCalendarsJob,
  sumInstructorCountsJob,
  advanceMembershipsJob,
  restoreLostTimeJob,
  remindMembersJob,
  remindOfCreditJob,
  sendGiftsJob,
  shareMembershipsJob,
  removeCardJob,
  expireReservationsJob,
  completeBookingsJob,
  refreshOpeningsJob,
  cancelAppointmentJob,
  sendBookingRemindersJob,
  advanceWaitlistsJob,
  deleteBookingFileJob,
  inviteReviewsJob,
  publishReviewsJob,
  warnAboutFailedSignInsJob,
];
