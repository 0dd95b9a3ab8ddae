// Writing to support. Users read the answer among their messages, guests behind a secret link we email them.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { contactBody, guestRequestSchema, replyBody } from './support.schema.ts';

/** 256 random bits. */
const params = z.object({ key: z.string().min(20).max(100) });

export const contactSupport = defineContract({
  method: 'POST',
  path: '/api/contact',
  summary: 'Write to support, with or without an account',
  access: 'public',
  body: contactBody,
  status: 201,
  response: z.object({
    conversationId: z.int().nullable().describe('Of users; guests get a link by email'),
  }),
  errors: ['unprocessable', 'too_many_requests'],
  rateLimit: { points: 10, seconds: 3600 },
});

export const getGuestRequest = defineContract({
  method: 'GET',
  path: '/api/contact/:key',
  summary: 'Get a guest’s request to support, with the key from their email',
  access: 'public',
  params,
  response: guestRequestSchema,
  errors: ['not_found'],
  rateLimit: { points: 300, seconds: 600 },
});

export const replyAsGuest = defineContract({
  method: 'POST',
  path: '/api/contact/:key/messages',
  summary: 'Add a message to a guest’s request; a solved one is opened again',
  access: 'public',
  params,
  body: replyBody,
  errors: ['not_found', 'unprocessable', 'too_many_requests'],
  rateLimit: { points: 30, seconds: 3600 },
});
