// Rights notices: reporting, what officers and sellers see, and counter-notices.
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getItemAccess } from '#server/features/entitlement/item-access.service.ts';
import { getPendingDecision } from '#server/platform/decision.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { resourceImageUrls } from '#shared/features/cover/cover.rules.ts';
import type {
  NoticeDetail,
  NoticeRow,
  OwnNotice,
} from '#shared/features/moderation/rights-notice.contract.ts';
import {
  counterNoticeDays,
  canDecideNotice,
  isRestoredAutomatically,
  isUrgent,
  NOTICE_DAYS,
  NOTICE_DECISIONS,
  NOTICE_STATES,
  type NoticeState,
  type ReportReason,
  STATES_SELLERS_SEE,
} from '#shared/features/moderation/rights-notice.states.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { queueCounterNoticeMail } from './moderation.mails.ts';
import { findNoticeParties, updateNoticeState } from './rights-notice-decisions.queries.ts';
import {
  countNotices,
  countOwnNotices,
  findNotice,
  findOwnNotice,
  insertRightsNotice,
  listNoticeRows,
  listOtherNotices,
  listOwnNoticeRows,
  type NoticeListRow,
  type OwnNoticeRow,
} from './rights-notice.queries.ts';

/** States in which the deadline is the officers'. */
const OFFICERS_TURN: readonly NoticeState[] = ['open', 'countered'];

export const noSuchNotice = () => new AppError('not_found', 'This rights notice doesn’t exist.');

export async function listNotices(ctx: AppContext, { state, page }: { state: NoticeState; page: number }) {
  const now = ctx.clock.now();
  const [counted, rows] = await Promise.all([
    countNotices(ctx.db, { now }),
    listNoticeRows(ctx.db, { state }, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const of = (state: NoticeState) => counted.find((row) => row.state === state);
  const inEachState = (figure: (state: NoticeState) => number) =>
    Object.fromEntries(NOTICE_STATES.map((each) => [each, figure(each)])) as Record<NoticeState, number>;
  const counts = inEachState((each) => of(each)?.count ?? 0);
  const overdue = inEachState((each) => (OFFICERS_TURN.includes(each) ? (of(each)?.late ?? 0) : 0));
  const items = rows.map((row) => toNoticeRow(row, now));
  return { items, total: counts[state], page, pageSize: PAGE_SIZE, counts, overdue };
}

export async function getNotice(
  ctx: AppContext,
  viewer: { id: number },
  { id, db = ctx.db }: { id: number; db?: DbOrTx },
): Promise<NoticeDetail> {
  const found = await findNotice(db, { id });
  if (!found) throw noSuchNotice();
  const others = await listOtherNotices(db, { id, resourceId: found.resource.id });
  const pending = await getPendingDecision({ db }, viewer, { kind: 'notice', subjectId: id });
  const refusal =
    decisionObstacle(viewer, found) ?? (pending && `${pending.words} It takes effect in a few seconds.`);
  return {
    ...toNoticeRow(found, ctx.clock.now()),
    reporterEmail: found.reporterEmail,
    reporterNoticeCount: found.reporterNoticeCount,
    salesCount: found.salesCount,
    decidedBy: found.decider && fullNameOf(found.decider),
    decidedAt: isoOf(found.decidedAt),
    decisionReason: found.decisionReason,
    counterBody: found.counterBody,
    counteredAt: isoOf(found.counteredAt),
    closedBy: found.closer && fullNameOf(found.closer),
    closedAt: isoOf(found.closedAt),
    closeReason: found.closeReason,
    others: others.map(({ reporterId, reporter, createdAt, ...other }) => ({
      ...other,
      reporter: { id: reporterId, name: fullNameOf(reporter) },
      createdAt: createdAt.toISOString(),
    })),
    decisions: refusal ? [] : NOTICE_DECISIONS.filter((decision) => canDecideNotice(found.state, decision)),
    refusal,
  };
}

/** Officers can't decide about their own resources or reports. */
export function decisionObstacle(
  viewer: { id: number },
  { sellerId, reporterId }: { sellerId: number; reporterId: number },
): string | null {
  if (sellerId === viewer.id) return 'This is about your own resource. Someone else has to decide.';
  if (reporterId === viewer.id) return 'You filed this notice yourself. Someone else has to decide.';
  return null;
}

const isoOf = (date: Date | null) => date?.toISOString() ?? null;

function toResource({ priceCents, takenDownAt, updatedAt, ...row }: NoticeListRow['resource']) {
  const { thumbnailUrl } = resourceImageUrls({ id: row.id, updatedAt });
  return { ...row, price: centsToDecimal(priceCents), thumbnailUrl, isTakenDown: takenDownAt !== null };
}

function toNoticeRow(row: NoticeListRow, now: Date): NoticeRow {
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    isUrgent: isUrgent(row.reason),
    body: row.body,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    isOverdue: OFFICERS_TURN.includes(row.state) && row.dueAt <= now,
    resource: toResource(row.resource),
    seller: { id: row.sellerId, name: row.sellerName },
    reporter: { id: row.reporterId, name: fullNameOf(row.reporter) },
    otherCount: row.otherCount,
  };
}

export async function listOwnNotices(ctx: AppContext, viewer: Viewer, { page }: { page: number }) {
  const whose = { sellerId: viewer.id, now: ctx.clock.now() };
  const [{ total, waiting }, rows] = await Promise.all([
    countOwnNotices(ctx.db, whose),
    listOwnNoticeRows(ctx.db, whose, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  return { items: rows.map((row) => toOwnNotice(row, whose.now)), total, page, pageSize: PAGE_SIZE, waiting };
}

export async function getOwnNotice(ctx: AppContext, viewer: Viewer, id: number): Promise<OwnNotice> {
  const found = await findOwnNotice(ctx.db, { id, sellerId: viewer.id });
  if (!found) throw noSuchNotice();
  return toOwnNotice(found, ctx.clock.now());
}

function toOwnNotice({ resource, ...row }: OwnNoticeRow, now: Date): OwnNotice {
  const state = STATES_SELLERS_SEE.find((each) => each === row.state);
  if (!state) throw noSuchNotice();
  return {
    ...row,
    state,
    resource: toResource(resource),
    dueAt: row.dueAt.toISOString(),
    canCounter: state === 'upheld' && row.dueAt > now,
    isRestoredAutomatically: isRestoredAutomatically(row.reason),
    decidedAt: isoOf(row.decidedAt),
    counteredAt: isoOf(row.counteredAt),
    closedAt: isoOf(row.closedAt),
  };
}

export async function reportResource(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason, body }: { id: number; reason: ReportReason; body: string },
): Promise<void> {
  await getItemAccess(ctx, viewer, { itemType: 'resource', itemId: id });
  const text = toPlainText(body);
  if (!text) throw emptyReport();
  const now = ctx.clock.now();
  const isFiled = await insertRightsNotice(ctx.db, {
    resourceId: id,
    reporterId: viewer.id,
    reason,
    body: text,
    createdAt: now,
    dueAt: daysAfter(now, counterNoticeDays(reason)),
  });
  if (!isFiled) {
    throw new AppError('conflict', 'We already have your report about this resource and will review it.');
  }
}

/** Only invisible characters were left. */
function emptyReport(): AppError {
  const message = 'Say in a sentence or two what is wrong.';
  return new AppError('validation_failed', message, [{ path: 'body', message }]);
}

export async function counterNotice(
  ctx: AppContext,
  viewer: Viewer,
  { id, body }: { id: number; body: string },
): Promise<OwnNotice> {
  const text = toPlainText(body);
  if (!text) throw emptyCounter();
  const isFiled = await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const dueAt = daysAfter(now, NOTICE_DAYS.putBack);
    const upheldOfTheirs = { id, move: 'counter', sellerId: viewer.id, dueAfter: now } as const;
    if (!(await updateNoticeState(tx, upheldOfTheirs, { counterBody: text, counteredAt: now, dueAt })))
      return false;
    const parties = await findNoticeParties(tx, { id });
    if (!parties) throw noSuchNotice();
    await queueCounterNoticeMail(ctx, tx, {
      parties,
      body: text,
      dueAt: isRestoredAutomatically(parties.reason) ? dueAt : null,
    });
    return true;
  });
  const notice = await getOwnNotice(ctx, viewer, id);
  if (!isFiled) throw tooLate(notice);
  return notice;
}

function tooLate({ state, counteredAt }: OwnNotice): AppError {
  if (counteredAt) {
    return new AppError('conflict', 'You have already filed a counter-notice. Each notice allows one.');
  }
  return new AppError(
    'conflict',
    state === 'put_back'
      ? 'This notice is settled: your resource was restored.'
      : 'The deadline for a counter-notice has passed. Contact us if something kept you from answering.',
  );
}

/** Only invisible characters were left. */
function emptyCounter(): AppError {
  const message = 'Say in a sentence or two why it should be back on sale';
  return new AppError('validation_failed', message, [{ path: 'body', message }]);
}
