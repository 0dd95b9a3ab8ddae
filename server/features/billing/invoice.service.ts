// What a membership charges: an invoice and the order that pays for it, created together and charged afterwards.
import type { AppContext } from '#server/context.ts';
import { daysAfter } from '#server/clock.ts';
import type { Tx } from '#server/db/client.ts';
import { insertOrder } from '#server/features/checkout/checkout.service.ts';
import {
  GRACE_DAYS,
  insertInvoice,
  updateInvoice,
  type InvoiceRow,
  type MembershipRow,
} from '#server/features/membership/membership.service.ts';
import { buyerKey } from '#server/features/order/order.service.ts';
import type { PayableOrder } from '#server/features/payment/payment.service.ts';
import type { PricedPlan } from '#server/features/plan/plan.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import type * as contract from '#shared/features/billing/billing.contract.ts';
import { DEFAULT_COUNTRY } from '#shared/features/checkout/address.rules.ts';
import { PLAN_PERIOD_LABELS } from '#shared/features/plan/plan.rules.ts';
import { centsToDecimal, DEFAULT_CURRENCY } from '#shared/money.ts';
import { listInvoices } from './billing.queries.ts';

type Place = { zip: string | null; region: string | null; country: string | null };

/** Outside of any transaction: it may ask a tax service. */
export async function taxOn(ctx: AppContext, place: Place, amountCents: number): Promise<number> {
  if (ctx.tax.name === 'none') return 0;
  const { totalCents } = await ctx.tax.calculate({
    currency: DEFAULT_CURRENCY,
    lines: [{ reference: 'membership', amountCents, kind: 'membership' }],
    address: { zip: place.zip, region: place.region, country: place.country ?? DEFAULT_COUNTRY },
  });
  return totalCents;
}

export type NewInvoice = Pick<InvoiceRow, 'kind' | 'startsAt' | 'endsAt' | 'amountCents'> & {
  plan: PricedPlan;
  taxCents: number;
};

/** The reconciler's first look at a payment that got no answer. */
const FIRST_CHECK_MS = 15_000;

/** Fails on membership_invoices_period if this period has been charged, and on membership_invoices_one_open. */
export async function placeInvoice(
  ctx: AppContext,
  tx: Tx,
  membership: MembershipRow,
  { plan, taxCents, kind, startsAt, endsAt, amountCents }: NewInvoice,
  email: string,
): Promise<PayableOrder> {
  const now = ctx.clock.now();
  const { id: membershipId, userId, name, zip, city, region, country } = membership;
  const { priceId, planId } = plan;
  const invoice = await insertInvoice(tx, {
    membershipId,
    kind,
    priceId,
    startsAt,
    endsAt,
    amountCents,
    createdAt: now,
  });
  const title = `${plan.name} membership, ${PLAN_PERIOD_LABELS[plan.period].toLowerCase()}`;
  const part = { itemType: 'membership', itemId: planId, title, sellerId: null, amountCents } as const;
  const payable = await insertOrder(tx, {
    order: {
      userId,
      email,
      name,
      zip,
      city,
      region,
      country,
      isInvoice: true,
      isFromCart: false,
      subtotalCents: amountCents,
      taxCents,
      totalCents: amountCents + taxCents,
      fingerprint: `invoice ${invoice.id}`,
      createdAt: now,
      expiresAt: daysAfter(now, GRACE_DAYS),
    },
    lines: [
      {
        itemType: 'membership',
        itemId: invoice.id,
        title,
        kind: 'membership',
        sellerName: '',
        unitPriceCents: amountCents,
        quantity: 1,
        ownedCents: 0,
        amountCents,
        taxCents,
        buyer: buyerKey({ userId }),
        parts: [{ ...part, taxCents, feeCents: amountCents }],
      },
    ],
    payment: { gateway: ctx.gateway.name, checkAt: new Date(now.getTime() + FIRST_CHECK_MS) },
    claim: null,
  });
  await updateInvoice(tx, { id: invoice.id, orderId: payable.order.id });
  return payable;
}

export async function listSubscriptionInvoices(
  { db }: AppContext,
  viewer: Viewer,
): Promise<ContractResult<typeof contract.listSubscriptionInvoices>> {
  const rows = await listInvoices(db, { userId: viewer.id });
  return rows.map(
    ({ orderId, orderNumber, totalCents, startsAt, endsAt, createdAt, paidAt, ...invoice }) => ({
      ...invoice,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      createdAt: createdAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
      order: { id: orderId, number: orderNumber },
      total: centsToDecimal(totalCents),
    }),
  );
}
