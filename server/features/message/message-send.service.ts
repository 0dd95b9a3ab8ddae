// Writing: starting conversations, sending, changing and deleting messages, blocking people.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { attachUpload } from '#server/features/upload/upload.service.ts';
import { publishLiveEvent } from '#server/platform/live-event.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { listUserIdsWith, lockUser } from '#server/platform/user.queries.ts';
import { AppError } from '#shared/errors.ts';
import { EDIT_MINUTES, flagsOf, type About } from '#shared/features/message/message.rules.ts';
import type { Message, Recipient } from '#shared/features/message/message.schema.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { findAbout } from './message-about.queries.ts';
import {
  hashOf,
  noRecipient,
  requireContactQuota,
  requireKnownToMinors,
  requireNoBlock,
  requireNotBulk,
  requireReachable,
} from './message-safety.service.ts';
import {
  deleteFilesOf,
  findConversationIdByKey,
  findSentMessage,
  insertConversation,
  insertFiles,
  insertMessage,
  markMessageDeleted,
  takeNextSeq,
  updateMessageText,
} from './message-send.queries.ts';
import { deleteMessageFileJob } from './message.jobs.ts';
import { findMessage, isMember, listMemberIds, listPeople, updateMember } from './message.queries.ts';
import {
  getMessage,
  noSuchConversation,
  noSuchMessage,
  tellConversation,
  toAboutCard,
  toPerson,
} from './message.service.ts';

type To = number | number[] | 'owner';
type Content = { text: string; attachments: string[]; key?: string | undefined };
type NewConversation = Content & { to: To; subject?: string | undefined; about?: About | undefined };

export async function createConversation(
  ctx: AppContext,
  viewer: Viewer,
  { to, subject = '', about, ...content }: NewConversation,
): Promise<{ id: number; message: Message }> {
  const otherIds = await resolveRecipients(ctx, viewer, { to, about });
  const people = await listPeople(ctx.db, { userIds: otherIds });
  if (people.length !== otherIds.length || people.some(({ state }) => state !== 'active'))
    throw noRecipient();
  const sent = await inTransaction(
    ctx.db,
    async (tx) => {
      await lockSender(tx, viewer);
      const again = await findAgain(tx, viewer, content);
      if (again) return again;
      await requireReachable(tx, viewer, otherIds);
      const id = await openConversation(ctx, tx, viewer, { otherIds, subject });
      return {
        conversationId: id,
        id: await deliver(ctx, tx, viewer, { ...content, conversationId: id, about }),
      };
    },
    { isPatient: true },
  );
  return { id: sent.conversationId, message: await getMessage(ctx, viewer, sent.id) };
}

async function resolveRecipients(
  ctx: AppContext,
  viewer: Viewer,
  { to, about }: { to: To; about?: About | undefined },
): Promise<number[]> {
  const subject = about ? await findAbout(ctx.db, { ...about, viewerId: viewer.id }) : null;
  if (about && !subject) {
    throw new AppError('not_found', 'What you want to write about isn’t available any more.');
  }
  const wanted = to === 'owner' ? (subject?.ownerIds ?? []) : [to].flat();
  const ids = [...new Set(wanted)].filter((id) => id !== viewer.id);
  if (to === 'owner' && ids.length !== 1) {
    const message = wanted.includes(viewer.id) ? 'This is yours.' : 'Choose whom to write to.';
    throw new AppError('unprocessable', message, [{ path: 'to', message }]);
  }
  if (ids.length === 0) throw new AppError('unprocessable', 'You can’t write to yourself.');
  if (subject?.partyIds && !ids.every((id) => subject.partyIds?.includes(id))) throw noRecipient();
  return ids;
}

/** What the page for a new message shows before anything is sent. */
export async function getRecipient(
  ctx: AppContext,
  viewer: Viewer,
  query: { to?: number | undefined; aboutType?: About['type'] | undefined; aboutId?: number | undefined },
): Promise<Recipient> {
  const { aboutType, aboutId } = query;
  const about = aboutType && aboutId ? { type: aboutType, id: aboutId } : undefined;
  const otherIds = await resolveRecipients(ctx, viewer, { to: query.to ?? 'owner', about });
  const people = await listPeople(ctx.db, { userIds: otherIds });
  if (people.some(({ state }) => state !== 'active') || people.length === 0) throw noRecipient();
  await requireReachable(ctx.db, viewer, otherIds);
  const found = about ? await findAbout(ctx.db, { ...about, viewerId: viewer.id }) : null;
  const threadKey = threadKeyOf([viewer.id, ...otherIds], '');
  return {
    people: people.map(toPerson),
    about: toAboutCard({
      aboutType: about?.type ?? null,
      aboutId: about?.id ?? null,
      aboutTitle: found?.title ?? null,
      isOwnOrder: false,
    }),
    conversationId: await findConversationIdByKey(ctx.db, { threadKey }),
  };
}

/** Locked, so that limits hold for messages sent at the same time, and none is sent twice. */
async function lockSender(tx: Tx, viewer: Viewer): Promise<void> {
  const user = await lockUser(tx, viewer);
  if (user?.state !== 'active') throw new AppError('unauthenticated', 'Please sign in to continue.');
}

async function findAgain(tx: Tx, viewer: Viewer, { key }: Content) {
  return key === undefined ? null : findSentMessage(tx, { senderId: viewer.id, clientKey: key });
}

const threadKeyOf = (memberIds: number[], subject: string) =>
  [memberIds.toSorted((a, b) => a - b).join(','), subject].filter(Boolean).join('|');

async function openConversation(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { otherIds, subject }: { otherIds: number[]; subject: string },
): Promise<number> {
  const memberIds = [viewer.id, ...otherIds];
  const threadKey = threadKeyOf(memberIds, subject);
  const existing = await findConversationIdByKey(tx, { threadKey });
  if (existing !== null) return existing;
  const now = ctx.clock.now();
  const isFirstContact = await requireContactQuota(ctx, tx, viewer, otherIds);
  const values = { threadKey, subject, startedBy: viewer.id, isFirstContact, memberIds, now };
  const id = (await insertConversation(tx, values)) ?? (await findConversationIdByKey(tx, { threadKey }));
  if (id === null) throw new Error('The conversation was neither there nor made.');
  return id;
}

export async function sendMessage(
  ctx: AppContext,
  viewer: Viewer,
  { id: conversationId, ...content }: Content & { id: number },
): Promise<Message> {
  if (!(await isMember(ctx.db, { id: conversationId, userId: viewer.id }))) throw noSuchConversation();
  const id = await inTransaction(
    ctx.db,
    async (tx) => {
      await lockSender(tx, viewer);
      const again = await findAgain(tx, viewer, content);
      if (again) return again.id;
      await requireOpen(tx, viewer, conversationId);
      return deliver(ctx, tx, viewer, { ...content, conversationId });
    },
    { isPatient: true },
  );
  return getMessage(ctx, viewer, id);
}

/** Blocks and deleted accounts end conversations of two; minors are protected in groups too. */
async function requireOpen(tx: Tx, viewer: Viewer, conversationId: number): Promise<void> {
  const otherIds = (await listMemberIds(tx, { id: conversationId })).filter((id) => id !== viewer.id);
  await requireKnownToMinors(tx, viewer, otherIds);
  if (otherIds.length !== 1) return;
  await requireNoBlock(tx, viewer, otherIds);
  const [other] = await listPeople(tx, { userIds: otherIds });
  if (other?.state === 'deleted') {
    throw new AppError('conflict', 'This person has left, so nobody would read your message.');
  }
}

type Delivery = Content & { conversationId: number; about?: About | undefined };

async function deliver(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { conversationId, text, attachments, key, about }: Delivery,
): Promise<number> {
  const plain = toPlainText(text);
  if (!plain && attachments.length === 0) throw writeSomething();
  const now = ctx.clock.now();
  const textHash = hashOf(plain);
  await requireNotBulk(tx, { senderId: viewer.id, textHash, now, conversationId });
  const { seq, isSupport } = await takeNextSeq(tx, { id: conversationId, about: about ?? null, now });
  const messageId = await insertMessage(tx, {
    conversationId,
    seq,
    senderId: viewer.id,
    text: plain,
    ...(about && { aboutType: about.type, aboutId: about.id }),
    flags: flagsOf(plain),
    textHash,
    clientKey: key ?? null,
    createdAt: now,
  });
  await attachFiles(tx, { messageId, userId: viewer.id, attachments });
  await updateMember(tx, { id: conversationId, userId: viewer.id, draft: '' });
  await publishNewMessage(ctx, tx, { conversationId, seq, isSupport });
  return messageId;
}

/** To everyone in the conversation; in one with support, to its staff as well. */
export async function publishNewMessage(
  ctx: AppContext,
  tx: Tx,
  { conversationId, seq, isSupport }: { conversationId: number; seq: number; isSupport: boolean },
): Promise<void> {
  const members = await listMemberIds(tx, { id: conversationId });
  const staff = isSupport ? await listUserIdsWith(tx, { permission: 'support.manage' }) : [];
  const payload = { conversationId, seq };
  const others = staff.filter((id) => !members.includes(id));
  await publishLiveEvent(ctx, tx, { userIds: members, kind: 'message', payload });
  await publishLiveEvent(ctx, tx, { userIds: others, kind: 'support', payload });
}

function writeSomething(): AppError {
  const message = 'Write something first.';
  return new AppError('unprocessable', message, [{ path: 'text', message }]);
}

async function attachFiles(
  tx: Tx,
  { messageId, userId, attachments }: { messageId: number; userId: number; attachments: string[] },
): Promise<void> {
  const files = [];
  for (const uploadId of new Set(attachments)) {
    const file = await attachUpload(tx, { userId, uploadId, purpose: 'message-file' });
    const { name, bytes, contentType, storageKey } = file;
    files.push({ messageId, name, bytes, contentType, storageKey });
  }
  await insertFiles(tx, files);
}

/** For people outside the conversation a message isn't there. */
async function requireOwn(ctx: AppContext, viewer: Viewer, id: number) {
  const row = await findMessage(ctx.db, { id, viewerId: viewer.id });
  if (row?.senderId !== viewer.id || row.deletedAt) throw noSuchMessage();
  const since = new Date(ctx.clock.now().getTime() - EDIT_MINUTES * 60_000);
  return { id, senderId: viewer.id, since, now: ctx.clock.now(), conversationId: row.conversationId };
}

const tooLate = () =>
  new AppError('conflict', `You can change a message for ${EDIT_MINUTES} minutes. This one is older.`);

export async function editMessage(
  ctx: AppContext,
  viewer: Viewer,
  { id, text }: { id: number; text: string },
): Promise<Message> {
  const { conversationId, ...own } = await requireOwn(ctx, viewer, id);
  const plain = toPlainText(text);
  if (!plain) throw writeSomething();
  const change = { ...own, text: plain, flags: flagsOf(plain), textHash: hashOf(plain) };
  await inTransaction(ctx.db, async (tx) => {
    await lockSender(tx, viewer);
    await requireNotBulk(tx, { ...change, conversationId });
    if (!(await updateMessageText(tx, change))) throw tooLate();
    const userIds = await listMemberIds(tx, { id: conversationId });
    await tellConversation(ctx, tx, { id: conversationId, userIds });
  });
  return getMessage(ctx, viewer, id);
}

export async function deleteMessage(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const { conversationId, ...own } = await requireOwn(ctx, viewer, id);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await markMessageDeleted(tx, own))) throw tooLate();
    for (const storageKey of await deleteFilesOf(tx, { messageIds: [id] })) {
      await ctx.jobs.send(tx, deleteMessageFileJob, { storageKey });
    }
    const userIds = await listMemberIds(tx, { id: conversationId });
    await tellConversation(ctx, tx, { id: conversationId, userIds });
  });
}
