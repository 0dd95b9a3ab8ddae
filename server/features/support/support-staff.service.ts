// The shared inbox of support: staff answer, assign, note and solve requests. Every change is audited.
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  addSupportMessage,
  getSupportAbout,
  listSupportMessages,
  publishSupportChange,
  setSupportState,
} from '#server/features/message/message-support.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { findUserIdByEmail, listUserIdsWith } from '#server/platform/user.queries.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { AboutType, SupportState } from '#shared/features/message/message.rules.ts';
import type { AssignedFilter } from '#shared/features/support/support.rules.ts';
import type { SupportRequest, SupportRequestDetail } from '#shared/features/support/support.schema.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import { toPlainText } from '#shared/plain-text.ts';
import {
  countOtherRequests,
  countRequests,
  findMedianResponse,
  findOrderByNumber,
  findRequest,
  insertNote,
  listNames,
  listNoteRows,
  listRequestRows,
  recordResponse,
  updateRequest,
  type RequestRow,
} from './support.queries.ts';
import { createGuestLink } from './support.service.ts';

const FORMER = 'Former member';
const MEDIAN_DAYS = 30;
const LONGEST_PREVIEW = 140;

function customerName({ user, userId, guestName }: RequestRow): string {
  if (userId !== null && user && user.state !== 'deleted') return fullNameOf(user);
  return guestName || FORMER;
}

function toRequest(row: RequestRow): Omit<SupportRequest, 'preview'> {
  const { id, subject, state, createdAt, lastMessageAt, firstResponseAt, assignee } = row;
  return {
    id,
    subject,
    state: state ?? 'open',
    customer: { name: customerName(row), isGuest: row.userId === null },
    assignee: assignee && { id: assignee.id, name: fullNameOf(assignee) },
    createdAt: createdAt.toISOString(),
    lastMessageAt: lastMessageAt.toISOString(),
    firstResponseMinutes:
      firstResponseAt && Math.round((firstResponseAt.getTime() - createdAt.getTime()) / 60_000),
  };
}

export async function listSupportRequests(
  ctx: AppContext,
  viewer: Viewer,
  query: {
    page: number;
    q?: string | undefined;
    state?: SupportState | undefined;
    assigned?: AssignedFilter | undefined;
  },
) {
  const { page, ...filters } = query;
  const where = { ...filters, viewerId: viewer.id };
  const since = daysAfter(ctx.clock.now(), -MEDIAN_DAYS);
  const [rows, counts, medianFirstResponseMinutes] = await Promise.all([
    listRequestRows(ctx.db, { ...where, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    countRequests(ctx.db, where),
    findMedianResponse(ctx.db, { since }),
  ]);
  const items = rows.map((row): SupportRequest => ({
    ...toRequest(row),
    preview: row.lastText.replaceAll(/\s+/g, ' ').slice(0, LONGEST_PREVIEW).toWellFormed(),
  }));
  const total = filters.state ? counts[filters.state] : counts.open + counts.waiting + counts.solved;
  return { items, total, page, pageSize: PAGE_SIZE, counts, medianFirstResponseMinutes };
}

async function requireRequest(ctx: AppContext, id: number): Promise<RequestRow> {
  const row = await findRequest(ctx.db, { id });
  if (!row) throw new AppError('not_found', 'This request doesn’t exist.');
  return row;
}

/** Where staff look at it. */
const STAFF_URLS: Readonly<Record<AboutType, (id: number) => string | null>> = {
  order: (id) => `/admin/orders/${id}`,
  resource: (id) => `/curriculum/${id}`,
  course: (id) => `/courses/${id}`,
  seller: (id) => `/sellers/${id}`,
  booking: () => '/admin/bookings',
  certificate: () => '/admin/certificates',
};

export async function getSupportRequest(ctx: AppContext, id: number): Promise<SupportRequestDetail> {
  const row = await requireRequest(ctx, id);
  const { conversationId, userId, guestEmail, orderNumber } = row;
  const staffIds = await listUserIdsWith(ctx.db, { permission: 'support.manage' });
  const [messages, notes, about, order, accountId, otherRequests, staff] = await Promise.all([
    listSupportMessages(ctx.db, { conversationId }),
    listNoteRows(ctx.db, { requestId: id }),
    getSupportAbout(ctx.db, { conversationId }),
    orderNumber ? findOrderByNumber(ctx.db, { number: orderNumber }) : null,
    guestEmail ? findUserIdByEmail(ctx.db, { emailKey: identityKey(guestEmail) }) : null,
    countOtherRequests(ctx.db, { id, userId, guestEmail }),
    listNames(ctx.db, { userIds: staffIds }),
  ]);
  const senders = await listNames(ctx.db, { userIds: messages.flatMap(({ senderId }) => senderId ?? []) });
  const names = new Map(senders.map((sender) => [sender.id, fullNameOf(sender)]));
  const email = row.user && row.user.state !== 'deleted' ? row.user.email : guestEmail;
  const name = customerName(row);
  return {
    ...toRequest(row),
    conversationId,
    customer: {
      userId,
      name,
      firstName: row.user?.firstName ?? name.split(' ')[0] ?? '',
      email,
      accountId,
      otherRequests,
    },
    about: about && {
      type: about.type,
      title: about.title ?? 'No longer available',
      url: STAFF_URLS[about.type](about.id),
    },
    order: order && {
      id: order.id,
      number: order.number,
      isTheirs:
        userId === null
          ? email !== null && identityKey(order.email) === identityKey(email)
          : order.userId === userId,
    },
    orderNumber,
    messages: messages.map(({ seq: _seq, senderId, createdAt, ...message }) => ({
      ...message,
      sender: (senderId === null ? row.guestName : names.get(senderId)) || FORMER,
      createdAt: createdAt.toISOString(),
    })),
    notes: notes.map(({ author, createdAt, ...note }) => ({
      ...note,
      author: fullNameOf(author) || FORMER,
      createdAt: createdAt.toISOString(),
    })),
    staff: staff.map((member) => ({ id: member.id, name: fullNameOf(member) })),
  };
}

export async function updateSupportRequest(
  ctx: AppContext,
  viewer: Viewer,
  {
    id,
    state,
    assigneeId,
  }: { id: number; state?: SupportState | undefined; assigneeId?: number | null | undefined },
): Promise<void> {
  const { conversationId, userId } = await requireRequest(ctx, id);
  if (assigneeId != null) {
    const staffIds = await listUserIdsWith(ctx.db, { permission: 'support.manage' });
    if (!staffIds.includes(assigneeId)) {
      throw new AppError('unprocessable', 'Requests can only be assigned to staff who answer them.');
    }
  }
  await inTransaction(ctx.db, async (tx) => {
    await updateRequest(tx, {
      id,
      ...(assigneeId !== undefined && { assigneeId }),
      ...(state && { solvedAt: state === 'solved' ? ctx.clock.now() : null }),
    });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'support.update',
      subject: ['support-request', id],
      userId: userId ?? undefined,
      details: { ...(state && { state }), ...(assigneeId !== undefined && { assignee: assigneeId }) },
    });
    if (state) await setSupportState(ctx, tx, { conversationId, state });
    else await publishSupportChange(ctx, tx, { conversationId });
  });
}

export async function addSupportNote(
  ctx: AppContext,
  viewer: Viewer,
  { id, text }: { id: number; text: string },
): Promise<void> {
  const { conversationId, userId } = await requireRequest(ctx, id);
  const plain = toPlainText(text);
  if (!plain) throw new AppError('unprocessable', 'Write a note.');
  await inTransaction(ctx.db, async (tx) => {
    await insertNote(tx, {
      requestId: id,
      authorId: viewer.id,
      text: plain,
      createdAt: ctx.clock.now(),
    });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'support.note',
      subject: ['support-request', id],
      userId: userId ?? undefined,
    });
    await publishSupportChange(ctx, tx, { conversationId });
  });
}

export async function replyToSupportRequest(
  ctx: AppContext,
  viewer: Viewer,
  { id, text, isSolved }: { id: number; text: string; isSolved: boolean },
): Promise<void> {
  const request = await requireRequest(ctx, id);
  const { conversationId, userId } = request;
  await inTransaction(ctx.db, async (tx) => {
    await recordResponse(tx, { id, userId: viewer.id, now: ctx.clock.now(), isSolved });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'support.reply',
      subject: ['support-request', id],
      userId: userId ?? undefined,
      details: { solved: isSolved },
    });
    await sendReplyMail(ctx, tx, request, toPlainText(text));
    await addSupportMessage(ctx, tx, {
      conversationId,
      senderId: viewer.id,
      isFromSupport: true,
      text,
      state: isSolved ? 'solved' : 'waiting',
    });
  });
}

async function sendReplyMail(ctx: AppContext, tx: Tx, request: RequestRow, text: string): Promise<void> {
  const { id, conversationId, user, userId, guestEmail, guestName, subject } = request;
  const to = userId === null ? guestEmail : user?.state === 'active' ? user.email : null;
  // Their account was deleted.
  if (to === null) return;
  const { siteName } = await getSettings({ db: tx });
  const link =
    userId === null
      ? await createGuestLink(ctx, tx, id)
      : `${ctx.config.publicUrl}/messages/${conversationId}`;
  const name = lineForMail((userId === null ? guestName.split(' ')[0] : user?.firstName) ?? '');
  await queueMail(ctx, tx, {
    ...(userId === null
      ? { kind: 'support-guest' }
      : { kind: 'support-answer', userId, link: `/messages/${conversationId}` }),
    to,
    subject: `Re: ${lineForMail(subject)}`,
    text: [
      name ? `Hi ${name},` : 'Hi,',
      `${siteName} support answered your question:`,
      text,
      `Read the whole conversation and answer here:\n${link}`,
      `You get this email because you wrote to us.\n\n${siteName}`,
    ].join('\n\n'),
  });
}
