// Reported session reviews, for staff. Removing one is recorded.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/session-review/session-review.contract.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import { listBookingRows } from '#server/features/reservation/booking-view.service.ts';
import {
  countOpenReports,
  decideReports,
  findReport,
  hideReview,
  listOpenReports,
  listReviewsById,
} from './session-review.queries.ts';
import { toReview } from './session-review.service.ts';

export async function listReviewReports(
  ctx: AppContext,
  { page }: ContractParsed<typeof contract.listReviewReports>['query'],
): Promise<ContractResult<typeof contract.listReviewReports>> {
  const reports = await listOpenReports(ctx.db, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  const reviews = await listReviewsById(ctx.db, { ids: reports.map(({ report }) => report.reviewId) });
  const ids = reviews.map(({ review }) => review.bookingId);
  const rows = ids.length > 0 ? await listBookingRows(ctx.db, { ids, now: ctx.clock.now() }) : [];
  const items = reports.flatMap(({ report, reporter }) => {
    const review = reviews.find((one) => one.review.id === report.reviewId);
    const row = rows.find(({ booking }) => booking.id === review?.review.bookingId);
    if (!review || !row) return [];
    const { id, reason, createdAt } = report;
    return [
      {
        id,
        reason,
        reporter: fullNameOf(reporter),
        createdAt: createdAt.toISOString(),
        review: toReview(review),
        bookingId: row.booking.id,
        about: fullNameOf(review.review.isByClient ? row.instructor : row.client),
      },
    ];
  });
  return { items, total: await countOpenReports(ctx.db), page, pageSize: PAGE_SIZE };
}

export async function decideReviewReport(
  ctx: AppContext,
  viewer: Viewer,
  { id, decision }: { id: number; decision: 'dismissed' | 'removed' },
): Promise<void> {
  const report = await findReport(ctx.db, { id });
  if (!report) throw new AppError('not_found', 'This report doesn’t exist.');
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const { reviewId } = report;
    const decided = { reviewId, state: decision, decidedBy: viewer.id, decidedAt: now };
    if ((await decideReports(tx, decided)) === 0) {
      throw new AppError('conflict', 'Someone else already resolved this. Reload to see the result.');
    }
    if (decision === 'dismissed') return;
    await hideReview(tx, { id: reviewId, now });
    const [row] = await listReviewsById(tx, { ids: [reviewId] });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'booking.remove-review',
      subject: ['booking_review', reviewId],
      ...(row?.review.authorId && { userId: row.review.authorId }),
      details: { bookingId: row?.review.bookingId, reason: report.reason },
    });
  });
}
