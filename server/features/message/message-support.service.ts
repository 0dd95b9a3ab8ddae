// Conversations with support: for the support feature, which knows who asked and which of the staff answers. Guests have
// no account, so nobody is a member of theirs.
import { randomUUID } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { publishLiveEvent } from '#server/platform/live-event.service.ts';
import { listUserIdsWith } from '#server/platform/user.queries.ts';
import { AppError } from '#shared/errors.ts';
import {
  flagsOf,
  type About,
  type MessageFlag,
  type SupportState,
} from '#shared/features/message/message.rules.ts';
import type { MessageFile } from '#shared/features/message/message.schema.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { findAbout } from './message-about.queries.ts';
import { publishNewMessage } from './message-send.service.ts';
import { insertConversation, insertMessage, takeNextSeq } from './message-send.queries.ts';
import {
  findSupportAbout,
  listSupportRows,
  updateMailedSeq,
  updateSupportState,
} from './message-support.queries.ts';
import { listFileRows } from './message.queries.ts';

type NewSupportConversation = {
  /** Null: a guest. */
  userId: number | null;
  subject: string;
  text: string;
  about?: About | undefined;
};

/** What it is about must be the user's own business; guests can't prove that anything is. */
export async function createSupportConversation(
  ctx: AppContext,
  tx: Tx,
  { userId, subject, text, about }: NewSupportConversation,
): Promise<number> {
  const found = about && userId !== null ? await findAbout(tx, { ...about, viewerId: userId }) : null;
  const id = await insertConversation(tx, {
    threadKey: `support|${randomUUID()}`,
    subject,
    startedBy: userId,
    isFirstContact: false,
    supportState: 'open',
    memberIds: userId === null ? [] : [userId],
    now: ctx.clock.now(),
  });
  if (id === null) throw new Error('The conversation with support was not stored.');
  await addSupportMessage(ctx, tx, {
    conversationId: id,
    senderId: userId,
    isFromSupport: false,
    text,
    ...(found && about && { about }),
  });
  return id;
}

type NewSupportMessage = {
  conversationId: number;
  senderId: number | null;
  isFromSupport: boolean;
  text: string;
  about?: About;
  /** What the conversation becomes; open if the customer wrote. */
  state?: SupportState;
};

export async function addSupportMessage(
  ctx: AppContext,
  tx: Tx,
  { conversationId, senderId, isFromSupport, text, about, state = 'open' }: NewSupportMessage,
): Promise<{ seq: number }> {
  const plain = toPlainText(text);
  if (!plain) {
    const message = 'Write something first.';
    throw new AppError('unprocessable', message, [{ path: 'text', message }]);
  }
  const now = ctx.clock.now();
  const { seq } = await takeNextSeq(tx, {
    id: conversationId,
    about: about ?? null,
    supportState: state,
    now,
  });
  await insertMessage(tx, {
    conversationId,
    seq,
    senderId,
    isFromSupport,
    text: plain,
    ...(about && { aboutType: about.type, aboutId: about.id }),
    flags: flagsOf(plain),
    createdAt: now,
  });
  // Support sends its own emails, so that guests get them too.
  if (isFromSupport) await updateMailedSeq(tx, { conversationId, seq });
  await publishNewMessage(ctx, tx, { conversationId, seq, isSupport: true });
  return { seq };
}

export async function setSupportState(
  ctx: AppContext,
  tx: Tx,
  { conversationId, state }: { conversationId: number; state: SupportState },
): Promise<void> {
  await updateSupportState(tx, { conversationId, state });
  await publishSupportChange(ctx, tx, { conversationId });
}

/** Something only staff see has changed, such as a note. */
export async function publishSupportChange(
  ctx: AppContext,
  tx: Tx,
  { conversationId }: { conversationId: number },
): Promise<void> {
  const userIds = await listUserIdsWith(tx, { permission: 'support.manage' });
  await publishLiveEvent(ctx, tx, { userIds, kind: 'support', payload: { conversationId } });
}

/** What it is about, for staff. */
export const getSupportAbout = findSupportAbout;

export type SupportMessage = {
  id: number;
  seq: number;
  isFromSupport: boolean;
  senderId: number | null;
  text: string;
  files: MessageFile[];
  flags: MessageFlag[];
  isDeleted: boolean;
  createdAt: Date;
};

/** In the order they were written. */
export async function listSupportMessages(
  db: DbOrTx,
  { conversationId }: { conversationId: number },
): Promise<SupportMessage[]> {
  const rows = await listSupportRows(db, { conversationId });
  const files = await listFileRows(db, { messageIds: rows.map(({ id }) => id) });
  const byMessage = Map.groupBy(files, ({ messageId }) => messageId);
  return rows.map(({ deletedAt, ...row }) => ({
    ...row,
    isDeleted: deletedAt !== null,
    files: (byMessage.get(row.id) ?? []).map(({ messageId: _message, ...file }) => file),
  }));
}
