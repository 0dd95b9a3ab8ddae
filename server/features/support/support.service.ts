// Writing to support: users and guests ask, and guests read and answer behind a secret link.
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  addSupportMessage,
  createSupportConversation,
  listSupportMessages,
} from '#server/features/message/message-support.service.ts';
import { claimMailQuota, queueMail } from '#server/platform/mail.service.ts';
import { hashToken, newToken, type Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import type { About } from '#shared/features/message/message.rules.ts';
import { CONTACTS_PER_HOUR, GUEST_LINK_DAYS } from '#shared/features/support/support.rules.ts';
import type { GuestRequest } from '#shared/features/support/support.schema.ts';
import { findRequestOfKey, insertKey, insertRequest } from './support.queries.ts';

type Guest = { name: string; email: string };
type Contact = {
  subject: string;
  text: string;
  orderNumber: string;
  guest?: Guest | undefined;
  about?: About | undefined;
  website: string;
};

export async function contactSupport(
  ctx: AppContext,
  viewer: Viewer | null,
  { website, guest, ...question }: Contact,
): Promise<{ conversationId: number | null }> {
  // Only programs fill in the field people can't see. They get the usual answer.
  if (website !== '') return { conversationId: null };
  if (viewer) return { conversationId: await contactAsUser(ctx, viewer, question) };
  if (!guest) {
    const message = 'Enter your name and email address, or sign in.';
    throw new AppError('unprocessable', message, [{ path: 'guest', message }]);
  }
  await contactAsGuest(ctx, { ...question, guest });
  return { conversationId: null };
}

type Question = Omit<Contact, 'website' | 'guest'>;

async function contactAsUser(
  ctx: AppContext,
  viewer: Viewer,
  { orderNumber, ...question }: Question,
): Promise<number> {
  await ctx.limiter.take(`contact user ${viewer.id}`, { points: CONTACTS_PER_HOUR, seconds: 3600 });
  return inTransaction(ctx.db, async (tx) => {
    const conversationId = await createSupportConversation(ctx, tx, { ...question, userId: viewer.id });
    await insertRequest(tx, {
      conversationId,
      userId: viewer.id,
      orderNumber,
      createdAt: ctx.clock.now(),
    });
    return conversationId;
  });
}

async function contactAsGuest(
  ctx: AppContext,
  { orderNumber, subject, text, guest }: Question & { guest: Guest },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { siteName, supportEmail } = await getSettings({ db: tx });
    if (!(await claimMailQuota(ctx, tx, { to: guest.email, kind: 'contact' }))) {
      throw new AppError(
        'too_many_requests',
        `We’ve already got several messages from this address. Answer through the link in our email, or write to ${supportEmail}.`,
      );
    }
    const conversationId = await createSupportConversation(ctx, tx, { userId: null, subject, text });
    const requestId = await insertRequest(tx, {
      conversationId,
      guestName: guest.name,
      guestEmail: guest.email,
      orderNumber,
      createdAt: ctx.clock.now(),
    });
    // Nothing the sender typed: anyone can name anyone's address.
    await queueMail(ctx, tx, {
      kind: 'support-guest',
      to: guest.email,
      subject: `We got your message to ${siteName}`,
      text: [
        'Hi,',
        `thanks for writing to us. We’ll email you when we answer. You can read your message and add to it here:\n${await createGuestLink(ctx, tx, requestId)}`,
        'Keep this link to yourself: anyone who has it can read the conversation.',
        'Didn’t write to us? Someone may have mistyped their address. You can ignore this email.',
        siteName,
      ].join('\n\n'),
    });
  });
}

/** We store only the key's hash, so every email gets a key of its own. */
export async function createGuestLink(ctx: AppContext, tx: Tx, requestId: number): Promise<string> {
  const key = newToken();
  await insertKey(tx, { keyHash: hashToken(key), requestId, createdAt: ctx.clock.now() });
  return `${ctx.config.publicUrl}/contact/${key}`;
}

async function requireRequest(ctx: AppContext, key: string) {
  const solvedBefore = daysAfter(ctx.clock.now(), -GUEST_LINK_DAYS);
  const request = await findRequestOfKey(ctx.db, { keyHash: hashToken(key), solvedBefore });
  if (request) return request;
  throw new AppError(
    'not_found',
    `This link isn’t valid, or it has expired: links stop working ${GUEST_LINK_DAYS} days after a question is solved.`,
  );
}

export async function getGuestRequest(ctx: AppContext, key: string): Promise<GuestRequest> {
  const { conversationId, guestName, subject, state, createdAt } = await requireRequest(ctx, key);
  const [messages, { siteName }] = await Promise.all([
    listSupportMessages(ctx.db, { conversationId }),
    getSettings(ctx),
  ]);
  return {
    subject,
    state: state ?? 'open',
    createdAt: createdAt.toISOString(),
    messages: messages.map(({ id, text, isFromSupport, isDeleted, createdAt: sentAt }) => ({
      id,
      text,
      isFromSupport,
      isDeleted,
      sender: isFromSupport ? `${siteName} support` : guestName,
      createdAt: sentAt.toISOString(),
    })),
  };
}

export async function replyAsGuest(
  ctx: AppContext,
  { key, text }: { key: string; text: string },
): Promise<void> {
  const { conversationId } = await requireRequest(ctx, key);
  await inTransaction(ctx.db, (tx) =>
    addSupportMessage(ctx, tx, { conversationId, senderId: null, isFromSupport: false, text }),
  );
}
