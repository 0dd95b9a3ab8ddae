// The shared inbox of support, for staff.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { MAX_MESSAGE_TEXT, SUPPORT_STATES } from '#shared/features/message/message.rules.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { ASSIGNED_FILTERS } from './support.rules.ts';
import {
  noteBody,
  savedReplyBody,
  savedReplySchema,
  supportRequestDetailSchema,
  supportRequestSchema,
} from './support.schema.ts';

const access = { permission: 'support.manage' } as const;

export const listSupportRequests = defineContract({
  method: 'GET',
  path: '/api/admin/support-requests',
  summary: 'List requests to support, those that wait longest first',
  access,
  query: z.object({
    ...pageQuery,
    q: z.string().max(100).optional(),
    state: z.enum(SUPPORT_STATES).optional(),
    assigned: z.enum(ASSIGNED_FILTERS).optional(),
  }),
  response: pageOf(supportRequestSchema).extend({
    counts: z.object({ open: z.int(), waiting: z.int(), solved: z.int() }),
    medianFirstResponseMinutes: z.int().nullable().describe('Of the last 30 days'),
  }),
});

export const getSupportRequest = defineContract({
  method: 'GET',
  path: '/api/admin/support-requests/:id',
  summary: 'Get a request to support: the conversation, notes, and who asks about what',
  access,
  params: idParams,
  response: supportRequestDetailSchema,
  errors: ['not_found'],
});

export const updateSupportRequest = defineContract({
  method: 'PATCH',
  path: '/api/admin/support-requests/:id',
  summary: 'Assign a request to support, or change its state',
  access,
  params: idParams,
  body: z
    .object({ state: z.enum(SUPPORT_STATES), assigneeId: idSchema.nullable() })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Say what to change.'),
  errors: ['not_found', 'unprocessable'],
});

export const replyToSupportRequest = defineContract({
  method: 'POST',
  path: '/api/admin/support-requests/:id/replies',
  summary: 'Answer a request to support; the customer gets an email',
  access,
  params: idParams,
  body: z.object({
    text: z
      .string()
      .max(MAX_MESSAGE_TEXT, 'Use at most 10,000 characters')
      .refine((text) => text.trim() !== '', 'Write your answer'),
    isSolved: z.boolean().default(false),
  }),
  errors: ['not_found', 'unprocessable'],
});

export const addSupportNote = defineContract({
  method: 'POST',
  path: '/api/admin/support-requests/:id/notes',
  summary: 'Add a note that only staff see',
  access,
  params: idParams,
  body: noteBody,
  errors: ['not_found'],
});

export const listSavedReplies = defineContract({
  method: 'GET',
  path: '/api/admin/saved-replies',
  summary: 'List the saved replies of support',
  access,
  response: z.object({ items: z.array(savedReplySchema) }),
});

export const createSavedReply = defineContract({
  method: 'POST',
  path: '/api/admin/saved-replies',
  summary: 'Create a saved reply',
  access,
  body: savedReplyBody,
  status: 201,
  response: savedReplySchema,
  errors: ['conflict'],
});

export const updateSavedReply = defineContract({
  method: 'PUT',
  path: '/api/admin/saved-replies/:id',
  summary: 'Change a saved reply',
  access,
  params: idParams,
  body: savedReplyBody,
  response: savedReplySchema,
  errors: ['not_found', 'conflict'],
});

export const deleteSavedReply = defineContract({
  method: 'DELETE',
  path: '/api/admin/saved-replies/:id',
  summary: 'Delete a saved reply',
  access,
  params: idParams,
  errors: ['not_found'],
});
