// Managing coupons: staff the platform's and everyone's, sellers their own for what they sell.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { AppError } from '#shared/errors.ts';
import type { Coupon, CouponFields } from '#shared/features/coupon/coupon-management.contract.ts';
import { wireCents } from '#shared/features/coupon/coupon.rules.ts';
import { COUPON_STATES, type CouponItem, type CouponState } from '#shared/features/coupon/coupon.states.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { toPlainText } from '#shared/plain-text.ts';
import {
  countCouponStates,
  isSeller,
  insertCoupon,
  listCouponRows,
  listChosenItems,
  listChosenSellers,
  listSellerChoices,
  listItemChoices,
  lockCoupon,
  lockSeller,
  replaceChosenItems,
  updateCouponRow,
  wasUsed,
  type CouponFilter,
  type CouponRow,
  type CouponOwner,
} from './coupon-management.queries.ts';

type CouponScope = { viewer: Viewer; as: 'staff' | 'seller' };

type CouponQuery = Omit<CouponFilter, 'owner' | 'now'> & { page: number };
type ItemQuery = { q?: string | undefined };

const staff = (viewer: Viewer): CouponScope => ({ viewer, as: 'staff' });
const seller = (viewer: Viewer): CouponScope => ({ viewer, as: 'seller' });

export const listCoupons = (ctx: AppContext, viewer: Viewer, query: CouponQuery) =>
  listCouponsAs(ctx, staff(viewer), query);
export const listOwnCoupons = (ctx: AppContext, viewer: Viewer, query: CouponQuery) =>
  listCouponsAs(ctx, seller(viewer), query);

export const createCoupon = (ctx: AppContext, viewer: Viewer, fields: CouponFields) =>
  createCouponAs(ctx, staff(viewer), fields);
export const createOwnCoupon = (ctx: AppContext, viewer: Viewer, fields: CouponFields) =>
  createCouponAs(ctx, seller(viewer), fields);

export const updateCoupon = (ctx: AppContext, viewer: Viewer, id: number, fields: CouponFields) =>
  updateCouponAs(ctx, staff(viewer), id, fields);
export const updateOwnCoupon = (ctx: AppContext, viewer: Viewer, id: number, fields: CouponFields) =>
  updateCouponAs(ctx, seller(viewer), id, fields);

export const setCouponActive = (ctx: AppContext, viewer: Viewer, id: number, isActive: boolean) =>
  switchCouponAs(ctx, staff(viewer), id, isActive);
export const setOwnCouponActive = (ctx: AppContext, viewer: Viewer, id: number, isActive: boolean) =>
  switchCouponAs(ctx, seller(viewer), id, isActive);

export const listCouponItems = (ctx: AppContext, viewer: Viewer, query: ItemQuery) =>
  listCouponItemsAs(ctx, staff(viewer), query);
export const listOwnCouponItems = (ctx: AppContext, viewer: Viewer, query: ItemQuery) =>
  listCouponItemsAs(ctx, seller(viewer), query);

const ownerOf = ({ viewer, as }: CouponScope): CouponOwner =>
  as === 'staff' ? 'staff' : { sellerId: viewer.id };

async function listCouponsAs(ctx: AppContext, scope: CouponScope, { page, ...asked }: CouponQuery) {
  await requireSeller(ctx, scope);
  const filter = { ...asked, owner: ownerOf(scope), now: ctx.clock.now() };
  const counted = new Map(
    (await countCouponStates(ctx.db, filter)).map(({ standing, count }) => [standing, count]),
  );
  const each = Object.fromEntries(COUPON_STATES.map((standing) => [standing, counted.get(standing) ?? 0]));
  const all = [...counted.values()].reduce((sum, count) => sum + count, 0);
  const counts = { all, ...(each as Record<CouponState, number>) };
  const rows = await listCouponRows(ctx.db, { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  const items = await describe(ctx, rows);
  return { items, total: counts[asked.standing ?? 'all'], page, pageSize: PAGE_SIZE, counts };
}

async function describe(ctx: AppContext, rows: readonly CouponRow[]): Promise<Coupon[]> {
  const couponIds = rows.map(({ coupon }) => coupon.id);
  const named = await listChosenItems(ctx.db, { couponIds });
  const sellers = await listChosenSellers(ctx.db, { couponIds });
  return rows.map((row) => {
    const { coupon, sellerName } = row;
    const { id, code, sellerId, kind, percent, kinds, maxUses, maxPerPerson, isFirstOrderOnly } = coupon;
    const isOfThis = ({ couponId }: { couponId: number }) => couponId === id;
    return {
      id,
      code,
      seller: sellerId === null ? null : { id: sellerId, name: sellerName ?? '' },
      kind,
      percent,
      amount: wireCents(coupon.amountCents),
      kinds,
      items: named.filter(isOfThis).map(({ itemType, itemId, title }) => ({
        itemType,
        itemId,
        title,
        sellerName: '',
      })),
      sellers: sellers.filter(isOfThis).map((seller) => ({ id: seller.id, name: seller.name })),
      startsAt: coupon.startsAt?.toISOString() ?? null,
      endsAt: coupon.endsAt?.toISOString() ?? null,
      maxUses,
      maxPerPerson,
      minimum: centsToDecimal(coupon.minimumCents),
      isFirstOrderOnly,
      note: coupon.note,
      isActive: coupon.isActive,
      standing: row.standing,
      usedCount: row.usedCount,
      heldCount: row.heldCount,
      discountGiven: centsToDecimal(row.discountCents),
      revenue: centsToDecimal(row.revenueCents),
      isWorthFixed: row.isWorthFixed,
      createdAt: coupon.createdAt.toISOString(),
      updatedAt: coupon.updatedAt.toISOString(),
    };
  });
}

async function getOne(ctx: AppContext, scope: CouponScope, id: number): Promise<Coupon> {
  const filter = { owner: ownerOf(scope), now: ctx.clock.now(), id, limit: 1, offset: 0 };
  const [coupon] = await describe(ctx, await listCouponRows(ctx.db, filter));
  if (!coupon) throw noSuchCoupon();
  return coupon;
}

function noSuchCoupon(): AppError {
  return new AppError('not_found', 'This coupon doesn’t exist. Reload the page to see the current list.');
}

const OFFERED = 20;

async function listCouponItemsAs(ctx: AppContext, scope: CouponScope, { q }: ItemQuery) {
  await requireSeller(ctx, scope);
  const sellerId = scope.as === 'staff' ? null : scope.viewer.id;
  const items = await listItemChoices(ctx.db, { sellerId, q, limit: OFFERED });
  const sellers = scope.as === 'staff' ? await listSellerChoices(ctx.db, { q, limit: OFFERED }) : [];
  return { things: items, sellers };
}

async function requireSeller(ctx: AppContext, { viewer, as }: CouponScope): Promise<void> {
  if (as === 'seller' && !(await isSeller(ctx.db, { userId: viewer.id }))) throw notASeller();
}

function notASeller(): AppError {
  return new AppError('forbidden', 'You’re not a seller yet. Apply to sell first.');
}

/** Suspended sellers can deactivate coupons, but not start new ones. */
async function requireOpen(tx: Tx, { viewer, as }: CouponScope): Promise<void> {
  if (as === 'staff') return;
  const seller = await lockSeller(tx, { userId: viewer.id });
  if (!seller) throw notASeller();
  if (seller.state === 'approved') return;
  const reason = seller.suspendedReason ? `: ${seller.suspendedReason}` : '.';
  throw new AppError(
    'forbidden',
    `Your store is suspended${reason} Until it’s restored, you can’t start a coupon.`,
  );
}

async function createCouponAs(ctx: AppContext, scope: CouponScope, fields: CouponFields): Promise<Coupon> {
  const sellerId = scope.as === 'staff' ? null : scope.viewer.id;
  const id = await inTransaction(ctx.db, async (tx) => {
    await requireOpen(tx, scope);
    const named = await requireNamed(tx, fields, sellerId);
    const now = ctx.clock.now();
    const values = {
      ...columnsOf(fields),
      sellerId,
      createdBy: scope.viewer.id,
      createdAt: now,
      updatedAt: now,
    };
    const made = await insertCoupon(tx, values);
    await replaceChosenItems(tx, { id: made, ...named });
    await note(ctx, tx, scope, 'coupon.add', { id: made, code: fields.code, sellerId });
    return made;
  }).catch(throwConstraintMessage);
  return getOne(ctx, scope, id);
}

function columnsOf(fields: CouponFields) {
  const { code, kind, percent, amount, kinds, maxUses, maxPerPerson, minimum, isFirstOrderOnly } = fields;
  return {
    code,
    kind,
    percent: kind === 'percent' ? percent : null,
    amountCents: kind === 'fixed' ? amount : null,
    kinds: [...new Set(kinds)],
    startsAt: fields.startsAt === null ? null : new Date(fields.startsAt),
    endsAt: fields.endsAt === null ? null : new Date(fields.endsAt),
    maxUses,
    maxPerPerson,
    minimumCents: minimum,
    isFirstOrderOnly,
    note: toPlainText(fields.note),
  };
}

async function updateCouponAs(
  ctx: AppContext,
  scope: CouponScope,
  id: number,
  fields: CouponFields,
): Promise<Coupon> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockCoupon(tx, { id, owner: ownerOf(scope) });
    if (!before) throw noSuchCoupon();
    await requireOpen(tx, scope);
    const named = await requireNamed(tx, fields, before.sellerId);
    const columns = columnsOf(fields);
    const isSameWorth =
      before.kind === columns.kind &&
      before.percent === columns.percent &&
      before.amountCents === columns.amountCents &&
      before.code === columns.code;
    if (!isSameWorth && (await wasUsed(tx, { id }))) throw worthIsFixed();
    await updateCouponRow(tx, { id, ...columns, updatedAt: ctx.clock.now() });
    await replaceChosenItems(tx, { id, ...named });
    await note(ctx, tx, scope, 'coupon.change', before);
  }).catch(throwConstraintMessage);
  return getOne(ctx, scope, id);
}

function worthIsFixed(): AppError {
  return new AppError(
    'conflict',
    'This coupon has been used, so its code and value can’t change. Deactivate it and create a new one.',
  );
}

async function switchCouponAs(
  ctx: AppContext,
  scope: CouponScope,
  id: number,
  isActive: boolean,
): Promise<Coupon> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockCoupon(tx, { id, owner: ownerOf(scope) });
    if (!before) throw noSuchCoupon();
    if (before.isActive === isActive) return;
    if (isActive) await requireOpen(tx, scope);
    await updateCouponRow(tx, { id, isActive, updatedAt: ctx.clock.now() });
    await note(ctx, tx, scope, isActive ? 'coupon.on' : 'coupon.off', before);
  });
  return getOne(ctx, scope, id);
}

/** Checks that the items and sellers exist; a seller's coupon covers their own items only. */
async function requireNamed(
  tx: Tx,
  fields: CouponFields,
  sellerId: number | null,
): Promise<{ items: CouponItem[]; sellers: number[] }> {
  const items = [...new Map(fields.items.map((item) => [`${item.itemType} ${item.itemId}`, item])).values()];
  const sellers = sellerId === null ? [...new Set(fields.sellers)] : [];
  const known =
    items.length > 0 ? await listItemChoices(tx, { sellerId, only: items, limit: items.length }) : [];
  if (known.length < items.length) {
    const message =
      sellerId === null
        ? 'One of these items no longer exists. Remove it.'
        : 'One of these items isn’t sold by this seller. Remove it.';
    throw new AppError('unprocessable', message, [{ path: 'items', message }]);
  }
  const found =
    sellers.length > 0 ? await listSellerChoices(tx, { only: sellers, limit: sellers.length }) : [];
  if (found.length < sellers.length) {
    const message = 'One of these sellers no longer exists. Remove them.';
    throw new AppError('unprocessable', message, [{ path: 'sellers', message }]);
  }
  return { items, sellers };
}

function throwConstraintMessage(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'coupons_code') {
    const message = 'Another coupon has this code. Choose a different one.';
    throw new AppError('conflict', message, [{ path: 'code', message }]);
  }
  if (constraint === 'coupons_uses') {
    const message = 'It has already been used more often than that.';
    throw new AppError('conflict', message, [{ path: 'maxUses', message }]);
  }
  throw error;
}

/** Only staff changes go into the audit log. */
async function note(
  ctx: AppContext,
  tx: Tx,
  { viewer, as }: CouponScope,
  action: AuditAction,
  { id, code, sellerId }: { id: number; code: string; sellerId: number | null },
): Promise<void> {
  if (as === 'seller') return;
  const about = sellerId === null ? {} : { userId: sellerId };
  await recordAudit(ctx, tx, { actor: viewer, action, subject: ['coupon', id], ...about, details: { code } });
}
