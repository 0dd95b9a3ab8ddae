// Licences with several seats: their buyers hand them out, the people invited take them or not.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { emailField } from '#shared/features/account/account.schema.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { invitationSchema, inviteBody, licenceSchema, seatSchema } from './seat.schema.ts';

const q = z.string().trim().max(100).optional();
/** Each of them may write a mail to an address that somebody typed. */
const MAILS = { points: 200, seconds: 3600 };

export const listLicences = defineContract({
  method: 'GET',
  path: '/api/licences',
  summary: 'What I bought with more than one seat, newest first, and how many of all those seats are free',
  access: 'signed-in',
  query: z.object({ q, ...pageQuery }),
  response: pageOf(licenceSchema).extend({
    seats: z.object({ quantity: z.int(), inUse: z.int(), invited: z.int(), free: z.int() }),
  }),
});

export const getLicence = defineContract({
  method: 'GET',
  path: '/api/licences/:id',
  summary: 'One licence of mine',
  access: 'signed-in',
  params: idParams,
  response: licenceSchema,
  errors: ['not_found'],
});

export const listSeats = defineContract({
  method: 'GET',
  path: '/api/licences/:id/seats',
  summary: 'The seats of a licence of mine that are handed out',
  access: 'signed-in',
  params: idParams,
  query: z.object({ q, ...pageQuery }),
  response: pageOf(seatSchema),
  errors: ['not_found'],
});

export const inviteTeacher = defineContract({
  method: 'POST',
  path: '/api/licences/:id/seats',
  summary: 'Offer a free seat to an address, by mail',
  access: 'signed-in',
  params: idParams,
  body: inviteBody,
  response: seatSchema,
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable'],
  rateLimit: MAILS,
});

export const resendInvitation = defineContract({
  method: 'POST',
  path: '/api/seats/:id/resend',
  summary: 'Mail an invitation again, with a new link; the old one ends',
  access: 'signed-in',
  params: idParams,
  response: seatSchema,
  errors: ['not_found', 'conflict'],
  rateLimit: MAILS,
});

export const revokeSeat = defineContract({
  method: 'POST',
  path: '/api/seats/:id/revoke',
  summary: 'Take back a seat or an invitation of a licence of mine; whose it is must be said',
  access: 'signed-in',
  params: idParams,
  body: inviteBody,
  errors: ['not_found', 'conflict'],
});

export const reassignSeat = defineContract({
  method: 'POST',
  path: '/api/seats/:id/reassign',
  summary: 'Take back a seat from one person and offer it to another, in one step',
  access: 'signed-in',
  params: idParams,
  body: z.object({ from: emailField, email: emailField }),
  response: seatSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
  rateLimit: MAILS,
});

export const giveUpSeat = defineContract({
  method: 'POST',
  path: '/api/seats/:id/return',
  summary: 'Give back the seat I hold',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});

export const listTeachers = defineContract({
  method: 'GET',
  path: '/api/studio/teachers',
  summary: 'Everyone who holds or is offered a seat of mine, with what',
  access: 'signed-in',
  query: z.object({ q, ...pageQuery }),
  response: pageOf(
    z.object({
      email: z.string(),
      name: z.string().nullable(),
      seats: z.array(
        z.object({
          id: z.int(),
          licenceId: z.int(),
          title: z.string(),
          state: z.enum(['invited', 'held']),
          isLive: z.boolean(),
        }),
      ),
    }),
  ),
});

export const exportSeats = defineContract({
  method: 'GET',
  path: '/api/studio/seats.csv',
  summary: 'Who holds what, seat by seat, as a table for a spreadsheet',
  access: 'signed-in',
  download: 'text/csv',
  rateLimit: { points: 20, seconds: 60 },
});

/** The number of the seat and the secret of its link. */
const keyParams = z.object({ key: z.string().max(100) });

export const getInvitation = defineContract({
  method: 'GET',
  path: '/api/seat-invitations/:key',
  summary: 'What an invitation by mail offers, and what is to do to take it',
  access: 'public',
  params: keyParams,
  response: invitationSchema,
  errors: ['gone'],
  rateLimit: { points: 120, seconds: 60 },
});

export const acceptInvitation = defineContract({
  method: 'POST',
  path: '/api/seat-invitations/:key/accept',
  summary: 'Take the seat offered to my address; again is no error',
  access: 'signed-in',
  params: keyParams,
  response: z.object({ seatId: z.int(), title: z.string(), href: z.string() }),
  errors: ['forbidden', 'conflict', 'gone'],
  rateLimit: { points: 60, seconds: 60 },
});

export const declineInvitation = defineContract({
  method: 'POST',
  path: '/api/seat-invitations/:key/decline',
  summary: 'Refuse the seat offered; it is free again',
  access: 'public',
  params: keyParams,
  errors: ['gone'],
  rateLimit: { points: 60, seconds: 60 },
});
