// Conversations between users. Someone who is not a member gets 404, as if there were no such conversation.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idSchema, idText } from '#shared/id.schema.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import {
  ABOUT_TYPES,
  CONVERSATION_FILTERS,
  MAX_ATTACHMENTS,
  MAX_MEMBERS,
  MAX_MESSAGE_TEXT,
  MAX_SUBJECT,
} from './message.rules.ts';
import {
  conversationDetailSchema,
  conversationSchema,
  messageSchema,
  recipientSchema,
} from './message.schema.ts';

const text = z.string().max(MAX_MESSAGE_TEXT, 'Messages can have up to 10,000 characters.');
/** Repeated with the same key, a message is sent once. */
const key = z
  .string()
  .regex(/^[\w-]{8,64}$/)
  .optional();
const attachments = z.array(z.string().min(1).max(100)).max(MAX_ATTACHMENTS).default([]);

export const listConversations = defineContract({
  method: 'GET',
  path: '/api/conversations',
  summary: 'List the viewer’s conversations, latest first, optionally searched and filtered',
  access: 'signed-in',
  query: z.object({
    q: z.string().max(200).default(''),
    filter: z.enum(CONVERSATION_FILTERS).default('all'),
    before: z.string().max(80).optional().describe('`next` of the previous page'),
  }),
  response: z.object({
    items: z.array(conversationSchema),
    next: z.string().nullable(),
    unread: z.int().describe('Conversations with unread messages, muted ones left out'),
  }),
  errors: ['bad_request'],
});

export const createConversation = defineContract({
  method: 'POST',
  path: '/api/conversations',
  summary: 'Write to someone; continues their conversation if there is one',
  access: 'signed-in',
  body: z.object({
    to: z
      .union([
        idSchema,
        z
          .array(idSchema)
          .min(1)
          .max(MAX_MEMBERS - 1),
        z.literal('owner'),
      ])
      .describe('User ids, or `owner`: the seller or instructor of the item it is about'),
    subject: lineOfText.max(MAX_SUBJECT).optional(),
    about: z.object({ type: z.enum(ABOUT_TYPES), id: idSchema }).optional(),
    text: text.refine((value) => value.trim() !== '', 'Write something first.'),
    attachments,
    key,
  }),
  status: 201,
  response: z.object({ id: z.int(), message: messageSchema }),
  errors: ['not_found', 'forbidden', 'conflict', 'unprocessable', 'too_many_requests'],
  rateLimit: { points: 60, seconds: 3600 },
});

export const getRecipient = defineContract({
  method: 'GET',
  path: '/api/conversations/recipient',
  summary: 'Get whom a new message would go to, and their conversation so far',
  access: 'signed-in',
  query: z.object({
    to: idText.optional(),
    aboutType: z.enum(ABOUT_TYPES).optional(),
    aboutId: idText.optional(),
  }),
  response: recipientSchema,
  errors: ['not_found', 'forbidden', 'unprocessable'],
});

export const getConversation = defineContract({
  method: 'GET',
  path: '/api/conversations/:id',
  summary: 'Get a conversation: its people, the viewer’s draft and settings',
  access: 'signed-in',
  params: idParams,
  response: conversationDetailSchema,
  errors: ['not_found'],
});

export const updateConversation = defineContract({
  method: 'PATCH',
  path: '/api/conversations/:id',
  summary: 'Mute or archive a conversation for the viewer, or save their draft',
  access: 'signed-in',
  params: idParams,
  body: z
    .object({ isMuted: z.boolean(), isArchived: z.boolean(), draft: text })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Say what to change.'),
  errors: ['not_found'],
});

export const listMessages = defineContract({
  method: 'GET',
  path: '/api/conversations/:id/messages',
  summary: 'List messages in the order they were sent; the latest ones by default',
  access: 'signed-in',
  params: idParams,
  query: z.object({ before: idText.optional(), after: z.coerce.number().int().min(0).optional() }),
  response: z.object({
    items: z.array(messageSchema),
    hasEarlier: z.boolean(),
    /** The latest message everyone else has seen. */
    seenSeq: z.int(),
  }),
  errors: ['not_found'],
});

export const sendMessage = defineContract({
  method: 'POST',
  path: '/api/conversations/:id/messages',
  summary: 'Send a message',
  access: 'signed-in',
  params: idParams,
  body: z.object({ text, attachments, key }),
  status: 201,
  response: messageSchema,
  errors: ['not_found', 'forbidden', 'conflict', 'unprocessable', 'too_many_requests'],
  rateLimit: { points: 120, seconds: 600 },
});

export const markConversationRead = defineContract({
  method: 'POST',
  path: '/api/conversations/:id/read',
  summary: 'Mark a conversation as read, up to a message or all of it',
  access: 'signed-in',
  params: idParams,
  body: z.object({ upTo: idSchema.optional() }).nullish(),
  response: z.object({ unread: z.int().describe('Conversations that still have unread messages') }),
  errors: ['not_found'],
});

export const sendTyping = defineContract({
  method: 'POST',
  path: '/api/conversations/:id/typing',
  summary: 'Show the others for a moment that the viewer is writing',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});

const settings = z.object({
  showsActivity: z
    .boolean()
    .describe('Others see when the viewer reads and writes, and the viewer sees theirs'),
});

export const getMessageSettings = defineContract({
  method: 'GET',
  path: '/api/message-settings',
  summary: 'Get what others see of the viewer in conversations',
  access: 'signed-in',
  response: settings,
});

export const updateMessageSettings = defineContract({
  method: 'PUT',
  path: '/api/message-settings',
  summary: 'Show or hide when the viewer reads and writes',
  access: 'signed-in',
  body: settings,
  response: settings,
});

export const editMessage = defineContract({
  method: 'PATCH',
  path: '/api/messages/:id',
  summary: 'Change the viewer’s own message, for 15 minutes',
  access: 'signed-in',
  params: idParams,
  body: z.object({ text: text.refine((value) => value.trim() !== '', 'Write something first.') }),
  response: messageSchema,
  errors: ['not_found', 'conflict', 'too_many_requests'],
});

export const deleteMessage = defineContract({
  method: 'DELETE',
  path: '/api/messages/:id',
  summary: 'Delete the viewer’s own message for everyone, for 15 minutes',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const reportConversation = defineContract({
  method: 'POST',
  path: '/api/conversations/:id/reports',
  summary: 'Report a conversation, or one message of it, to the site’s staff',
  access: 'signed-in',
  params: idParams,
  body: z.object({
    reason: z.string().trim().min(3, 'Say what is wrong, in a few words.').max(1000),
    messageId: idSchema.optional(),
  }),
  errors: ['not_found', 'conflict'],
});

export const blockUser = defineContract({
  method: 'PUT',
  path: '/api/blocked-users/:id',
  summary: 'Block a user: neither can write to the other',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const unblockUser = defineContract({
  method: 'DELETE',
  path: '/api/blocked-users/:id',
  summary: 'Unblock a user',
  access: 'signed-in',
  params: idParams,
});
