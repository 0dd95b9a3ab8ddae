// Reviews: public, written by users who have the item, with one reply by the seller or instructor.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { Item } from '#server/features/entitlement/entitlement.service.ts';
import { getItemAccess } from '#server/features/entitlement/item-access.service.ts';
import { AppError } from '#shared/errors.ts';
import type { Review } from '#shared/features/review/review.contract.ts';
import { shortNameOf } from '#shared/names.ts';
import { toPlainText } from '#shared/plain-text.ts';
import {
  deleteReviewOf,
  findReview,
  findReviewedItem,
  listReviewRows,
  setReviewReply,
  upsertReview,
  type ReviewRow,
  type ReviewSort,
} from './review.queries.ts';

const REVIEWS_PER_PAGE = 10;

type ReviewPage = { id: number; sort: ReviewSort; page: number };

export const listResourceReviews = (ctx: AppContext, viewer: Viewer | null, { id, ...page }: ReviewPage) =>
  listReviews(ctx, viewer, { itemType: 'resource', itemId: id, ...page });
export const listCourseReviews = (ctx: AppContext, viewer: Viewer | null, { id, ...page }: ReviewPage) =>
  listReviews(ctx, viewer, { itemType: 'course', itemId: id, ...page });

async function listReviews(
  ctx: AppContext,
  viewer: Viewer | null,
  { sort, page, ...item }: Item & { sort: ReviewSort; page: number },
): Promise<Review[]> {
  await getItemAccess(ctx, viewer, item);
  const part = { limit: REVIEWS_PER_PAGE, offset: (page - 1) * REVIEWS_PER_PAGE };
  return (await listReviewRows(ctx.db, { ...item, sort, ...part })).map(toReview);
}

type ReviewInput = { id: number; stars: number; body: string };

export const reviewResource = (ctx: AppContext, viewer: Viewer, { id, ...review }: ReviewInput) =>
  saveReview(ctx, viewer, { itemType: 'resource', itemId: id, ...review });
export const reviewCourse = (ctx: AppContext, viewer: Viewer, { id, ...review }: ReviewInput) =>
  saveReview(ctx, viewer, { itemType: 'course', itemId: id, ...review });

async function saveReview(
  ctx: AppContext,
  viewer: Viewer,
  { stars, body, ...item }: Item & { stars: number; body: string },
): Promise<Review> {
  const { isMine, isOwned } = await getItemAccess(ctx, viewer, item);
  if (isMine) throw new AppError('forbidden', `You can’t review your own ${item.itemType}.`);
  if (!isOwned) throw notEntitled(item);
  const review = { ...item, userId: viewer.id, stars, body: toPlainText(body), now: ctx.clock.now() };
  // Nothing else in this transaction: other reviews of the same seller wait for it.
  const id = await inTransaction(ctx.db, (tx) => upsertReview(tx, review));
  return toReview(must(await findReview(ctx.db, { id })));
}

function notEntitled({ itemType }: Item): AppError {
  return new AppError('forbidden', `Only people who have this ${itemType} can review it.`);
}

export async function deleteReview(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const isDeleted = await inTransaction(ctx.db, (tx) => deleteReviewOf(tx, { id, userId: viewer.id }));
  if (!isDeleted) throw new AppError('not_found', 'This review doesn’t exist, or it isn’t yours.');
}

/** Only while the item is listed, because replies are public. */
export async function replyToReview(
  ctx: AppContext,
  viewer: Viewer,
  { id, body }: { id: number; body: string },
): Promise<Review> {
  const item = await findReviewedItem(ctx.db, { id });
  if (!item) throw noReviewToAnswer();
  const { isMine, isListed } = await getItemAccess(ctx, viewer, item);
  if (!isMine || !isListed) throw noReviewToAnswer();
  const answer = toPlainText(body);
  if (!answer) throw emptyAnswer();
  if (!(await setReviewReply(ctx.db, { id, answer, now: ctx.clock.now() }))) {
    throw new AppError('conflict', 'This review already has a reply.');
  }
  return toReview(must(await findReview(ctx.db, { id })));
}

function noReviewToAnswer(): AppError {
  return new AppError('not_found', 'This review doesn’t exist, or you can’t reply to it.');
}

/** Only invisible characters were left. */
function emptyAnswer(): AppError {
  const message = 'Please write a reply.';
  return new AppError('validation_failed', message, [{ path: 'body', message }]);
}

function must(row: ReviewRow | null): ReviewRow {
  if (!row) throw noReviewToAnswer();
  return row;
}

function toReview({
  author,
  answer,
  answeredAt,
  ownerName,
  createdAt,
  updatedAt,
  ...row
}: ReviewRow): Review {
  return {
    id: row.id,
    stars: row.stars,
    body: row.body,
    author: author ? shortNameOf(author) : 'A former member',
    createdAt: createdAt.toISOString(),
    isEdited: updatedAt > createdAt,
    answer:
      answer !== null && answeredAt ? { body: answer, by: ownerName, at: answeredAt.toISOString() } : null,
  };
}
