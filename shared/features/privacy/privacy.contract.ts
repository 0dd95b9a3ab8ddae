// Exporting one's personal data, and deleting the account.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { currentPasswordField } from '#shared/features/account/account.schema.ts';

export const exportAccount = defineContract({
  method: 'GET',
  path: '/api/account/export',
  summary: 'Export everything stored about me as one JSON file',
  access: 'signed-in',
  /** One section per kind of data; see the features' *.privacy.ts. */
  response: z.record(z.string(), z.unknown()),
  errors: ['too_many_requests'],
  rateLimit: { points: 10, seconds: 3600 },
});

/** What deleting the account takes away. None of it is refunded. */
const accountLossesSchema = z.object({
  /** Titles of courses that were paid for, by the user or by a studio. */
  courses: z.array(z.string()),
  /** How many resources were paid for. */
  resources: z.int(),
  /** Seats of studio licences that nobody holds yet, and of colleagues in the user’s membership. */
  seats: z.int(),
  membership: z.object({ plan: z.string(), paidUntil: z.iso.datetime() }).nullable(),
  credit: z.object({ left: z.string(), endsAt: z.iso.datetime() }).nullable(),
  packages: z.array(z.object({ title: z.string(), sessionsLeft: z.int() })),
  /** Booked sessions that haven’t started. */
  bookings: z.int(),
});
export type AccountLosses = z.infer<typeof accountLossesSchema>;

export const listAccountLosses = defineContract({
  method: 'GET',
  path: '/api/account/losses',
  summary: 'List what I paid for and lose when I delete my account',
  access: 'signed-in',
  response: accountLossesSchema,
});

export const deleteAccount = defineContract({
  method: 'DELETE',
  path: '/api/account',
  summary: 'Delete my account and everything about me that no law or buyer requires',
  access: 'signed-in',
  body: z.object({ password: currentPasswordField }),
  errors: ['forbidden', 'conflict', 'too_many_requests'],
});
