// Staff actions on sellers. A suspended seller has nothing on sale; their buyers keep what they have.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { findLastActor, recordAudit } from '#server/platform/audit.service.ts';
import { decisionJob, holdDecision, getPendingDecision } from '#server/platform/decision.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import { RESOURCE_STATES, type ResourceState } from '#shared/features/resource/resource.states.ts';
import type { StaffSeller, StaffSellerRow } from '#shared/features/seller/seller-staff.contract.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { fullNameOf } from '#shared/names.ts';
import { toPlainText } from '#shared/plain-text.ts';
import type { HeldDecision } from '#shared/features/site/site.schema.ts';
import {
  countStaffSellers,
  countSellerItems,
  deleteOwnSellerNote,
  findStaffSeller,
  insertSellerNote,
  listStaffSellerRows,
  listSellerNotes,
  updateSellerState,
  type SellerFilter,
  type StaffSellerListRow,
} from './seller-staff.queries.ts';

const noSuchSeller = () => new AppError('not_found', 'No seller has this id.');

export async function listStaffSellers(
  ctx: AppContext,
  viewer: Viewer,
  { page, ...filter }: SellerFilter & { page: number },
) {
  const [counts, rows] = await Promise.all([
    countStaffSellers(ctx.db, filter),
    listStaffSellerRows(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const items = rows.map((row) => toRow(viewer, row));
  return { items, total: counts[filter.state ?? 'all'], page, pageSize: PAGE_SIZE, counts };
}

/** Nobody sees notes about themselves, or even how many there are. */
function toRow(viewer: Viewer, row: StaffSellerListRow): StaffSellerRow {
  return {
    id: row.id,
    shop: row.shop,
    person: fullNameOf(row),
    state: row.state,
    isAccountSuspended: row.accountState === 'suspended',
    profileImageUrl: row.profileImageUrl,
    since: row.createdAt.toISOString(),
    onSale: row.onSale,
    sales: row.sales,
    rating: row.rating,
    reviewCount: row.reviewCount,
    openNotices: row.openNotices,
    notes: row.id === viewer.id ? 0 : row.noteCount,
  };
}

export async function getStaffSeller(
  ctx: AppContext,
  viewer: Viewer,
  { id, db = ctx.db }: { id: number; db?: DbOrTx },
): Promise<StaffSeller> {
  const found = await findStaffSeller(db, { id });
  if (!found) throw noSuchSeller();
  const counts = await countSellerItems(db, { sellerId: id });
  const isMine = id === viewer.id;
  const pending = await getPendingDecision({ db }, viewer, { kind: 'seller', subjectId: id });
  const notes = isMine ? [] : await listSellerNotes(db, { sellerId: id });
  const inState = (state: ResourceState) => counts.find((row) => row.state === state)?.count ?? 0;
  const { email, slug, suspendedReason, takenDown, noticeCount } = found;
  return {
    ...toRow(viewer, found),
    email,
    slug,
    suspendedReason,
    takenDown,
    noticeCount,
    isMine,
    pending: pending?.words ?? null,
    things: Object.fromEntries(RESOURCE_STATES.map((state) => [state, inState(state)])) as Record<
      ResourceState,
      number
    >,
    notes: notes.map(({ author, authorId, createdAt, ...note }) => ({
      ...note,
      author: author ? fullNameOf(author) : 'A former staff member',
      isMine: authorId === viewer.id,
      createdAt: createdAt.toISOString(),
    })),
  };
}

type Seller = NonNullable<Awaited<ReturnType<typeof findStaffSeller>>>;

/** Tells the slower of two staff members who was first; only the audit log knows. */
async function doneAlready(tx: Tx, id: number, done: 'suspended' | 'restored'): Promise<AppError> {
  const action = done === 'suspended' ? 'seller.suspend' : 'seller.restore';
  const who = await findLastActor(tx, { userId: id, action });
  if (who) return new AppError('conflict', `${who} has already ${done} this seller.`);
  return new AppError(
    'conflict',
    done === 'suspended' ? 'This seller is already suspended.' : 'This seller isn’t suspended.',
  );
}

type Decision = { action: 'seller.suspend'; reason: string } | { action: 'seller.restore' };

/** Takes effect after ten seconds unless undone; anything that would make it fail is reported now. */
async function decide(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
  decision: Decision,
): Promise<StaffSeller & { decision: HeldDecision }> {
  refuseOwn(viewer, id);
  const held = await holdDecision(ctx, viewer, {
    kind: 'seller',
    subjectId: id,
    action: decision.action,
    input: decision,
    job: applySellerDecisionJob,
    async rehearse(tx) {
      await perform(ctx, tx, viewer, id, decision);
      return getStaffSeller(ctx, viewer, { id, db: tx });
    },
  });
  return { ...held.outcome, decision: held.decision };
}

export const suspendSeller = (
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
) => decide(ctx, viewer, id, { action: 'seller.suspend', reason });

export const restoreSeller = (ctx: AppContext, viewer: Viewer, id: number) =>
  decide(ctx, viewer, id, { action: 'seller.restore' });

export const applySellerDecisionJob = decisionJob(
  'seller',
  z.object({ action: z.enum(['seller.suspend', 'seller.restore']), reason: z.string().optional() }),
  (ctx, tx, { actor, subjectId, input: { action, reason = '' } }) =>
    perform(ctx, tx, actor, subjectId, action === 'seller.suspend' ? { action, reason } : { action }),
);

type Actor = { id: number };

async function perform(ctx: AppContext, tx: Tx, actor: Actor, id: number, decision: Decision): Promise<void> {
  const seller = await findStaffSeller(tx, { id });
  if (!seller) throw noSuchSeller();
  await (decision.action === 'seller.suspend'
    ? suspend(ctx, tx, actor, { seller, reason: decision.reason })
    : restore(ctx, tx, actor, seller));
}

async function suspend(
  ctx: AppContext,
  tx: Tx,
  actor: Actor,
  { seller, reason }: { seller: Seller; reason: string },
): Promise<void> {
  const { id } = seller;
  const suspended = { state: 'suspended', suspendedReason: reason, updatedAt: ctx.clock.now() } as const;
  if (!(await updateSellerState(tx, { id, from: 'approved' }, suspended))) {
    throw await doneAlready(tx, id, 'suspended');
  }
  const { siteName, supportEmail } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind: 'seller-state',
    to: seller.email,
    link: '/seller-dashboard',
    subject: `Your store at ${siteName} is suspended`,
    text: [
      'Hi,',
      `We’ve suspended your store, ${lineForMail(seller.shop)}. Nothing in it is on sale for now; buyers keep what they bought. The reason:`,
      reason,
      `Something wrong? Email ${supportEmail}.`,
    ].join('\n\n'),
  });
  await writeDown(ctx, tx, actor, { action: 'seller.suspend', seller, reason });
}

async function restore(ctx: AppContext, tx: Tx, actor: Actor, seller: Seller): Promise<void> {
  const { id } = seller;
  const open = { state: 'approved', suspendedReason: null, updatedAt: ctx.clock.now() } as const;
  if (!(await updateSellerState(tx, { id, from: 'suspended' }, open)))
    throw await doneAlready(tx, id, 'restored');
  const { siteName } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind: 'seller-state',
    to: seller.email,
    link: '/seller-dashboard',
    subject: `Your store at ${siteName} is open again`,
    text: [
      'Hi,',
      `Your store, ${lineForMail(seller.shop)}, is no longer suspended. Everything that was on sale before is on sale again:\n${ctx.config.publicUrl}/seller-dashboard`,
    ].join('\n\n'),
  });
  await writeDown(ctx, tx, actor, { action: 'seller.restore', seller });
}

function refuseOwn(viewer: Viewer, id: number): void {
  if (id === viewer.id) {
    throw new AppError('forbidden', 'You can’t do this to your own store. Ask a colleague.');
  }
}

/** Checks permissions, applies the change and returns the seller afterward. */
async function changeSeller(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
  change: (tx: Tx, seller: Seller) => Promise<void>,
): Promise<StaffSeller> {
  refuseOwn(viewer, id);
  return inTransaction(ctx.db, async (tx) => {
    const seller = await findStaffSeller(tx, { id });
    if (!seller) throw noSuchSeller();
    await change(tx, seller);
    return getStaffSeller(ctx, viewer, { id, db: tx });
  });
}

async function writeDown(
  ctx: AppContext,
  tx: Tx,
  viewer: Actor,
  { action, seller, reason }: { action: SellerAction; seller: Seller; reason?: string },
): Promise<void> {
  await recordAudit(ctx, tx, {
    actor: viewer,
    action,
    subject: ['seller', seller.id],
    // Users can export audit entries about them, so notes must not name them.
    ...(!isNote(action) && { userId: seller.id }),
    details: { shop: seller.shop, ...(reason && { reason }) },
  });
}

const isNote = (action: SellerAction) => action === 'seller.note' || action === 'seller.note-delete';

type SellerAction = 'seller.suspend' | 'seller.restore' | 'seller.note' | 'seller.note-delete';

export async function createSellerNote(
  ctx: AppContext,
  viewer: Viewer,
  { id, body }: { id: number; body: string },
): Promise<StaffSeller> {
  const text = toPlainText(body);
  if (!text) {
    const message = 'Enter at least 3 characters';
    throw new AppError('validation_failed', message, [{ path: 'body', message }]);
  }
  return changeSeller(ctx, viewer, id, async (tx, seller) => {
    await insertSellerNote(tx, {
      sellerId: id,
      authorId: viewer.id,
      body: text,
      createdAt: ctx.clock.now(),
    });
    await writeDown(ctx, tx, viewer, { action: 'seller.note', seller });
  });
}

export async function deleteSellerNote(
  ctx: AppContext,
  viewer: Viewer,
  { id, noteId }: { id: number; noteId: number },
): Promise<StaffSeller> {
  return changeSeller(ctx, viewer, id, async (tx, seller) => {
    if (!(await deleteOwnSellerNote(tx, { id: noteId, sellerId: id, authorId: viewer.id }))) {
      throw new AppError(
        'not_found',
        'This note doesn’t exist, or someone else wrote it. You can only delete your own.',
      );
    }
    await writeDown(ctx, tx, viewer, { action: 'seller.note-delete', seller });
  });
}

export { setFee } from './seller-staff.queries.ts';
