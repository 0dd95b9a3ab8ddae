// Licences with several seats: buyers assign them, invited teachers accept or decline.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { emailField } from '#shared/features/account/account.schema.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { invitationSchema, inviteBody, licenceSchema, seatSchema } from './seat.schema.ts';

const q = z.string().trim().max(100).optional();
/** Each call may send an email to an address someone typed. */
const MAILS = { points: 200, seconds: 3600 };

export const listLicences = defineContract({
  method: 'GET',
  path: '/api/licences',
  summary: 'List the viewer’s licences with several seats, newest first, with seat counts',
  access: 'signed-in',
  query: z.object({ q, ...pageQuery }),
  response: pageOf(licenceSchema).extend({
    seats: z.object({ quantity: z.int(), inUse: z.int(), invited: z.int(), free: z.int() }),
  }),
});

export const getLicence = defineContract({
  method: 'GET',
  path: '/api/licences/:id',
  summary: 'Get one of the viewer’s licences',
  access: 'signed-in',
  params: idParams,
  response: licenceSchema,
  errors: ['not_found'],
});

export const listSeats = defineContract({
  method: 'GET',
  path: '/api/licences/:id/seats',
  summary: 'List the assigned seats of a licence',
  access: 'signed-in',
  params: idParams,
  query: z.object({ q, ...pageQuery }),
  response: pageOf(seatSchema),
  errors: ['not_found'],
});

export const inviteTeacher = defineContract({
  method: 'POST',
  path: '/api/licences/:id/seats',
  summary: 'Invite a teacher to a free seat by email',
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
  summary: 'Resend an invitation with a new link; the old one stops working',
  access: 'signed-in',
  params: idParams,
  response: seatSchema,
  errors: ['not_found', 'conflict'],
  rateLimit: MAILS,
});

export const revokeSeat = defineContract({
  method: 'POST',
  path: '/api/seats/:id/revoke',
  summary: 'Revoke a seat or invitation; the holder’s address must match',
  access: 'signed-in',
  params: idParams,
  body: inviteBody,
  errors: ['not_found', 'conflict'],
});

export const reassignSeat = defineContract({
  method: 'POST',
  path: '/api/seats/:id/reassign',
  summary: 'Reassign a seat: revoke it and invite someone else in one step',
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
  summary: 'Give up the viewer’s seat',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});

export const listTeachers = defineContract({
  method: 'GET',
  path: '/api/studio/teachers',
  summary: 'List teachers with seats or invitations from the viewer',
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
  summary: 'Export the viewer’s seats as CSV',
  access: 'signed-in',
  download: 'text/csv',
  rateLimit: { points: 20, seconds: 60 },
});

/** The seat's id and the secret of its link. */
const keyParams = z.object({ key: z.string().max(100) });

export const getInvitation = defineContract({
  method: 'GET',
  path: '/api/seat-invitations/:key',
  summary: 'Get an invitation and what is needed to accept it',
  access: 'public',
  params: keyParams,
  response: invitationSchema,
  errors: ['gone'],
  rateLimit: { points: 120, seconds: 60 },
});

export const acceptInvitation = defineContract({
  method: 'POST',
  path: '/api/seat-invitations/:key/accept',
  summary: 'Accept a seat for the viewer’s address; safe to repeat',
  access: 'signed-in',
  params: keyParams,
  response: z.object({ seatId: z.int(), title: z.string(), href: z.string() }),
  errors: ['forbidden', 'conflict', 'gone'],
  rateLimit: { points: 60, seconds: 60 },
});

export const declineInvitation = defineContract({
  method: 'POST',
  path: '/api/seat-invitations/:key/decline',
  summary: 'Decline a seat',
  access: 'public',
  params: keyParams,
  errors: ['gone'],
  rateLimit: { points: 60, seconds: 60 },
});
