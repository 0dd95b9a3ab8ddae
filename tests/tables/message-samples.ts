// Conversations for the access table: `own` is one the caller is part of, with a message they just sent.
import { randomUUID } from 'node:crypto';
import { announcementRecipients, announcements } from '#server/db/schema/announcement.ts';
import { conversationMembers, conversations, messageReports, messages } from '#server/db/schema/message.ts';
import { createResource } from '#server/seed/factories.ts';
import type { TestContext } from '../server/test-database.ts';
import { strangerOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

async function converse(ctx: TestContext, owner: Caller): Promise<{ id: number; messageId: number }> {
  const now = ctx.clock.now();
  const other = await strangerOf(ctx);
  const [conversation] = await ctx.db
    .insert(conversations)
    .values({
      threadKey: randomUUID(),
      startedBy: owner.id,
      isFirstContact: true,
      lastSeq: 1,
      createdAt: now,
      lastMessageAt: now,
    })
    .returning({ id: conversations.id });
  const conversationId = conversation?.id ?? 0;
  await ctx.db
    .insert(conversationMembers)
    .values([owner.id, other.id].map((userId) => ({ conversationId, userId, joinedAt: now })));
  const [message] = await ctx.db
    .insert(messages)
    .values({ conversationId, seq: 1, senderId: owner.id, text: 'Hello', createdAt: now })
    .returning({ id: messages.id });
  return { id: conversationId, messageId: message?.id ?? 0 };
}

const aConversation: MakeObject = async (ctx, owner) => (await converse(ctx, owner)).id;
const aMessage: MakeObject = async (ctx, owner) => (await converse(ctx, owner)).messageId;

const aReport: MakeObject = async (ctx, owner) => {
  const { id: conversationId, messageId } = await converse(ctx, owner);
  const [report] = await ctx.db
    .insert(messageReports)
    .values({ conversationId, messageId, userId: owner.id, reason: 'Spam', createdAt: ctx.clock.now() })
    .returning({ id: messageReports.id });
  return report?.id ?? 0;
};

/** One the caller received. */
const anAnnouncement: MakeObject = async (ctx, owner) => {
  const sender = await strangerOf(ctx);
  const [announcement] = await ctx.db
    .insert(announcements)
    .values({
      senderId: sender.id,
      audience: 'followers',
      subject: 'News',
      text: 'Hello',
      plannedCount: 1,
      createdAt: ctx.clock.now(),
    })
    .returning({ id: announcements.id });
  const announcementId = announcement?.id ?? 0;
  await ctx.db.insert(announcementRecipients).values({ announcementId, userId: owner.id });
  return announcementId;
};

/** Somebody sells something, and can be written to about it. */
const aRecipient: MakeObject = async (ctx) => {
  const { id } = await createResource(ctx.db);
  return {
    body: { to: 'owner', about: { type: 'resource', id } },
    query: { aboutType: 'resource', aboutId: String(id) },
  };
};

export const MESSAGE_OBJECTS: Objects = [
  ['GET /api/conversations/recipient', aRecipient],
  ['POST /api/conversations', aRecipient],
  ['/api/conversations/', aConversation],
  ['/api/messages/', aMessage],
  ['/api/announcements/', anAnnouncement],
  ['/api/admin/message-reports/', aReport],
  ['/api/admin/conversations/', aConversation],
];
