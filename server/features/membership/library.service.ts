// Taking an item from the member library: access for as long as the membership is open, and a download of the month.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  hasLiveEntitlement,
  insertEnrollment,
  openMembershipAccess,
  type Item,
} from '#server/features/entitlement/entitlement.service.ts';
import { getItemAccess, noSuchItem } from '#server/features/entitlement/item-access.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/membership/membership.contract.ts';
import { downloadMonth, formatResetDay, type Downloads } from '#shared/features/membership/download.rules.ts';
import { listOpenMemberships, lockOpenMemberships, type OpenMembership } from './benefit.queries.ts';
import { countDownload, findDownloads, isInLibrary } from './library.queries.ts';

/** What the viewer has already, by any cause, stays as it is and counts as nothing. */
export async function addToLibrary(
  ctx: AppContext,
  viewer: Viewer,
  item: Item,
): Promise<ContractResult<typeof contract.addToLibrary>> {
  const { isListed, isMine, isOwned } = await getItemAccess(ctx, viewer, item);
  if (isMine) throw new AppError('conflict', `This ${item.itemType} is your own.`);
  if (!isOwned) {
    if (!isListed) throw noSuchItem(item.itemType);
    if (!(await isInLibrary(ctx.db, item))) {
      throw new AppError('not_found', `This ${item.itemType} isn’t part of the member library.`);
    }
    await inTransaction(ctx.db, (tx) => take(tx, { ...item, userId: viewer.id, now: ctx.clock.now() }));
  }
  return { ...item, downloads: await downloadsOf(ctx.db, { userId: viewer.id, now: ctx.clock.now() }) };
}

type Taking = Item & { userId: number; now: Date };

async function take(tx: Tx, { userId, now, ...item }: Taking): Promise<void> {
  // From here on, others who take something with the same membership wait.
  const open = await lockOpenMemberships(tx, { userId, now, isAlone: true });
  if (open.length === 0) {
    throw new AppError(
      'forbidden',
      `This ${item.itemType} is included in a membership. Become a member to add it, or buy it.`,
    );
  }
  if (await hasLiveEntitlement(tx, { ...item, userId, now })) return;
  const membership = await findOneWithDownloads(tx, open, { ...item, now });
  if (!membership) throw noDownloadsLeft(open, now);
  const { id: membershipId, endsAt } = membership;
  await openMembershipAccess(tx, { ...item, userId, membershipId, createdAt: now, endsAt });
  if (item.itemType === 'course')
    await insertEnrollment(tx, { userId, courseId: item.itemId, createdAt: now });
}

/** Courses don't count as downloads. */
async function findOneWithDownloads(
  tx: Tx,
  open: readonly OpenMembership[],
  { itemType, now }: Pick<Taking, 'itemType' | 'now'>,
): Promise<OpenMembership | null> {
  if (itemType === 'course') return open[0] ?? null;
  const month = downloadMonth(now);
  for (const membership of open) {
    const { id: membershipId, monthlyDownloads: limit } = membership;
    if (await countDownload(tx, { membershipId, month, limit })) return membership;
  }
  return null;
}

function noDownloadsLeft(open: readonly OpenMembership[], now: Date): AppError {
  const most = Math.max(...open.map(({ monthlyDownloads }) => monthlyDownloads ?? 0));
  return new AppError(
    'conflict',
    most === 0
      ? 'Your plan doesn’t include downloads from the member library.'
      : `Your membership’s downloads for this month are used. There are ${most} new ones on ${formatResetDay(downloadMonth(now, 1))}.`,
  );
}

/** Of all memberships someone has a seat of. Null: not a member. */
export async function downloadsOf(
  db: DbOrTx,
  { userId, now }: { userId: number; now: Date },
): Promise<Downloads | null> {
  const open = await listOpenMemberships(db, { userId, now });
  if (open.length === 0) return null;
  const resetsOn = downloadMonth(now, 1);
  let used = 0;
  let left: number | null = 0;
  let limit: number | null = 0;
  for (const { id: membershipId, monthlyDownloads } of open) {
    const counted = await findDownloads(db, { membershipId, month: downloadMonth(now) });
    used += counted;
    const isEndless: boolean = limit === null || monthlyDownloads === null;
    limit = isEndless ? null : (limit ?? 0) + (monthlyDownloads ?? 0);
    left = isEndless ? null : (left ?? 0) + Math.max(0, (monthlyDownloads ?? 0) - counted);
  }
  return { limit, used, left, resetsOn };
}
