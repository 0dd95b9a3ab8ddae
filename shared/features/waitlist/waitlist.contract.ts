// Waitlists: joining one, one's place in it, and taking what is offered.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { acceptOfferResponse, joinWaitlistBody, waitlistEntrySchema } from './waitlist.schema.ts';

export const listWaitlistEntries = defineContract({
  method: 'GET',
  path: '/api/waitlist',
  summary: 'List the waitlists the viewer is on, with their position and what is offered to them',
  access: 'signed-in',
  response: z.array(waitlistEntrySchema),
});

export const joinWaitlist = defineContract({
  method: 'POST',
  path: '/api/waitlist',
  summary: 'Join the waitlist of a full group date or of fully booked days',
  access: 'signed-in',
  body: joinWaitlistBody,
  response: waitlistEntrySchema,
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable'],
  rateLimit: { points: 60, seconds: 3600 },
});

export const acceptOffer = defineContract({
  method: 'POST',
  path: '/api/waitlist/:id/accept',
  summary: 'Take the offered seat or time: confirmed, requested, or put into the cart',
  access: 'signed-in',
  params: idParams,
  response: acceptOfferResponse,
  errors: ['not_found', 'conflict'],
});

export const leaveWaitlist = defineContract({
  method: 'DELETE',
  path: '/api/waitlist/:id',
  summary: 'Leave a waitlist; what was offered goes to the next in line',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});
