// Who may write to whom, and how much: blocks, minors, new contacts a day, the same text to many.
import { createHash } from 'node:crypto';
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { findActiveUser } from '#server/platform/user.queries.ts';
import { AppError } from '#shared/errors.ts';
import { comparableText, MAX_FIRST_CONTACTS, MAX_SAME_TEXT } from '#shared/features/message/message.rules.ts';
import {
  countFirstContacts,
  countSameText,
  deleteBlock,
  insertBlock,
  listBlocks,
  listKnownIds,
  listMinorsNotKnowing,
} from './message-safety.queries.ts';

export const noRecipient = () =>
  new AppError('not_found', 'You can’t write to this person. They may have left.');

/** The same for blocks and minors: a stranger must not learn who is one. */
const notReachable = () => new AppError('forbidden', 'This person doesn’t take messages from you.');

export async function requireNoBlock(db: DbOrTx, viewer: Viewer, otherIds: number[]): Promise<void> {
  const blocks = await listBlocks(db, { userId: viewer.id, otherIds });
  if (blocks.some(({ userId }) => userId === viewer.id)) {
    throw new AppError('forbidden', 'You blocked this person. Unblock them to write to them.');
  }
  if (blocks.length > 0) throw notReachable();
}

/** Minors are written to only by people they know. */
export async function requireKnownToMinors(db: DbOrTx, viewer: Viewer, otherIds: number[]): Promise<void> {
  if (await isStrangerToMinor(db, { userId: viewer.id, otherIds })) throw notReachable();
}

export async function isStrangerToMinor(
  db: DbOrTx,
  { userId, otherIds }: { userId: number; otherIds: number[] },
): Promise<boolean> {
  if (otherIds.length === 0) return false;
  return (await listMinorsNotKnowing(db, { userId, among: otherIds })).length > 0;
}

/** Nor is a minor brought together with strangers in a group. */
export async function requireReachable(db: DbOrTx, viewer: Viewer, otherIds: number[]): Promise<void> {
  await requireNoBlock(db, viewer, otherIds);
  await requireKnownToMinors(db, viewer, otherIds);
  for (const userId of otherIds) {
    const others = otherIds.filter((id) => id !== userId);
    if (await isStrangerToMinor(db, { userId, otherIds: others })) throw notReachable();
  }
}

/** True if someone is new among them, so that this conversation counts. */
export async function requireContactQuota(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  otherIds: number[],
): Promise<boolean> {
  const known = await listKnownIds(tx, { userId: viewer.id, among: otherIds });
  const newCount = otherIds.length - known.length;
  if (newCount === 0) return false;
  const since = daysAfter(ctx.clock.now(), -1);
  if ((await countFirstContacts(tx, { userId: viewer.id, since })) + newCount > MAX_FIRST_CONTACTS) {
    throw new AppError(
      'too_many_requests',
      `You can write to ${MAX_FIRST_CONTACTS} new people a day. Try again tomorrow.`,
    );
  }
  return true;
}

/** Of the text as it is compared with others; null: too short to compare. */
export function hashOf(text: string): string | null {
  const comparable = comparableText(text);
  return comparable && createHash('sha256').update(comparable).digest('base64url');
}

type Sent = { senderId: number; textHash: string | null; now: Date; conversationId: number };

export async function requireNotBulk(
  tx: Tx,
  { senderId, textHash, now, conversationId }: Sent,
): Promise<void> {
  if (!textHash) return;
  const where = { senderId, textHash, since: daysAfter(now, -1), exceptId: conversationId };
  if ((await countSameText(tx, where)) < MAX_SAME_TEXT) return;
  throw new AppError(
    'too_many_requests',
    'You’ve sent the same message to several people today. Write this one in your own words.',
  );
}

export async function blockUser(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  if (id === viewer.id) throw new AppError('conflict', 'You can’t block yourself.');
  if (!(await findActiveUser(ctx.db, { id }))) throw noRecipient();
  await insertBlock(ctx.db, { userId: viewer.id, blockedId: id, now: ctx.clock.now() });
}

export async function unblockUser(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await deleteBlock(ctx.db, { userId: viewer.id, blockedId: id });
}
