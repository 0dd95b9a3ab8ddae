// Requests to support, as the API takes and answers them.
import { z } from 'zod';
import { emailField } from '#shared/features/account/account.schema.ts';
import { MAX_SUBJECT, MESSAGE_FLAGS, SUPPORT_STATES } from '#shared/features/message/message.rules.ts';
import { messageFileSchema } from '#shared/features/message/message.schema.ts';
import { idSchema } from '#shared/id.schema.ts';
import { lineOfText, nameOfSomeone } from '#shared/line-of-text.schema.ts';
import {
  CONTACT_ABOUT_TYPES,
  MAX_CONTACT_TEXT,
  MAX_NOTE,
  MAX_SAVED_REPLY,
  MAX_SAVED_TITLE,
  unknownPlaceholders,
} from './support.rules.ts';

const contactText = z
  .string()
  .max(MAX_CONTACT_TEXT, 'Use at most 5,000 characters')
  .refine((text) => text.trim() !== '', 'Write your message');

const contactFields = z.object({
  subject: lineOfText.min(1, 'Say what it is about').max(MAX_SUBJECT, 'Use at most 120 characters'),
  text: contactText,
  orderNumber: lineOfText.max(40, 'Order numbers are shorter'),
});

/** What guests say about themselves; users have an account. */
const guestFields = z.object({
  name: nameOfSomeone.min(1, 'Enter your name').max(100, 'Use at most 100 characters'),
  email: emailField,
});

/** The form as guests fill it in, and as users see it: without name and address. */
export const guestContactForm = contactFields.extend(guestFields.shape);
export const userContactForm = contactFields.extend({ name: z.string(), email: z.string() });
export type ContactForm = z.input<typeof guestContactForm>;

export const contactBody = contactFields.extend({
  orderNumber: contactFields.shape.orderNumber.default(''),
  guest: guestFields.optional().describe('Required without an account'),
  about: z.object({ type: z.enum(CONTACT_ABOUT_TYPES), id: idSchema }).optional(),
  website: z.string().max(500).default('').describe('Left empty by people; programs fill it in'),
});

export const replyBody = z.object({ text: contactText });

const supportMessageSchema = z.object({
  id: z.int(),
  isFromSupport: z.boolean(),
  sender: z.string(),
  text: z.string(),
  files: z.array(messageFileSchema),
  flags: z.array(z.enum(MESSAGE_FLAGS)),
  isDeleted: z.boolean(),
  createdAt: z.string(),
});
export type SupportMessage = z.output<typeof supportMessageSchema>;

/** What a guest sees of their request. */
export const guestRequestSchema = z.object({
  subject: z.string(),
  state: z.enum(SUPPORT_STATES),
  createdAt: z.string(),
  messages: z.array(supportMessageSchema.omit({ files: true, flags: true })),
});
export type GuestRequest = z.output<typeof guestRequestSchema>;

const staffPersonSchema = z.object({ id: z.int(), name: z.string() });

export const supportRequestSchema = z.object({
  id: z.int(),
  subject: z.string(),
  state: z.enum(SUPPORT_STATES),
  customer: z.object({ name: z.string(), isGuest: z.boolean() }),
  assignee: staffPersonSchema.nullable(),
  preview: z.string(),
  createdAt: z.string(),
  lastMessageAt: z.string(),
  /** Null: nobody has answered yet. */
  firstResponseMinutes: z.int().nullable(),
});
export type SupportRequest = z.output<typeof supportRequestSchema>;

export const supportRequestDetailSchema = supportRequestSchema
  .omit({ preview: true, customer: true })
  .extend({
    conversationId: z.int(),
    customer: z.object({
      /** Null for guests. */
      userId: z.int().nullable(),
      name: z.string(),
      firstName: z.string(),
      email: z.string().nullable(),
      /** An account with the guest’s address; we don’t know that the guest is its owner. */
      accountId: z.int().nullable(),
      otherRequests: z.int(),
    }),
    about: z.object({ type: z.string(), title: z.string(), url: z.string().nullable() }).nullable(),
    /** The order whose number they typed. */
    order: z
      .object({
        id: z.int(),
        number: z.string(),
        /** Placed by this user or with this address. */
        isTheirs: z.boolean(),
      })
      .nullable(),
    orderNumber: z.string(),
    messages: z.array(supportMessageSchema),
    notes: z.array(z.object({ id: z.int(), author: z.string(), text: z.string(), createdAt: z.string() })),
    staff: z.array(staffPersonSchema).describe('Staff it can be assigned to'),
  });
export type SupportRequestDetail = z.output<typeof supportRequestDetailSchema>;

export const noteBody = z.object({
  text: z
    .string()
    .max(MAX_NOTE, 'Use at most 5,000 characters')
    .refine((text) => text.trim() !== '', 'Write a note'),
});

export const savedReplySchema = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  updatedAt: z.string(),
});
export type SavedReply = z.output<typeof savedReplySchema>;

export const savedReplyBody = z.object({
  title: lineOfText.min(1, 'Give it a title').max(MAX_SAVED_TITLE, 'Use at most 80 characters'),
  text: z
    .string()
    .trim()
    .min(1, 'Write the reply')
    .max(MAX_SAVED_REPLY, 'Use at most 5,000 characters')
    .refine(
      (text) => unknownPlaceholders(text).length === 0,
      'Use only {{first_name}}, {{order_number}}, {{site_name}} and {{agent_name}}',
    ),
});
export type SavedReplyBody = z.input<typeof savedReplyBody>;
