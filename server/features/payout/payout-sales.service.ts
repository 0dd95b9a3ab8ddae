// What a seller's sales brought between two days.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { SalesGrain, SalesNumbers } from '#shared/features/payout/sales.contract.ts';
import { centsToDecimal } from '#shared/money.ts';
import { getShop } from './payout-account.service.ts';
import { listRefundedThings, listSalesBuckets, listSoldThings } from './payout-sales.queries.ts';

const DAY_MS = 86_400_000;
const DAYS_BY_ITSELF = 30;
const THINGS_SHOWN = 200;

type Wanted = { from?: string | undefined; to?: string | undefined; by: SalesGrain };
type Sums = { sold: number; paidCents: number; netCents: number };

const figuresOf = ({ sold, paidCents, netCents }: Sums) => ({
  sold,
  paid: centsToDecimal(paidCents),
  net: centsToDecimal(netCents),
});

export async function getSalesNumbers(
  ctx: AppContext,
  viewer: Viewer,
  { from, to, by }: Wanted,
): Promise<SalesNumbers> {
  const { userId: sellerId } = await getShop(ctx, viewer);
  const now = ctx.clock.now().getTime();
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const range = { from: from ?? dayOf(now - (DAYS_BY_ITSELF - 1) * DAY_MS), to: to ?? dayOf(now) };
  const asked = { sellerId, ...range };
  const [buckets, things, refunded] = await Promise.all([
    listSalesBuckets(ctx.db, { ...asked, by }),
    listSoldThings(ctx.db, { ...asked, limit: THINGS_SHOWN }),
    listRefundedThings(ctx.db, asked),
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
    things: things.map((thing) => ({
      id: thing.id,
      title: thing.title,
      ...figuresOf(thing),
      refunded: centsToDecimal(refunded.get(thing.id) ?? 0),
      views: thing.views,
      conversion: percent(thing.sold, thing.views),
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
