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

export const deleteAccount = defineContract({
  method: 'DELETE',
  path: '/api/account',
  summary: 'Delete my account and everything about me that no law or buyer requires',
  access: 'signed-in',
  body: z.object({ password: currentPasswordField }),
  errors: ['forbidden', 'conflict', 'too_many_requests'],
});
