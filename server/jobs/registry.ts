// The one list of all background jobs.
import { warnAboutFailedSignInsJob } from '#server/features/account/failed-sign-in.service.ts';
import { sendPasswordResetJob } from '#server/features/account/password.service.ts';
import { sendSignInLinkJob } from '#server/features/account/sign-in.service.ts';
import { applyApplicationDecisionJob } from '#server/features/application/application.service.ts';
import { deleteSubmissionFileJob } from '#server/features/assignment/assignment.jobs.ts';
import { deleteDraftJob } from '#server/features/authoring/resource-draft.service.ts';
import { sendVersionMailsJob } from '#server/features/authoring/resource-version.service.ts';
import { sendCartRemindersJob } from '#server/features/cart/cart-reminder.jobs.ts';
import { refreshCatalogueJob } from '#server/features/catalogue/catalogue.service.ts';
import { mergeCategoryJob } from '#server/features/category/category.service.ts';
import { drawCoverJob, drawPostersJob, cleanUpCoverJob } from '#server/features/cover/cover.service.ts';
import { rollUpLedgerJob } from '#server/features/ledger/ledger.jobs.ts';
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
import { payBackJob } from '#server/features/refund/refund.service.ts';
import { submitOverdueAttemptsJob } from '#server/features/quiz/quiz-grading.service.ts';
import { cleanUpResourceFilesJob } from '#server/features/resource/resource-changes.service.ts';
import { createPreviewsJob, cleanUpPreviewsJob } from '#server/features/resource/resource-preview.service.ts';
import { applySellerDecisionJob } from '#server/features/seller/seller-staff.service.ts';
import { pruneJob } from '#server/features/privacy/privacy.jobs.ts';
import { relistStyleJob } from '#server/features/style/style.service.ts';
import { checkUploadJob, cleanUpUploadsJob } from '#server/features/upload/upload.service.ts';
import { deliverMailJob } from '#server/platform/mail.service.ts';
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
  deleteSubmissionFileJob,
  makeDemoFilesJob,
  attachLessonMediaJob,
  createPreviewsJob,
  mergeCategoryJob,
  payBackJob,
  pruneJob,
  reconcileJob,
  sendCartRemindersJob,
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
  cleanUpUploadsJob,
  cleanUpAvatarJob,
  cleanUpCoverJob,
  cleanUpPreviewsJob,
  cleanUpResourceFilesJob,
  submitOverdueAttemptsJob,
  warnAboutFailedSignInsJob,
];
