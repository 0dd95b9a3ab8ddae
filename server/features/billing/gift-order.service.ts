// Buying a year of a plan for someone else: an order like any other of a membership, paid with a card that isn't kept.
import { randomBytes } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { daysAfter } from '#server/clock.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { parseAddress } from '#server/features/checkout/billing-address.service.ts';
import { insertOrder } from '#server/features/checkout/checkout.service.ts';
import { methodOf } from '#server/features/checkout/pay-checkout.service.ts';
import {
  insertGift,
  listGiftsOf,
  setGiftOrder,
  type ListedGift,
} from '#server/features/membership/gift.service.ts';
import { buyerKey } from '#server/features/order/order.service.ts';
import { payOrder, type PayableOrder } from '#server/features/payment/payment.service.ts';
import type { PricedPlan } from '#server/features/plan/plan.service.ts';
import { onceFor } from '#server/platform/idempotency.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/billing/gift.contract.ts';
import type { Gift } from '#shared/features/billing/gift.schema.ts';
import { formatGiftCode, GIFT_CODE_LENGTH, giftCodeOf } from '#shared/features/membership/gift-code.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { refuseSurprise, requirePlan } from './billing.service.ts';
import { taxOn } from './invoice.service.ts';

type BuyBody = ContractParsed<typeof contract.buyGift>['body'];
type Bought = ContractResult<typeof contract.buyGift>;

const YEAR = 'year';
/** Time to pay in. */
const OPEN_DAYS = 1;
const FIRST_CHECK_MS = 15_000;
const MOST_DAYS_AHEAD = 366;

export async function quoteGift(
  ctx: AppContext,
  { planId, ...address }: ContractParsed<typeof contract.quoteGift>['body'],
): Promise<ContractResult<typeof contract.quoteGift>> {
  const { amountCents } = await requirePlan(ctx, { planId, period: YEAR });
  const taxCents = await taxOn(ctx, await parseAddress(ctx, address), amountCents);
  return {
    price: centsToDecimal(amountCents),
    tax: centsToDecimal(taxCents),
    total: centsToDecimal(amountCents + taxCents),
  };
}

export async function buyGift(
  ctx: AppContext,
  viewer: Viewer,
  body: BuyBody,
  headerKey: string | undefined,
): Promise<Bought> {
  const plan = await requirePlan(ctx, { planId: body.planId, period: YEAR });
  requireDay(ctx, body.sendOn);
  const method = methodOf(ctx, { ...body, expectedTotal: undefined });
  if (!method) throw new AppError('validation_failed', 'Enter your card.');
  // Stored requests never contain a card number.
  const { card, idempotencyKey, ...rest } = body;
  const shown = { ...rest, card: card && card.number.slice(-4) };
  const asked = { scope: `gift ${viewer.id}`, key: headerKey ?? idempotencyKey, body: shown };
  return onceFor<Bought>(ctx, asked, async () => {
    const payable = await placeGift(ctx, viewer, { body, plan });
    const outcome = await payOrder(ctx, payable, { method, origin: { network: null, card: null } });
    if (outcome.status === 'declined') throw new AppError('payment_required', outcome.reason);
    const { publishableKey } = ctx.gateway;
    return {
      answer: {
        orderId: payable.order.id,
        ...outcome,
        ...(outcome.status === 'requires_action' && publishableKey !== null && { publishableKey }),
      },
    };
  });
}

function requireDay({ clock }: AppContext, sendOn: string): void {
  // A day earlier somewhere else on earth is still today there.
  if (
    sendOn >= dayOf(daysAfter(clock.now(), -1)) &&
    sendOn <= dayOf(daysAfter(clock.now(), MOST_DAYS_AHEAD))
  ) {
    return;
  }
  const message = 'Choose today or a later day, at most a year from now.';
  throw new AppError('validation_failed', message, [{ path: 'sendOn', message }]);
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

async function placeGift(
  ctx: AppContext,
  viewer: Viewer,
  { body, plan }: { body: BuyBody; plan: PricedPlan },
): Promise<PayableOrder> {
  const { fromName, recipientName, recipientEmail, message, sendOn, expectedTotal } = body;
  const { amountCents, planId, priceId } = plan;
  const place = await parseAddress(ctx, body);
  const taxCents = await taxOn(ctx, place, amountCents);
  refuseSurprise(amountCents + taxCents, expectedTotal);
  const now = ctx.clock.now();
  const title = `${plan.name} membership for a year, as a gift`;
  return inTransaction(ctx.db, async (tx) => {
    const gift = await insertGift(tx, {
      code: giftCodeOf(randomBytes(GIFT_CODE_LENGTH)),
      priceId,
      buyerId: viewer.id,
      fromName,
      recipientName,
      recipientEmail,
      message,
      sendOn,
      createdAt: now,
    });
    const part = { itemType: 'membership', itemId: planId, title, sellerId: null, amountCents } as const;
    const payable = await insertOrder(tx, {
      order: {
        userId: viewer.id,
        email: viewer.email,
        name: fullNameOf(viewer),
        ...place,
        isInvoice: true,
        isFromCart: false,
        subtotalCents: amountCents,
        taxCents,
        totalCents: amountCents + taxCents,
        fingerprint: `gift ${gift.id}`,
        createdAt: now,
        expiresAt: daysAfter(now, OPEN_DAYS),
      },
      lines: [
        {
          itemType: 'membership',
          itemId: gift.id,
          title,
          kind: 'membership',
          sellerName: '',
          unitPriceCents: amountCents,
          quantity: 1,
          ownedCents: 0,
          amountCents,
          taxCents,
          buyer: buyerKey({ userId: viewer.id }),
          parts: [{ ...part, taxCents, feeCents: amountCents }],
        },
      ],
      payment: { gateway: ctx.gateway.name, checkAt: new Date(now.getTime() + FIRST_CHECK_MS) },
      claim: null,
    });
    await setGiftOrder(tx, { id: gift.id, orderId: payable.order.id });
    return payable;
  });
}

export async function listOwnGifts(ctx: AppContext, viewer: Viewer): Promise<Gift[]> {
  return (await listGiftsOf(ctx.db, { buyerId: viewer.id })).map(toGift);
}

export const toGift = ({ code, sentAt, createdAt, redeemedAt, ...gift }: ListedGift): Gift => ({
  ...gift,
  code: formatGiftCode(code),
  sentAt: sentAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  redeemedAt: redeemedAt?.toISOString() ?? null,
});
