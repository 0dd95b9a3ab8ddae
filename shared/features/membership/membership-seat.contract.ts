// Seats of a membership: members assign those of their plan, teachers see whose plan they use and can leave.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { emailField } from '#shared/features/account/account.schema.ts';
import { inviteBody } from '#shared/features/seat/seat.schema.ts';
import { idParams } from '#shared/id.schema.ts';
import { heldSeatSchema, memberSeatSchema } from './membership-seat.schema.ts';

/** Each call may send an email to an address someone typed. */
const MAILS = { points: 200, seconds: 3600 };

export const listMembershipSeats = defineContract({
  method: 'GET',
  path: '/api/subscription/seats',
  summary: 'List the seats of the viewer’s membership, and those they have of others’',
  access: 'signed-in',
  response: z.object({
    /** Null: no membership. */
    own: z
      .object({
        planName: z.string(),
        /** The member's own included. */
        seats: z.int(),
        /** Those of other teachers. */
        assigned: z.array(memberSeatSchema),
      })
      .nullable(),
    held: z.array(heldSeatSchema),
  }),
});

export const inviteToMembership = defineContract({
  method: 'POST',
  path: '/api/subscription/seats',
  summary: 'Invite a teacher to a free seat of the viewer’s membership by email',
  access: 'signed-in',
  body: inviteBody,
  response: memberSeatSchema,
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable'],
  rateLimit: MAILS,
});

export const resendMembershipInvitation = defineContract({
  method: 'POST',
  path: '/api/subscription/seats/:id/resend',
  summary: 'Resend an invitation with a new link; the old one stops working',
  access: 'signed-in',
  params: idParams,
  response: memberSeatSchema,
  errors: ['not_found', 'conflict'],
  rateLimit: MAILS,
});

export const revokeMembershipSeat = defineContract({
  method: 'POST',
  path: '/api/subscription/seats/:id/revoke',
  summary: 'Revoke a seat or invitation; the holder’s address must match',
  access: 'signed-in',
  params: idParams,
  body: inviteBody,
  errors: ['not_found', 'conflict'],
});

export const reassignMembershipSeat = defineContract({
  method: 'POST',
  path: '/api/subscription/seats/:id/reassign',
  summary: 'Reassign a seat: revoke it and invite someone else in one step',
  access: 'signed-in',
  params: idParams,
  body: z.object({ from: emailField, email: emailField }),
  response: memberSeatSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
  rateLimit: MAILS,
});

export const giveUpMembershipSeat = defineContract({
  method: 'POST',
  path: '/api/subscription/seats/:id/return',
  summary: 'Give up the viewer’s seat of someone else’s membership',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});
