// Reading conversations: the inbox, one conversation, its messages and files.
import { createHash } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { ByteRange } from '#server/integrations/storage.ts';
import { publishLiveEvent } from '#server/platform/live-event.service.ts';
import { markObjectRead } from '#server/platform/notification.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  canChangeMessage,
  CONVERSATIONS_PER_PAGE,
  MESSAGES_PER_PAGE,
  type AboutType,
  type ConversationFilter,
} from '#shared/features/message/message.rules.ts';
import type {
  AboutCard,
  Conversation,
  ConversationDetail,
  Message,
  Person,
} from '#shared/features/message/message.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { hasPermission } from '#shared/roles.ts';
import { listReadWatchers } from './message-activity.queries.ts';
import { listBlocks } from './message-safety.queries.ts';
import { isStrangerToMinor } from './message-safety.service.ts';
import {
  countUnreadConversations,
  findConversation,
  findFile,
  findMessage,
  findSeenSeq,
  isMember,
  listConversationRows,
  listFileRows,
  listMemberIds,
  listMemberRows,
  listMessageRows,
  listPeople,
  updateMember,
  updateReadMark,
  type ConversationPlace,
  type MessageRow,
  type PersonRow,
} from './message.queries.ts';

/** The same for conversations that don't exist and those of others. */
export const noSuchConversation = () =>
  new AppError('not_found', 'This conversation doesn’t exist, or you aren’t part of it.');

const FORMER = 'Former member';

export function nameOf({ state, sellerName, ...person }: PersonRow): string {
  return state === 'deleted' ? FORMER : (sellerName ?? fullNameOf(person));
}

export function toPerson(row: PersonRow): Person {
  const isFormer = row.state === 'deleted';
  return {
    id: row.id,
    name: nameOf(row),
    imageUrl: isFormer ? null : row.imageUrl,
    isSeller: row.sellerName !== null && !isFormer,
    isFormer,
    isSupport: false,
  };
}

/** Anyone, as others see them. */
export async function getPerson(db: DbOrTx, id: number): Promise<Person> {
  const [row] = await listPeople(db, { userIds: [id] });
  if (!row) throw new AppError('not_found', 'This person doesn’t exist.');
  return toPerson(row);
}

export { listMinorsNotKnowing as listUnknownMinors } from './message-safety.queries.ts';

/** Who answers in conversations with support. */
async function getSupportPerson(ctx: AppContext): Promise<Person> {
  const { siteName } = await getSettings(ctx);
  return {
    id: 0,
    name: `${siteName} support`,
    imageUrl: null,
    isSeller: false,
    isFormer: false,
    isSupport: true,
  };
}

export async function listConversations(
  ctx: AppContext,
  viewer: Viewer,
  { q, filter, before }: { q: string; filter: ConversationFilter; before?: string | undefined },
) {
  const place = before === undefined ? null : parsePlace(before);
  const input = { userId: viewer.id, q: q.trim(), filter, before: place };
  const [rows, unread] = await Promise.all([
    listConversationRows(ctx.db, { ...input, limit: CONVERSATIONS_PER_PAGE + 1 }),
    countUnreadConversations(ctx.db, { userId: viewer.id }),
  ]);
  const shown = rows.slice(0, CONVERSATIONS_PER_PAGE);
  const [members, support] = await Promise.all([
    listMemberRows(ctx.db, { conversationIds: shown.map(({ id }) => id) }),
    getSupportPerson(ctx),
  ]);
  const byConversation = Map.groupBy(members, ({ conversationId }) => conversationId);
  const items = shown.map(
    ({ last, matchingText, draft, lastReadSeq: _read, isSupport, ...row }): Conversation => ({
      ...row,
      people: isSupport ? [support] : othersOf(viewer, byConversation.get(row.id) ?? []),
      lastMessageAt: row.lastMessageAt.toISOString(),
      preview: shorten(matchingText ?? (last.isDeleted ? 'Message deleted' : last.text || 'Sent a file')),
      isPreviewOwn: matchingText === null && last.senderId === viewer.id && !last.isFromSupport,
      hasDraft: draft !== '',
    }),
  );
  const end = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items, next: end ? `${end.lastMessageAt.toISOString()}_${end.id}` : null, unread };
}

const LONGEST_PREVIEW = 160;

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const characters = Array.from(line);
  return characters.length > LONGEST_PREVIEW ? `${characters.slice(0, LONGEST_PREVIEW).join('')}…` : line;
}

function parsePlace(text: string): ConversationPlace {
  const [, time = '', id = ''] = /^([\d:TZ.-]{20,30})_(\d{1,9})$/.exec(text) ?? [];
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) throw new AppError('bad_request', 'This page of the list doesn’t exist.');
  return { at, id: Number(id) };
}

const othersOf = (viewer: Viewer, members: PersonRow[]) =>
  members.filter(({ id }) => id !== viewer.id).map(toPerson);

export async function getConversation(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<ConversationDetail> {
  const found = await findConversation(ctx.db, { id, userId: viewer.id });
  if (!found) throw noSuchConversation();
  const { isSupport, ...row } = found;
  const people = isSupport
    ? [await getSupportPerson(ctx)]
    : othersOf(viewer, await listMemberRows(ctx.db, { conversationIds: [id] }));
  return {
    ...row,
    lastMessageAt: row.lastMessageAt.toISOString(),
    people,
    barrier: await findBarrier(ctx, viewer, people),
  };
}

/** Blocks and deleted accounts end conversations of two. In a group, the others go on. */
async function findBarrier(
  ctx: AppContext,
  viewer: Viewer,
  people: Person[],
): Promise<ConversationDetail['barrier']> {
  const [other] = people;
  if (people.length !== 1 || !other || other.isSupport) return null;
  if (other.isFormer) return 'former';
  const blocks = await listBlocks(ctx.db, { userId: viewer.id, otherIds: [other.id] });
  if (blocks.some(({ userId }) => userId === viewer.id)) return 'blocked-by-you';
  const isRefused =
    blocks.length > 0 || (await isStrangerToMinor(ctx.db, { userId: viewer.id, otherIds: [other.id] }));
  return isRefused ? 'blocked' : null;
}

export async function updateConversation(
  ctx: AppContext,
  viewer: Viewer,
  {
    id,
    draft,
    ...change
  }: {
    id: number;
    isMuted?: boolean | undefined;
    isArchived?: boolean | undefined;
    draft?: string | undefined;
  },
): Promise<void> {
  const cleaned = draft === undefined ? {} : { draft: draft.trim() === '' ? '' : toDraft(draft) };
  await inTransaction(ctx.db, async (tx) => {
    if (!(await updateMember(tx, { id, userId: viewer.id, ...change, ...cleaned })))
      throw noSuchConversation();
    // Other tabs and devices follow; they don't follow every key.
    if (draft === undefined) await tellConversation(ctx, tx, { id, userIds: [viewer.id] });
  });
}

/** A draft may end in a space. */
const toDraft = (text: string) => toPlainText(text) + (/\s$/.test(text) ? ' ' : '');

export async function tellConversation(
  ctx: AppContext,
  tx: Parameters<typeof publishLiveEvent>[1],
  { id, userIds }: { id: number; userIds: number[] },
): Promise<void> {
  await publishLiveEvent(ctx, tx, { userIds, kind: 'conversation', payload: { conversationId: id } });
}

export async function listMessages(
  ctx: AppContext,
  viewer: Viewer,
  { id, before, after }: { id: number; before?: number | undefined; after?: number | undefined },
) {
  if (!(await isMember(ctx.db, { id, userId: viewer.id }))) throw noSuchConversation();
  const [rows, seenSeq] = await Promise.all([
    listMessageRows(ctx.db, { id, viewerId: viewer.id, before, after, limit: MESSAGES_PER_PAGE }),
    findSeenSeq(ctx.db, { id, userId: viewer.id }),
  ]);
  return {
    items: await toMessages(ctx, viewer, rows),
    hasEarlier: (rows[0]?.seq ?? 1) > 1,
    seenSeq,
  };
}

export async function getMessage(ctx: AppContext, viewer: Viewer, id: number): Promise<Message> {
  const row = await findMessage(ctx.db, { id, viewerId: viewer.id });
  const [message] = row ? await toMessages(ctx, viewer, [row]) : [];
  if (!message) throw noSuchMessage();
  return message;
}

export const noSuchMessage = () => new AppError('not_found', 'This message doesn’t exist any more.');

async function toMessages(ctx: AppContext, viewer: Viewer, rows: MessageRow[]): Promise<Message[]> {
  const conversationIds = [...new Set(rows.map(({ conversationId }) => conversationId))];
  const [members, files, support] = await Promise.all([
    listMemberRows(ctx.db, { conversationIds }),
    listFileRows(ctx.db, { messageIds: rows.map(({ id }) => id) }),
    getSupportPerson(ctx),
  ]);
  const names = new Map(members.map((member) => [member.id, nameOf(member)]));
  const byMessage = Map.groupBy(files, ({ messageId }) => messageId);
  const now = ctx.clock.now();
  return rows.map((row) => {
    const isOwn = row.senderId === viewer.id && !row.isFromSupport;
    const sender = row.isFromSupport ? support.name : (names.get(row.senderId ?? 0) ?? FORMER);
    const isDeleted = row.deletedAt !== null;
    return {
      id: row.id,
      seq: row.seq,
      sender: isOwn ? null : sender,
      text: row.text,
      about: toAboutCard(row),
      files: (byMessage.get(row.id) ?? []).map(({ messageId: _message, ...file }) => file),
      flags: row.flags,
      createdAt: row.createdAt.toISOString(),
      isEdited: row.editedAt !== null,
      isDeleted,
      canChange: isOwn && !isDeleted && canChangeMessage(row.createdAt, now),
    };
  });
}

const ABOUT_KINDS: Readonly<Record<AboutType, string>> = {
  resource: 'Resource',
  course: 'Course',
  order: 'Order',
  booking: 'Session',
  certificate: 'Certificate',
  seller: 'Store',
};

type AboutParts = {
  aboutType: AboutType | null;
  aboutId: number | null;
  aboutTitle: string | null;
  isOwnOrder: boolean;
};

export function toAboutCard({
  aboutType: type,
  aboutId: id,
  aboutTitle,
  isOwnOrder,
}: AboutParts): AboutCard | null {
  if (!type || !id) return null;
  const urls: Readonly<Record<AboutType, string | null>> = {
    resource: `/curriculum/${id}`,
    course: `/courses/${id}`,
    order: isOwnOrder ? `/orders/${id}` : null,
    seller: `/sellers/${id}`,
    booking: null,
    certificate: `/certificates/${id}`,
  };
  const hasCover = type === 'resource' || type === 'course';
  return {
    type,
    id,
    title: aboutTitle ?? 'No longer available',
    detail: ABOUT_KINDS[type],
    url: aboutTitle === null ? null : urls[type],
    imageUrl: hasCover && aboutTitle !== null ? `/images/thumbnails/${type}-${id}.webp` : null,
  };
}

export async function markConversationRead(
  ctx: AppContext,
  viewer: Viewer,
  { id, upTo }: { id: number; upTo?: number | undefined },
): Promise<{ unread: number }> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await updateReadMark(tx, { id, userId: viewer.id, upTo }))) throw noSuchConversation();
    // The viewer's other tabs update their badge, the others what was seen.
    const memberIds = await listMemberIds(tx, { id });
    const userIds = await listReadWatchers(tx, { userId: viewer.id, memberIds });
    await tellConversation(ctx, tx, { id, userIds });
    await markObjectRead(ctx, tx, { userId: viewer.id, type: 'conversation', id });
  });
  return { unread: await countUnreadConversations(ctx.db, { userId: viewer.id }) };
}

/** What a browser may show by itself; everything else is saved to disk. */
const SHOWN_TYPES = /^(image\/(png|jpeg|webp)|audio\/.+|video\/.+)$/;

export async function downloadMessageFile(ctx: AppContext, viewer: Viewer, id: number) {
  const isStaff = hasPermission(viewer.roles, 'support.manage');
  const file = await findFile(ctx.db, { id, userId: viewer.id, isStaff });
  if (!file) throw new AppError('not_found', 'This file doesn’t exist, or it wasn’t sent to you.');
  const { name, bytes, contentType, storageKey } = file;
  return {
    name,
    bytes,
    contentType,
    isShown: SHOWN_TYPES.test(contentType),
    etag: `"${createHash('sha256').update(storageKey).digest('base64url').slice(0, 22)}"`,
    open: (range: ByteRange) => ctx.storage.get(storageKey, range),
  };
}
