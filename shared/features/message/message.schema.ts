// Conversations and messages as the API answers them.
import { z } from 'zod';
import { ABOUT_TYPES, MESSAGE_FLAGS } from './message.rules.ts';

/** What a message is about, as a card: with a link to it, or without one if it is gone. */
export const aboutCardSchema = z.object({
  type: z.enum(ABOUT_TYPES),
  id: z.int(),
  title: z.string(),
  /** “Order RV-000017”, “Course”. */
  detail: z.string(),
  url: z.string().nullable(),
  imageUrl: z.string().nullable(),
});
export type AboutCard = z.output<typeof aboutCardSchema>;

export const personSchema = z.object({
  id: z.int(),
  name: z.string(),
  imageUrl: z.string().nullable(),
  isSeller: z.boolean(),
  /** Their account was deleted. */
  isFormer: z.boolean(),
  /** The site’s staff, no matter which of them answers. */
  isSupport: z.boolean(),
});
export type Person = z.output<typeof personSchema>;

export const conversationSchema = z.object({
  id: z.int(),
  subject: z.string(),
  /** Everyone but the viewer. */
  people: z.array(personSchema),
  /** What its latest subject is called; null: nothing in particular. */
  aboutTitle: z.string().nullable(),
  lastSeq: z.int(),
  lastMessageAt: z.string(),
  /** The latest message, or the latest that matches the search. */
  preview: z.string(),
  isPreviewOwn: z.boolean(),
  unread: z.int(),
  isMuted: z.boolean(),
  isArchived: z.boolean(),
  hasDraft: z.boolean(),
});
export type Conversation = z.output<typeof conversationSchema>;

/** Why the viewer can't write here. */
export const WRITE_BARRIERS = ['blocked-by-you', 'blocked', 'former'] as const;

export const conversationDetailSchema = conversationSchema
  .omit({ preview: true, isPreviewOwn: true, hasDraft: true })
  .extend({
    draft: z.string(),
    lastReadSeq: z.int(),
    barrier: z.enum(WRITE_BARRIERS).nullable(),
  });
export type ConversationDetail = z.output<typeof conversationDetailSchema>;

export const messageFileSchema = z.object({
  id: z.int(),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
});
export type MessageFile = z.output<typeof messageFileSchema>;

export const messageSchema = z.object({
  id: z.int(),
  /** Its place in the conversation. */
  seq: z.int(),
  /** Null: the viewer. */
  sender: z.string().nullable(),
  text: z.string(),
  about: aboutCardSchema.nullable(),
  files: z.array(messageFileSchema),
  flags: z.array(z.enum(MESSAGE_FLAGS)),
  createdAt: z.string(),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  /** The viewer's own, and not older than 15 minutes. */
  canChange: z.boolean(),
});
export type Message = z.output<typeof messageSchema>;

export const recipientSchema = z.object({
  people: z.array(personSchema),
  about: aboutCardSchema.nullable(),
  /** Their conversation so far, if there is one. */
  conversationId: z.int().nullable(),
});
export type Recipient = z.output<typeof recipientSchema>;

const staffMessageSchema = z.object({
  id: z.int(),
  sender: z.string(),
  senderId: z.int().nullable(),
  text: z.string(),
  createdAt: z.string(),
  isDeleted: z.boolean(),
  isReported: z.boolean(),
});

export const messageReportSchema = z.object({
  id: z.int(),
  conversationId: z.int(),
  reporter: z.string(),
  reason: z.string(),
  createdAt: z.string(),
  /** What its sender did with the reported message since; the context shows what it said. */
  changedSince: z.enum(['edited', 'deleted']).nullable(),
  /** The reported message with what was said just before and after it. */
  context: z.array(staffMessageSchema),
});
export type MessageReport = z.output<typeof messageReportSchema>;

export const readConversationSchema = z.object({
  id: z.int(),
  subject: z.string(),
  people: z.array(z.string()),
  messages: z.array(staffMessageSchema),
});
