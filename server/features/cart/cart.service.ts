// The cart of a signed-in user, and prices for a guest's, which is stored in the browser. Prices and titles come from
// the catalogue; whatever a client sends is dropped before it gets here.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, repeated, violatedConstraint } from '#server/db/transaction.ts';
import { releaseReservations } from '#server/features/reservation/reservation-order.service.ts';
import { publishLiveEvent } from '#server/platform/live-event.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { MAX_QUANTITY } from '#shared/features/cart/cart.rules.ts';
import {
  type PricedCartItem,
  CART_LINES_AT_MOST,
  type RequestedItem,
} from '#shared/features/cart/cart-item.schema.ts';
import { toCartItem, toCartItems } from './cart-item.service.ts';
import {
  deleteCart,
  deleteCartRow,
  findMerged,
  insertMerge,
  listCartRows,
  listHeldKeys,
  updateMerged,
  updateQuantity,
  updateShownPrices,
  upsertCartRows,
  type CartRow,
  type NewCartRow,
} from './cart.queries.ts';
import { keyOf, priceItems, refusalOf, soldItemOf, type PricedItem } from './item-price.service.ts';

/** All that a cart needs to know of its owner. */
type Buyer = Pick<Viewer, 'id'>;
type GuestCart = { items: PricedCartItem[]; isGuest: true };
const GUEST = { isGuest: true } as const;

export async function getCart(ctx: AppContext, viewer: Viewer | null): Promise<PricedCartItem[] | GuestCart> {
  if (!viewer) return { ...GUEST, items: [] };
  return priceRows(ctx, viewer, await listCartRows(ctx.db, { userId: viewer.id }));
}

async function priceRows(ctx: AppContext, viewer: Buyer, rows: readonly CartRow[]) {
  const priced = await priceItems(ctx.db, buyerOf(ctx, viewer), rows);
  return toCartItems(rows, priced, viewer.id);
}

/** One line, priced with the rest of the cart: a bundle's price depends on what else is bought. */
async function priceRow(ctx: AppContext, viewer: Buyer, { id }: Pick<CartRow, 'id'>) {
  const items = await priceRows(ctx, viewer, await listCartRows(ctx.db, { userId: viewer.id }));
  return items.find((item) => item.id === id) ?? null;
}

const buyerOf = (ctx: AppContext, viewer: Buyer | null) => ({
  userId: viewer?.id ?? null,
  now: ctx.clock.now(),
});

/** A guest gets the line to store; its id is made in the browser. */
export async function addToCart(ctx: AppContext, viewer: Buyer | null, wanted: RequestedItem) {
  const buyer = buyerOf(ctx, viewer);
  const key = soldItemOf(wanted);
  const item = (await priceItems(ctx.db, buyer, [key])).get(keyOf(key));
  const refusal = whyNotAdded(item, buyer.userId, wanted);
  if (!item || refusal) throw refusal;
  const row = rowOf(item, wanted.quantity);
  const { now } = buyer;
  if (!viewer) return { item: toCartItem({ ...row, id: '', createdAt: now }, item, null), isGuest: true };
  const { id: userId } = viewer;
  const [added] = await repeated(() => upsertCartRows(ctx.db, { userId, rows: [row], now })).catch(
    (error: unknown) => {
      throw violatedConstraint(error) === 'cart_items_at_most' ? cartIsFull() : error;
    },
  );
  if (!added) throw new Error('The cart item was not inserted');
  const isBundle = item.itemType === 'bundle';
  const line = isBundle ? await priceRow(ctx, viewer, added) : null;
  return { item: line ?? toCartItem(added, item, userId), isGuest: false };
}

/** The buyer's other tabs and devices show the same cart. Last in the transaction (live-event.service.ts). */
function tellCart(ctx: AppContext, tx: Tx, userId: number): Promise<void> {
  return publishLiveEvent(ctx, tx, { userIds: [userId], kind: 'cart', payload: {} });
}

function rowOf({ itemType, itemId, unitPriceCents }: PricedItem, quantity: number): NewCartRow {
  return {
    itemType,
    itemId,
    quantity: itemType === 'booking' ? 1 : quantity,
    seenPriceCents: unitPriceCents,
  };
}

/** Without those that don't fit. */
async function addRows(
  tx: Tx,
  { userId, rows, now }: { userId: number; rows: readonly NewCartRow[]; now: Date },
) {
  const held = new Set((await listHeldKeys(tx, { userId })).map(keyOf));
  let room = CART_LINES_AT_MOST - held.size;
  const fitting = rows.filter((row) => held.has(keyOf(row)) || room-- > 0);
  return upsertCartRows(tx, { userId, rows: fitting, now });
}

function cartIsFull(): AppError {
  return new AppError(
    'conflict',
    `Your cart can hold ${CART_LINES_AT_MOST} different items. Remove one to add this.`,
  );
}

/** Items that were never on sale are not found; even their titles are private. */
function whyNotAdded(
  item: PricedItem | undefined,
  userId: number | null,
  { itemType }: Pick<RequestedItem, 'itemType'>,
): AppError | null {
  const isTheirs = item && (item.isOwned || (userId !== null && item.ownerId === userId));
  if (!item || (!item.isForSale && !isTheirs)) {
    return new AppError('not_found', `This ${itemType} isn’t available. It may have been taken off sale.`);
  }
  if (item.isForSale && !isTheirs && item.fullPriceCents === 0) return isFree(item);
  return refusalOf({ ...item, isForSale: true }, userId);
}

function isFree({ title, itemType, itemId, href }: PricedItem): AppError {
  const place = itemType === 'course' ? `/direct-enroll/${itemId}` : href;
  return new AppError('conflict', `“${title}” is free, so you don’t need the cart. Get it at ${place}.`, [
    { path: place, message: 'free' },
  ]);
}

/** Spec §4: below 1 removes. Guests do it in their browser. */
export async function updateCartItem(
  ctx: AppContext,
  viewer: Viewer | null,
  { id, quantity }: { id: string; quantity: number },
) {
  if (!viewer) return GUEST;
  if (quantity < 1) {
    await removeCartItem(ctx, viewer, { id });
    return { item: null };
  }
  const touchedAt = ctx.clock.now();
  const row = await inTransaction(ctx.db, async (tx) => {
    const updated = await updateQuantity(tx, { id: lineId(id), userId: viewer.id, quantity, touchedAt });
    if (!updated) throw noSuchLine();
    await tellCart(ctx, tx, viewer.id);
    return updated;
  });
  return { item: await priceRow(ctx, viewer, row) };
}

export async function removeCartItem(ctx: AppContext, viewer: Viewer | null, { id }: { id: string }) {
  if (!viewer) return GUEST;
  const { id: userId } = viewer;
  await inTransaction(ctx.db, async (tx) => {
    const gone = await deleteCartRow(tx, { id: lineId(id), userId });
    if (!gone) throw noSuchLine();
    await releaseTimes(ctx, tx, { userId, gone: [gone] });
    await tellCart(ctx, tx, userId);
  });
  return undefined;
}

/** A time that leaves the cart is free for others at once. */
async function releaseTimes(
  ctx: AppContext,
  tx: Tx,
  { userId, gone }: { userId: number; gone: readonly CartRow[] },
): Promise<void> {
  const ids = gone.filter(({ itemType }) => itemType === 'booking').map(({ itemId }) => itemId);
  if (ids.length > 0) await releaseReservations(tx, { ids, userId, now: ctx.clock.now() });
}

export async function clearCart(ctx: AppContext, viewer: Viewer | null) {
  if (!viewer) return GUEST;
  const { id: userId } = viewer;
  await inTransaction(ctx.db, async (tx) => {
    await releaseTimes(ctx, tx, { userId, gone: await deleteCart(tx, { userId }) });
    await tellCart(ctx, tx, userId);
  });
  return undefined;
}

const MAX_ID = 2_147_483_647;

/** Guest ids have a different format and never match a cart item. */
function lineId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > MAX_ID) throw noSuchLine();
  return id;
}

function noSuchLine(): AppError {
  return new AppError(
    'not_found',
    'This item is no longer in your cart. Reload the page to see the current cart.',
  );
}

/**
 * Marks the current prices as shown, so that repriced lines no longer say so. Given items are priced by themselves and
 * leave the cart as it is.
 */
export async function refreshCart(
  ctx: AppContext,
  viewer: Viewer | null,
  { items: named }: { items?: readonly RequestedItem[] },
): Promise<PricedCartItem[] | GuestCart> {
  if (!viewer) return { ...GUEST, items: await priceNamedItems(ctx, null, named ?? []) };
  if (named) return priceNamedItems(ctx, viewer, named);
  const { id: userId } = viewer;
  const rows = await listCartRows(ctx.db, { userId });
  const priced = await priceItems(ctx.db, buyerOf(ctx, viewer), rows);
  const centsOf = (row: CartRow) => priced.get(keyOf(row))?.unitPriceCents ?? row.seenPriceCents;
  const changed = rows.filter((row) => centsOf(row) !== row.seenPriceCents);
  await updateShownPrices(ctx.db, {
    userId,
    seen: changed.map((row) => ({ id: row.id, cents: centsOf(row) })),
  });
  const seen = rows.map((row) => ({ ...row, seenPriceCents: centsOf(row) }));
  return toCartItems(seen, priced, userId);
}

/** In the given order. Any item may be given: nothing is revealed about those not on sale, except to their owners. */
async function priceNamedItems(
  ctx: AppContext,
  viewer: Viewer | null,
  items: readonly RequestedItem[],
): Promise<PricedCartItem[]> {
  const buyer = buyerOf(ctx, viewer);
  const priced = await priceItems(ctx.db, buyer, items.map(soldItemOf));
  const shown = new Map([...priced].filter(([, item]) => item.isForSale || item.isOwned));
  const rows = items.map((wanted) => {
    const item = shown.get(keyOf(soldItemOf(wanted)));
    const row = item && rowOf(item, wanted.quantity);
    return { ...wanted, createdAt: buyer.now, seenPriceCents: 0, ...row, id: '' };
  });
  return toCartItems(rows, shown, buyer.userId);
}

type Left = { itemType: RequestedItem['itemType']; itemId: number; reason: string };

/**
 * Merges a guest cart, once per key: whichever request inserts the key first does it. Repeated after a lost response,
 * it says again what was refused.
 */
export async function mergeCart(
  ctx: AppContext,
  viewer: Viewer,
  { key, items }: { key: string; items: readonly RequestedItem[] },
): Promise<{ merged: number; left: Left[] }> {
  const merge = { userId: viewer.id, key };
  return inTransaction(ctx.db, async (tx) => {
    const { now } = buyerOf(ctx, viewer);
    const isFirst = await insertMerge(tx, { ...merge, createdAt: now });
    const { rows, left } = await sortOut(tx, viewer, { items: onceEach(items), now });
    if (!isFirst) return { merged: (await findMerged(tx, merge)) ?? 0, left };
    const added = await addRows(tx, { userId: viewer.id, rows, now });
    const inCart = new Set(added.map(keyOf));
    for (const { itemType, itemId } of rows.filter((row) => !inCart.has(keyOf(row)))) {
      left.push({ itemType, itemId, reason: cartIsFull().message });
    }
    await updateMerged(tx, { ...merge, merged: added.length });
    return { merged: added.length, left };
  });
}

/** What can be added to the cart, and what can't, with the reason. */
async function sortOut(
  tx: Tx,
  viewer: Buyer,
  { items, now }: { items: readonly RequestedItem[]; now: Date },
): Promise<{ rows: NewCartRow[]; left: Left[] }> {
  const priced = await priceItems(tx, { userId: viewer.id, now }, items.map(soldItemOf));
  const left: Left[] = [];
  const rows: NewCartRow[] = [];
  for (const one of items) {
    const item = priced.get(keyOf(soldItemOf(one)));
    const refusal = whyNotAdded(item, viewer.id, one);
    if (item && !refusal) rows.push(rowOf(item, one.quantity));
    else left.push({ itemType: one.itemType, itemId: one.itemId, reason: refusal?.message ?? '' });
  }
  return { rows, left };
}

/** A course given twice, once as a certification, is one item. */
function onceEach(items: readonly RequestedItem[]): RequestedItem[] {
  const found = new Map<string, RequestedItem>();
  for (const item of items) {
    const key = keyOf(soldItemOf(item));
    const quantity = Math.min((found.get(key)?.quantity ?? 0) + item.quantity, MAX_QUANTITY);
    found.set(key, { ...item, quantity });
  }
  return [...found.values()];
}

export { removeBoughtSql } from './cart.queries.ts';
