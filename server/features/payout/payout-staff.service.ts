// Staff actions on sellers' payouts. Nobody decides about their own.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import { percentOf, pointsOf, nextRunAfter } from '#shared/features/payout/payout.rules.ts';
import type { SellerMoney, StaffPayout } from '#shared/features/payout/payout-staff.contract.ts';
import type { PayoutState } from '#shared/features/payout/payout.states.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { setFee } from '#server/features/seller/seller-staff.service.ts';
import { deleteHold, findSeller, insertHold, type SellerRow } from './payout-account.queries.ts';
import { overviewOf } from './payout-balance.service.ts';
import { mailPayoutHeld, mailPayoutReleased } from './payout-mail.ts';
import { startRun } from './payout-run.service.ts';
import { findPayout } from './payout-run.queries.ts';
import {
  countHeld,
  countPayouts,
  countRuns,
  listHeldRows,
  listPayoutRows,
  listRunRows,
  type PayoutListRow,
} from './payout-staff.queries.ts';

const pageAt = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });

export async function listPayoutRuns(ctx: AppContext, { page }: { page: number }) {
  const [total, rows] = await Promise.all([countRuns(ctx.db), listRunRows(ctx.db, pageAt(page))]);
  const items = rows.map(({ startedAt, endedAt, starter, amountCents, ...run }) => ({
    ...run,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    startedBy: starter && fullNameOf(starter),
    amount: centsToDecimal(amountCents),
  }));
  const nextAt = nextRunAfter(ctx.clock.now()).toISOString();
  return { items, total, page, pageSize: PAGE_SIZE, nextAt };
}

export async function listStaffPayouts(
  ctx: AppContext,
  { state, page }: { state?: PayoutState | undefined; page: number },
) {
  const [counts, rows] = await Promise.all([
    countPayouts(ctx.db),
    listPayoutRows(ctx.db, { state, ...pageAt(page) }),
  ]);
  return { items: rows.map(toPayout), total: counts[state ?? 'all'], page, pageSize: PAGE_SIZE, counts };
}

function toPayout(row: PayoutListRow): StaffPayout {
  const { sellerId, shop, isHeld, amountCents, offsetCents, reversedCents, createdAt, endedAt, ...rest } =
    row;
  return {
    ...rest,
    seller: { id: sellerId, shop, isHeld },
    amount: centsToDecimal(amountCents),
    offset: centsToDecimal(offsetCents),
    reversed: centsToDecimal(reversedCents),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/** A failed payout has ended: its amount is part of what the seller is due now. */
export async function retryPayout(ctx: AppContext, viewer: Viewer, id: number): Promise<{ id: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const payout = await findPayout(tx, { id });
    if (!payout) throw new AppError('not_found', 'No payout has this number.');
    if (payout.state !== 'failed') {
      throw new AppError('conflict', 'This payout hasn’t failed. Reload the page to see its current state.');
    }
    const { sellerId } = payout;
    const runId = await startRun(ctx, tx, { startedBy: viewer.id, sellerId });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'payout.retry',
      subject: ['payout', id],
      userId: sellerId,
    });
    return { id: runId };
  });
}

export async function listSellersOnHold(ctx: AppContext, { page }: { page: number }) {
  const now = ctx.clock.now();
  const [total, rows] = await Promise.all([
    countHeld(ctx.db),
    listHeldRows(ctx.db, { now, ...pageAt(page) }),
  ]);
  const items = rows.map(({ availableCents, since, ...row }) => ({
    ...row,
    since: (since ?? now).toISOString(),
    available: centsToDecimal(availableCents),
  }));
  return { items, total, page, pageSize: PAGE_SIZE };
}

async function getSeller(
  ctx: AppContext,
  id: number,
  db: Parameters<typeof findSeller>[0] = ctx.db,
): Promise<SellerRow> {
  const seller = await findSeller(db, { userId: id });
  if (!seller || seller.accountState === 'deleted') {
    throw new AppError('not_found', 'No seller has this id.');
  }
  return seller;
}

export async function getSellerBalance(ctx: AppContext, id: number): Promise<SellerMoney> {
  const seller = await getSeller(ctx, id);
  const { platformFeePoints } = await getSettings(ctx);
  return {
    ...(await overviewOf(ctx, seller)),
    ownFee: seller.feePoints === null ? null : percentOf(seller.feePoints),
    houseFee: percentOf(platformFeePoints),
  };
}

async function change(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
  work: (tx: Tx, seller: SellerRow) => Promise<void>,
): Promise<SellerMoney> {
  if (id === viewer.id) {
    throw new AppError('forbidden', 'You can’t do this to your own store. Ask a colleague.');
  }
  await inTransaction(ctx.db, async (tx) => work(tx, await getSeller(ctx, id, tx)));
  return getSellerBalance(ctx, id);
}

type Done = {
  action: 'payout.hold' | 'payout.release' | 'seller.fee';
  details: Record<string, unknown>;
};

async function writeDown(ctx: AppContext, tx: Tx, viewer: Viewer, { userId, name }: SellerRow, done: Done) {
  const details = { shop: name, ...done.details };
  const subject: [string, number] = ['seller', userId];
  await recordAudit(ctx, tx, { actor: viewer, action: done.action, subject, userId, details });
}

export async function holdPayouts(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<SellerMoney> {
  return change(ctx, viewer, id, async (tx, seller) => {
    if (!(await insertHold(tx, { userId: id, reason, heldAt: ctx.clock.now() }))) {
      throw new AppError('conflict', 'This seller’s payouts are already on hold.');
    }
    await mailPayoutHeld(ctx, tx, seller, reason);
    await writeDown(ctx, tx, viewer, seller, { action: 'payout.hold', details: { reason } });
  });
}

export async function releasePayouts(ctx: AppContext, viewer: Viewer, id: number): Promise<SellerMoney> {
  return change(ctx, viewer, id, async (tx, seller) => {
    if (!(await deleteHold(tx, { userId: id }))) {
      throw new AppError('conflict', 'This seller’s payouts aren’t on hold.');
    }
    await mailPayoutReleased(ctx, tx, seller);
    await writeDown(ctx, tx, viewer, seller, { action: 'payout.release', details: {} });
  });
}

/** For new sales: past sales keep the fee they were sold with. */
export async function setSellerFee(
  ctx: AppContext,
  viewer: Viewer,
  { id, percent }: { id: number; percent: string | null },
): Promise<SellerMoney> {
  const feePoints = percent === null ? null : pointsOf(percent);
  return change(ctx, viewer, id, async (tx, seller) => {
    await setFee(tx, { id, feePoints });
    const before = seller.feePoints === null ? null : percentOf(seller.feePoints);
    await writeDown(ctx, tx, viewer, seller, { action: 'seller.fee', details: { before, after: percent } });
  });
}
