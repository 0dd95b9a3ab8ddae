// Free times of instructors.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import { slotSchema, startSchema } from './reservation.schema.ts';

export const listSlots = defineContract({
  method: 'GET',
  path: '/api/instructors/:id/slots',
  summary: 'List the free times of a session type, soonest first, in UTC; at most 62 days at once',
  access: 'public',
  params: idParams,
  query: z.object({
    sessionTypeId: idText,
    /** From now on if left out. */
    from: startSchema.optional(),
    /** 31 days from the beginning if left out. */
    to: startSchema.optional(),
    /** Also a group's full dates, with no seats left: clients can join their waitlist. */
    full: z.enum(['yes']).optional(),
    /** The viewer's own: to book from a package or to move a session, under the terms it was made. */
    reservationId: idText.optional(),
  }),
  response: z.array(slotSchema),
  errors: ['not_found', 'unprocessable'],
});

export const getOpenTime = defineContract({
  method: 'GET',
  path: '/api/instructor/open-time',
  summary: 'Get how many minutes the viewer’s hours leave free in the next seven days',
  access: 'signed-in',
  /** Null: the viewer has no Connect profile. */
  response: z.object({ minutes: z.int().nullable() }),
});
