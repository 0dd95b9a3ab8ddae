// Reported conversations, for staff. Reading more than the reported passage needs a reason and is audited.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { reasonBody } from '#shared/reason.schema.ts';
import { REPORT_DECISIONS, REPORT_STATES } from './message.rules.ts';
import { messageReportSchema, readConversationSchema } from './message.schema.ts';

const access = { permission: 'messages.moderate' } as const;

export const listMessageReports = defineContract({
  method: 'GET',
  path: '/api/admin/message-reports',
  summary: 'List reported messages with what was said around them, oldest first',
  access,
  query: z.object({ ...pageQuery, state: z.enum(REPORT_STATES).default('open') }),
  response: pageOf(messageReportSchema),
});

export const getMessageReportCounts = defineContract({
  method: 'GET',
  path: '/api/admin/message-report-counts',
  summary: 'Count the reports that wait for a decision',
  access,
  response: z.object({ open: z.int() }),
});

export const decideMessageReport = defineContract({
  method: 'POST',
  path: '/api/admin/message-reports/:id',
  summary: 'Dismiss a report, or uphold it and delete the reported message',
  access,
  params: idParams,
  body: z.object({ decision: z.enum(REPORT_DECISIONS) }),
  errors: ['not_found', 'conflict'],
});

export const readConversation = defineContract({
  method: 'POST',
  path: '/api/admin/conversations/:id/reading',
  summary: 'Read a whole conversation, with a reason that is kept in the audit log',
  access,
  params: idParams,
  body: reasonBody,
  response: readConversationSchema,
  errors: ['not_found'],
});
