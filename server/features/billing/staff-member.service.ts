// Members for staff: the list, its CSV export, and one member in detail.
import { stringify } from 'csv-stringify/sync';
import type { AppContext } from '#server/context.ts';
import { findMembership, type MembershipRow } from '#server/features/membership/membership.service.ts';
import { findSavedCard } from '#server/features/payment/saved-card.service.ts';
import { findPlanByPrice } from '#server/features/plan/plan.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import {
  MEMBER_SOURCE_LABELS,
  type Member,
  type MemberFilter,
  type MemberRow,
} from '#shared/features/billing/staff-member.schema.ts';
import { MEMBERSHIP_STATE_LABELS } from '#shared/features/membership/membership.states.ts';
import { PLAN_PERIOD_LABELS } from '#shared/features/plan/plan.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  countMembers,
  countSeats,
  listInvoiceRows,
  listMemberIds,
  listMembersByIds,
  listMembershipsOf,
  type StoredMember,
} from './staff-member.queries.ts';

/** Rows in memory at once while the CSV is written. */
const CSV_BATCH = 500;

export async function listMembers(ctx: AppContext, { page, ...filter }: MemberFilter & { page: number }) {
  const [counts, ids] = await Promise.all([
    countMembers(ctx.db, filter),
    listMemberIds(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const rows = await listMembersByIds(ctx.db, { ids });
  const total = counts[filter.state ?? 'all'];
  return { items: rows.map(toRow), total, page, pageSize: PAGE_SIZE, counts };
}

const isoOf = (time: Date | null) => time?.toISOString() ?? null;

function toRow(stored: StoredMember): MemberRow {
  const { userId, firstName, lastName, username, email, profileImageUrl, nextAt, nextCents, ...row } = stored;
  return {
    ...row,
    user: { id: userId, firstName, lastName, username, email, profileImageUrl },
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    pausedUntil: isoOf(row.pausedUntil),
    createdAt: row.createdAt.toISOString(),
    endedAt: isoOf(row.endedAt),
    nextPayment:
      nextAt && nextCents !== null ? { at: nextAt.toISOString(), amount: centsToDecimal(nextCents) } : null,
  };
}

export const noSuchMember = () => new AppError('not_found', 'There’s no membership with this number.');

export async function getMember(ctx: AppContext, id: number): Promise<Member> {
  const { db } = ctx;
  const membership = await findMembership(db, { id });
  const [row] = await listMembersByIds(db, { ids: [id] });
  if (!membership || !row) throw noSuchMember();
  const { userId, priceId, nextPriceId, cardId } = membership;
  const price = priceId === null ? null : await findPlanByPrice(db, { priceId });
  const next = nextPriceId === null ? null : await findPlanByPrice(db, { priceId: nextPriceId });
  const card = cardId === null ? null : await findSavedCard(db, { id: cardId });
  return {
    ...toRow(row),
    ...factsOf(membership),
    price: price && centsToDecimal(price.amountCents),
    next: next && { planName: next.name, period: next.period },
    card: card && { brand: card.brand, lastFour: card.lastFour },
    seatsUsed: await countSeats(db, { membershipId: id }),
    invoices: (await listInvoiceRows(db, { membershipId: id })).map(toInvoice),
    others: (await listMembershipsOf(db, { userId }))
      .filter((other) => other.id !== id)
      .map(({ createdAt, endedAt, ...other }) => ({
        ...other,
        createdAt: createdAt.toISOString(),
        endedAt: isoOf(endedAt),
      })),
  };
}

const factsOf = ({ trialEndsAt, cancelReason, retries }: MembershipRow) => ({
  trialEndsAt: isoOf(trialEndsAt),
  cancelReason,
  retries,
});

type InvoiceRow = Awaited<ReturnType<typeof listInvoiceRows>>[number];

function toInvoice({ invoice, planName, order }: InvoiceRow): Member['invoices'][number] {
  const { startsAt, endsAt, createdAt, paidAt, amountCents, ...rest } = invoice;
  return {
    ...rest,
    planName,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    total: centsToDecimal(order?.totalCents ?? amountCents),
    order: order && { id: order.id, number: order.number },
    createdAt: createdAt.toISOString(),
    paidAt: isoOf(paidAt),
  };
}

export async function exportMembers(
  ctx: AppContext,
  viewer: Viewer,
  filter: MemberFilter,
): Promise<Download> {
  const ids = await listMemberIds(ctx.db, filter);
  await recordAudit(ctx, ctx.db, {
    actor: viewer,
    action: 'member.export',
    subject: ['export', 'members'],
    details: { members: ids.length, ...filter },
  });
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return { content: renderCsv(ctx, ids), fileName: `members-${day}.csv` };
}

const CSV_COLUMNS: { header: string; key: string }[] = [
  { header: 'Membership', key: 'id' },
  { header: 'Name', key: 'name' },
  { header: 'Email', key: 'email' },
  { header: 'Plan', key: 'planName' },
  { header: 'Period', key: 'periodLabel' },
  { header: 'State', key: 'stateLabel' },
  { header: 'Source', key: 'sourceLabel' },
  { header: 'Ends with its period', key: 'canceling' },
  { header: 'Since', key: 'createdAt' },
  { header: 'Current period from', key: 'startsAt' },
  { header: 'Current period until', key: 'endsAt' },
  { header: 'Next payment on', key: 'nextAt' },
  { header: 'Next payment, before tax', key: 'next' },
  { header: 'Ended', key: 'endedAt' },
];

/** In batches, so that a slow download holds neither the whole table in memory nor a transaction open. */
async function* renderCsv(ctx: AppContext, ids: number[]): AsyncGenerator<string> {
  // The byte order mark tells Excel that this is UTF-8.
  yield stringify([], { header: true, columns: CSV_COLUMNS, bom: true });
  for (let at = 0; at < ids.length; at += CSV_BATCH) {
    const rows = await listMembersByIds(ctx.db, { ids: ids.slice(at, at + CSV_BATCH) });
    // Spreadsheets would run a cell that looks like a formula; an apostrophe in front makes it text.
    yield stringify(rows.map(toCsvRow), { columns: CSV_COLUMNS, escape_formulas: true });
  }
}

function toCsvRow(row: StoredMember) {
  return {
    ...row,
    name: fullNameOf(row),
    periodLabel: PLAN_PERIOD_LABELS[row.period],
    stateLabel: MEMBERSHIP_STATE_LABELS[row.state],
    sourceLabel: MEMBER_SOURCE_LABELS[row.source],
    canceling: row.isCanceling ? 'yes' : 'no',
    createdAt: row.createdAt.toISOString(),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    nextAt: isoOf(row.nextAt) ?? '',
    next: row.nextCents === null ? '' : centsToDecimal(row.nextCents),
    endedAt: isoOf(row.endedAt) ?? '',
  };
}
