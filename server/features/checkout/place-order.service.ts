// An order is made, with its price, before anybody is asked for money (DESIGN §4). The same cart again is the same order.
import { createHash } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import {
  keyOf,
  priceItems,
  refusalOf,
  type ItemKey,
  type PricedItem,
} from '#server/features/cart/priced-items.service.ts';
import { AppError } from '#shared/errors.ts';
import { feeOf, priceLine } from '#shared/features/checkout/pricing.rules.ts';
import { centsToDecimal, DEFAULT_CURRENCY, formatCents, sumCents } from '#shared/money.ts';
import { buyerKey } from './buyer-key.ts';
import { endOrder } from './end-order.service.ts';
import { linkOrder, type Claim } from './idempotency.service.ts';
import {
  findPendingOrder,
  insertOrder,
  listCartLines,
  updateRecipient,
  type NewOrder,
} from './place-order.queries.ts';

/** A pending order ends after a day: its prices are no longer promised. */
const PENDING_FOR = 86_400_000;
/** When the reconciler first asks about a payment nobody came back for. */
const FIRST_CHECK_AFTER = 15_000;
const ATTEMPTS = 4;
/** The most a gateway takes in one payment. */
const MOST_CENTS = 99_999_999;

export type Buyer = {
  userId: number | null;
  email: string;
  name: string;
  zip: string | null;
  city?: string | null;
  region?: string | null;
};

export type Wanted = ItemKey & { quantity: number };

export type Placing = {
  buyer: Buyer;
  /** Absent: what is in the buyer's cart. */
  wanted: readonly Wanted[] | undefined;
  expectedTotal: string | undefined;
  claim: Claim | null;
};

export async function placeOrder(ctx: AppContext, placing: Placing): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(ctx.db, (tx) => placeIn(ctx, tx, placing));
    } catch (error) {
      const isRaced = violatedConstraint(error) === 'orders_one_pending';
      if (!(error instanceof AnotherOrderWaits) && !isRaced) throw error;
      if (attempt >= ATTEMPTS) {
        throw new AppError('conflict', 'Another window is paying for your cart right now. Look there first.');
      }
      // Its payment is given up at the gateway first, outside of any transaction: the two must never both be paid.
      if (error instanceof AnotherOrderWaits) await endOrder(ctx, error.orderId, 'cancelled');
    }
  }
}

/** Of something else than is to be bought now. */
class AnotherOrderWaits extends Error {
  readonly orderId: number;
  constructor(orderId: number) {
    super('Another order waits');
    this.orderId = orderId;
  }
}

async function placeIn(
  ctx: AppContext,
  tx: Tx,
  { buyer, wanted, expectedTotal, claim }: Placing,
): Promise<number> {
  const now = ctx.clock.now();
  const { userId } = buyer;
  const lines = await priceLines(tx, { userId, now }, wanted);
  const draft = draftOrder(buyer, lines, {
    now,
    isFromCart: wanted === undefined,
    gateway: ctx.gateway.name,
  });
  const { totalCents, fingerprint, email, name, zip, city, region } = draft.order;
  refuseSurprise(totalCents, expectedTotal);

  const pending = userId === null ? null : await findPendingOrder(tx, { userId });
  if (pending) {
    if (pending.fingerprint !== fingerprint || pending.expiresAt <= now) {
      throw new AnotherOrderWaits(pending.id);
    }
    await updateRecipient(tx, { id: pending.id, email, name, zip, city, region });
    if (claim) await linkOrder(tx, claim, pending.id);
    return pending.id;
  }
  const payment = {
    gateway: ctx.gateway.name,
    amountCents: totalCents,
    currency: DEFAULT_CURRENCY,
    createdAt: now,
    updatedAt: now,
    checkAt: new Date(now.getTime() + FIRST_CHECK_AFTER),
  };
  return insertOrder(tx, { ...draft, payment: totalCents > 0 ? payment : null, claim });
}

type OrderedLine = { item: PricedItem; quantity: number };

async function priceLines(
  tx: Tx,
  { userId, now }: { userId: number | null; now: Date },
  wanted: readonly Wanted[] | undefined,
): Promise<OrderedLine[]> {
  const inCart = wanted || userId === null ? null : await listCartLines(tx, { userId });
  const asked: readonly (Wanted & { seenPriceCents?: number })[] = wanted ?? inCart ?? [];
  if (asked.length === 0) throw new AppError('conflict', 'Your cart is empty');
  if (new Set(asked.map(keyOf)).size !== asked.length) {
    throw new AppError('unprocessable', 'The same thing is in this order twice. Say how many seats instead.');
  }
  const priced = await priceItems(tx, { userId, now }, asked);
  return asked.map((line) => {
    const item = priced.get(keyOf(line));
    // Of what someone merely names, nothing is told that is not on sale: it may be a draft.
    if (!item || (wanted && !item.isForSale)) {
      throw new AppError('not_found', `There is no such ${line.itemType} here. It may have been removed.`);
    }
    const refusal = refusalOf(item, userId);
    if (refusal) throw refusal;
    const { seenPriceCents = item.unitPriceCents } = line;
    if (seenPriceCents !== item.unitPriceCents) throw repriced(item, seenPriceCents);
    return { item, quantity: line.quantity };
  });
}

function repriced({ title, unitPriceCents }: PricedItem, seen: number): AppError {
  return new AppError(
    'conflict',
    `The price of “${title}” went from ${formatCents(seen)} to ${formatCents(unitPriceCents)}. Look at your cart once more before you pay.`,
  );
}

function refuseSurprise(totalCents: number, expected: string | undefined): void {
  if (expected !== undefined && expected !== centsToDecimal(totalCents)) {
    throw new AppError(
      'conflict',
      `The total is ${formatCents(totalCents)} now. Nothing was charged; look at the summary and pay again if you agree.`,
    );
  }
  if (totalCents > MOST_CENTS) {
    throw new AppError('unprocessable', 'This is more than one payment can carry. Buy it in several orders.');
  }
}

function draftOrder(
  buyer: Buyer,
  lines: readonly OrderedLine[],
  { now, isFromCart, gateway }: { now: Date; isFromCart: boolean; gateway: string },
): Pick<NewOrder, 'order' | 'lines'> {
  const rows = lines.map((line) => draftLine(line, buyer));
  const subtotalCents = sumCents(rows.map((row) => row.amountCents));
  const { userId, email, name, zip, city = null, region = null } = buyer;
  return {
    order: {
      userId,
      email,
      name,
      zip,
      city,
      region,
      isFromCart,
      subtotalCents,
      totalCents: subtotalCents,
      fingerprint: fingerprintOf(rows, [gateway, isFromCart]),
      createdAt: now,
      expiresAt: new Date(now.getTime() + PENDING_FOR),
    },
    lines: rows,
  };
}

function draftLine({ item, quantity }: OrderedLine, buyer: Buyer): NewOrder['lines'][number] {
  const { partCents, ...price } = priceLine(item.unitPriceCents, quantity, item.parts);
  const { itemType, itemId, title, kind, sellerName } = item;
  const parts = item.parts.map((part, at) => {
    const amountCents = partCents[at] ?? 0;
    return {
      itemType: part.itemType,
      itemId: part.itemId,
      title: part.title,
      sellerId: part.sellerId,
      amountCents,
      feeCents: feeOf(amountCents, part.sellerId),
    };
  });
  return { itemType, itemId, title, kind, sellerName, quantity, ...price, parts, buyer: buyerKey(buyer) };
}

function fingerprintOf(rows: readonly NewOrder['lines'][number][], about: readonly unknown[]): string {
  const said = rows
    .map(({ itemType, itemId, quantity, unitPriceCents, amountCents }) =>
      [itemType, itemId, quantity, unitPriceCents, amountCents].join(' '),
    )
    .toSorted();
  return createHash('sha256')
    .update(JSON.stringify([about, said]))
    .digest('base64url');
}
