// Announcements: from instructors to students of a course, from sellers to the people who have their items or follow them.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { personSchema } from '#shared/features/message/message.schema.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { createAnnouncementBody } from './announcement.schema.ts';
import { ANNOUNCEMENT_STATES, AUDIENCES } from './announcement.rules.ts';

const audienceSchema = z.object({
  audience: z.enum(AUDIENCES),
  itemId: idSchema.nullable(),
  itemTitle: z.string().nullable(),
  /** How many people are in it now. */
  count: z.int(),
});
export type AnnouncementAudience = z.output<typeof audienceSchema>;

const announcementFields = {
  id: z.int(),
  audience: z.enum(AUDIENCES),
  itemId: z.int().nullable(),
  itemTitle: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.string(),
};

const sentSchema = z.object({
  ...announcementFields,
  state: z.enum(ANNOUNCEMENT_STATES),
  plannedCount: z.int().describe('How many people were in the audience when it was written'),
  recipientCount: z.int().describe('How many have it so far'),
});
export type SentAnnouncement = z.output<typeof sentSchema>;

export const listAnnouncementAudiences = defineContract({
  method: 'GET',
  path: '/api/announcements/audiences',
  summary: 'List whom the viewer can send announcements to, with how many people each has',
  access: 'signed-in',
  response: z.object({ items: z.array(audienceSchema) }),
});

export const listOwnAnnouncements = defineContract({
  method: 'GET',
  path: '/api/announcements',
  summary: 'List the announcements the viewer has sent, latest first, with their progress',
  access: 'signed-in',
  query: z.object(pageQuery),
  response: pageOf(sentSchema),
});

export const createAnnouncement = defineContract({
  method: 'POST',
  path: '/api/announcements',
  summary: 'Send an announcement; everyone in its audience gets it once',
  access: 'signed-in',
  body: createAnnouncementBody,
  status: 201,
  response: sentSchema,
  errors: ['not_found', 'conflict', 'unprocessable', 'too_many_requests'],
  rateLimit: { points: 20, seconds: 3600 },
});

export const getAnnouncement = defineContract({
  method: 'GET',
  path: '/api/announcements/:id',
  summary: 'Get an announcement the viewer received or sent',
  access: 'signed-in',
  params: idParams,
  response: z.object({ ...announcementFields, sender: personSchema, isOwn: z.boolean() }),
  errors: ['not_found'],
});
