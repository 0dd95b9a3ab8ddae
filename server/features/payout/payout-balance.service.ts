// A seller's balance: pending, available, on hold, in transit and paid; and the next payout.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import type { Earning, OwnPayout, PaymentsOverview } from '#shared/features/payout/payout.contract.ts';
import {
  nextPayout,
  offsetOf,
  PAYOUT_MINIMUM_CENTS,
  percentOf,
} from '#shared/features/payout/payout.rules.ts';
import {
  toEarningViewState,
  type EarningViewState,
  type PayoutBlock,
} from '#shared/features/payout/payout.states.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal, DEFAULT_CURRENCY } from '#shared/money.ts';
import { findAccountOf, type AccountRow, type SellerRow } from './payout-account.queries.ts';
import { getPayoutSeller } from './payout-account.service.ts';
import {
  countEarningRows,
  countPayoutsOf,
  findFirstMoment,
  listEarningRows,
  listPayoutsOf,
  sumOpenEarnings,
  sumPayouts,
  listRefundedItems,
  listSalesBuckets,
  listSoldItems,
} from './payout-balance.queries.ts';
import { sumEarningsDue } from './payout-run.queries.ts';
import type { SalesGrain, SalesStats } from '#shared/features/payout/sales.contract.ts';

export async function getPaymentsOverview(ctx: AppContext, viewer: Viewer): Promise<PaymentsOverview> {
  const seller = await getPayoutSeller(ctx, viewer);
  return overviewOf(ctx, seller);
}

export async function overviewOf(ctx: AppContext, seller: SellerRow): Promise<PaymentsOverview> {
  const sellerId = seller.userId;
  const now = ctx.clock.now();
  const gateway = ctx.payouts.name;
  const [open, due, paid, account, [last], firstMonth, settings] = await Promise.all([
    sumOpenEarnings(ctx.db, { sellerId, now }),
    sumEarningsDue(ctx.db, { sellerId, partIds: [] }),
    sumPayouts(ctx.db, { sellerId }),
    findAccountOf(ctx.db, { userId: sellerId, gateway }),
    listPayoutsOf(ctx.db, { sellerId, limit: 1 }),
    findFirstMoment(ctx.db, { sellerId }),
    getSettings(ctx),
  ]);
  const of = (when: string) => open.find((row) => row.when === when)?.cents ?? 0;
  const later = open
    .filter(({ when }) => when !== 'held' && when !== 'available')
    .map(({ when, cents }) => ({ day: when, cents }));
  const availableCents = of('available');
  const offsetCents = offsetOf(due);
  const next = nextPayout({ now, availableCents, later, offsetCents });
  // Shares of memberships, and what failed refunds left: owed without a sale that waits.
  const freeCents = availableCents + Math.max(0, -offsetCents);
  const nothing = freeCents > 0 || later.length > 0 ? 'below_minimum' : 'nothing_due';
  const block =
    blockOf({ seller, account, isProcessing: paid.processingCents > 0 }) ?? (next ? null : nothing);
  const pendingCents = later.reduce((sum, { cents }) => sum + cents, 0);
  return {
    currency: DEFAULT_CURRENCY,
    balance: centsToDecimal(due.owedCents),
    pending: centsToDecimal(pendingCents),
    available: centsToDecimal(freeCents),
    held: centsToDecimal(of('held')),
    processing: centsToDecimal(paid.processingCents),
    paidOut: centsToDecimal(paid.paidCents - paid.reversedCents),
    debt: centsToDecimal(Math.max(0, offsetCents)),
    next: { date: next?.at.toISOString() ?? null, amount: centsToDecimal(next?.cents ?? 0), block },
    minimum: centsToDecimal(PAYOUT_MINIMUM_CENTS),
    fee: {
      percent: percentOf(seller.feePoints ?? settings.platformFeePoints),
      isOwn: seller.feePoints !== null,
    },
    memberShare: settings.memberShare,
    hold:
      seller.heldReason !== null && seller.heldAt
        ? { reason: seller.heldReason, since: seller.heldAt.toISOString() }
        : null,
    accountState: account?.state ?? 'none',
    isTestBank: gateway === 'sandbox',
    lastPayout: last
      ? {
          id: last.id,
          amount: centsToDecimal(last.amountCents),
          state: last.state,
          failure: last.failure,
          at: (last.endedAt ?? last.createdAt).toISOString(),
        }
      : null,
    firstMonth,
  };
}

/** What blocks payouts, whatever the amount; the run checks the same under its locks. */
function blockOf(of: {
  seller: SellerRow;
  account: AccountRow | null;
  isProcessing: boolean;
}): PayoutBlock | null {
  const { seller, account, isProcessing } = of;
  if (seller.heldReason !== null) return 'on_hold';
  if (seller.state !== 'approved') return 'shop_closed';
  if (!account) return 'no_account';
  if (account.state === 'started') return 'account_started';
  if (account.state === 'restricted') return 'account_restricted';
  return isProcessing ? 'in_progress' : null;
}

export async function listEarnings(
  ctx: AppContext,
  viewer: Viewer,
  { standing, page }: { standing?: EarningViewState | undefined; page: number },
) {
  const { userId: sellerId } = await getPayoutSeller(ctx, viewer);
  const now = ctx.clock.now();
  const asked = { sellerId, standing, now };
  const [total, rows] = await Promise.all([
    countEarningRows(ctx.db, asked),
    listEarningRows(ctx.db, { ...asked, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  return { items: rows.map((row) => toEarning(row, now)), total, page, pageSize: PAGE_SIZE };
}

function toEarning(row: Awaited<ReturnType<typeof listEarningRows>>[number], now: Date): Earning {
  const { id, orderNumber, title, shareCents, returnedCents, heldReason, payoutId } = row;
  return {
    id,
    orderNumber,
    title,
    soldAt: (row.soldAt ?? row.availableAt).toISOString(),
    share: centsToDecimal(shareCents),
    returned: centsToDecimal(returnedCents),
    net: centsToDecimal(shareCents - returnedCents),
    standing: toEarningViewState(row, now),
    availableAt: row.availableAt.toISOString(),
    heldReason,
    heldAt: row.heldAt?.toISOString() ?? null,
    payoutId,
  };
}

export async function listOwnPayouts(ctx: AppContext, viewer: Viewer, { page }: { page: number }) {
  const { userId: sellerId } = await getPayoutSeller(ctx, viewer);
  const [total, rows] = await Promise.all([
    countPayoutsOf(ctx.db, { sellerId }),
    listPayoutsOf(ctx.db, { sellerId, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  return { items: rows.map(toPayout), total, page, pageSize: PAGE_SIZE };
}

function toPayout(row: Awaited<ReturnType<typeof listPayoutsOf>>[number]): OwnPayout {
  const { id, amountCents, offsetCents, reversedCents, state, failure, createdAt, endedAt } = row;
  return {
    id,
    amount: centsToDecimal(amountCents),
    offset: centsToDecimal(offsetCents),
    reversed: centsToDecimal(reversedCents),
    state,
    failure,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

const DAY_MS = 86_400_000;
const DAYS_BY_ITSELF = 30;
const THINGS_SHOWN = 200;

type SalesQuery = { from?: string | undefined; to?: string | undefined; by: SalesGrain };
type Sums = { sold: number; paidCents: number; netCents: number };

const figuresOf = ({ sold, paidCents, netCents }: Sums) => ({
  sold,
  paid: centsToDecimal(paidCents),
  net: centsToDecimal(netCents),
});

export async function getSalesStats(
  ctx: AppContext,
  viewer: Viewer,
  { from, to, by }: SalesQuery,
): Promise<SalesStats> {
  const { userId: sellerId } = await getPayoutSeller(ctx, viewer);
  const now = ctx.clock.now().getTime();
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const range = { from: from ?? dayOf(now - (DAYS_BY_ITSELF - 1) * DAY_MS), to: to ?? dayOf(now) };
  const asked = { sellerId, ...range };
  const [buckets, items, refunded] = await Promise.all([
    listSalesBuckets(ctx.db, { ...asked, by }),
    listSoldItems(ctx.db, { ...asked, limit: THINGS_SHOWN }),
    listRefundedItems(ctx.db, asked),
  ]);
  const total = buckets.reduce(added, { sold: 0, paidCents: 0, netCents: 0 });
  const refundedCents = [...refunded.values()].reduce((sum, cents) => sum + cents, 0);
  return {
    ...range,
    by,
    buckets: buckets.map((bucket) => ({ at: bucket.at, ...figuresOf(bucket) })),
    total: {
      ...figuresOf(total),
      refunded: centsToDecimal(refundedCents),
      refundRate: percent(refundedCents, total.paidCents),
    },
    things: items.map((item) => ({
      id: item.id,
      title: item.title,
      ...figuresOf(item),
      refunded: centsToDecimal(refunded.get(item.id) ?? 0),
      views: item.views,
      conversion: percent(item.sold, item.views),
    })),
  };
}

const added = (a: Sums, b: Sums): Sums => ({
  sold: a.sold + b.sold,
  paidCents: a.paidCents + b.paidCents,
  netCents: a.netCents + b.netCents,
});

/** To one decimal; null of nothing. */
function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}
