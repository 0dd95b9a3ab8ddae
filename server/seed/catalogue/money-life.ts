// What happened to some orders of the demo school after they were paid, so that no page about money is empty: a bundle,
// a licence with seats, refunds, a refund request, a dispute, payouts.
import type { Tx } from '#server/db/client.ts';
import { insertOrder } from '#server/features/checkout/checkout.queries.ts';
import { completeOrder } from '#server/features/payment/complete-order.queries.ts';
import { settleEarningHolds } from '#server/features/payout/earnings.queries.ts';
import { DAY_MS, momentAgo } from '#server/seed/seed-moment.ts';
import { DEFAULT_FEE_POINTS, feeOf, priceLine } from '#shared/features/checkout/pricing.rules.ts';
import { saleLines } from '#shared/features/ledger/ledger.rules.ts';
import { fullNameOf } from '#shared/names.ts';
import { HOLD_REASONS } from '#server/features/payout/earnings.service.ts';
import {
  chargePayment,
  findBundleSale,
  findSeatSale,
  handOutSeats,
  insertDispute,
  insertPartialRefund,
  insertPayoutRun,
  insertRequest,
  listRecentSales,
  openPayoutAccounts,
  type Sale,
} from './money.queries.ts';

const SEATS = 4;
const SELLER = 'seller';

export async function liveWithMoney(tx: Tx, now: Date): Promise<void> {
  const ago = (days: number) => momentAgo(now, days, `money ${days}`);
  const bundle = await findBundleSale(tx, {
    title: 'Rhythm week: four teachers, four traditions',
    at: ago(3),
  });
  if (bundle) await sell(tx, bundle, { quantity: 1, at: ago(3) });
  const licence = await findSeatSale(tx, { buyer: 'instructor', seller: SELLER });
  if (licence)
    await handOutSeats(tx, { lineOf: await sell(tx, licence, { quantity: SEATS, at: ago(5) }), at: ago(4) });

  const [asked, disputed, refunded] = await listRecentSales(tx, { seller: SELLER, limit: 3 });
  if (asked) await insertRequest(tx, { ...asked, at: ago(1) });
  if (disputed)
    await insertDispute(tx, { ...disputed, at: ago(2), answerBy: new Date(now.getTime() + 9 * DAY_MS) });
  for (const sale of [asked, disputed]) {
    if (sale) await settleEarningHolds(tx, { orderId: sale.orderId, now: ago(1), ...HOLD_REASONS });
  }
  if (refunded) await insertPartialRefund(tx, { ...refunded, at: ago(1) });

  await openPayoutAccounts(tx, { without: 'multi', at: ago(60) });
  for (const days of [56, 28]) await insertPayoutRun(tx, { at: ago(days) });
}

/** As checkout would have written it then. Returns the order. */
async function sell(tx: Tx, sale: Sale, { quantity, at }: { quantity: number; at: Date }): Promise<number> {
  const { buyer, item, parts } = sale;
  const { unitPriceCents, ownedCents, amountCents, partCents } = priceLine(item.priceCents, quantity, parts);
  const person = `u${buyer.id}`;
  const soldParts = parts.map(({ priceCents: _price, ...part }, position) => {
    const cents = partCents[position] ?? 0;
    const feeCents = feeOf(cents, part.sellerId === null ? null : DEFAULT_FEE_POINTS);
    return { ...part, amountCents: cents, discountCents: 0, taxCents: 0, feeCents };
  });
  const { order } = await insertOrder(tx, {
    order: {
      userId: buyer.id,
      email: buyer.email,
      name: fullNameOf(buyer),
      subtotalCents: amountCents,
      totalCents: amountCents,
      isFromCart: true,
      fingerprint: `demo ${item.itemType} ${item.itemId}`,
      createdAt: at,
      expiresAt: new Date(at.getTime() + DAY_MS),
    },
    lines: [
      {
        itemType: item.itemType,
        itemId: item.itemId,
        title: item.title,
        kind: item.itemType,
        sellerName: item.sellerName,
        unitPriceCents,
        quantity,
        ownedCents,
        amountCents,
        buyer: person,
        parts: soldParts,
      },
    ],
    payment: { gateway: 'sandbox', checkAt: null },
    claim: null,
  });
  const orderId = order.id;
  const paymentId = await chargePayment(tx, { orderId });
  const entries = saleLines(soldParts).map((line) => ({ ...line, currency: 'USD' }));
  await completeOrder(tx, {
    orderId,
    userId: buyer.id,
    buyer: person,
    now: at,
    sale: { cause: `payment ${paymentId}`, entries },
  });
  return orderId;
}
