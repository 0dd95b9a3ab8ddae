// Open Badges: a certificate as a signed file, and the keys that sign them. What verifiers fetch is in badge.routes.ts.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { idParams } from '#shared/id.schema.ts';

export const BADGE_FORMATS = ['json', 'png'] as const;

export const downloadBadge = defineContract({
  method: 'GET',
  path: '/api/certificates/:id/badge',
  summary: 'The certificate as an Open Badge 3.0: the signed credential, or a picture that contains it',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  query: z.object({ format: z.enum(BADGE_FORMATS).default('json') }),
  download: 'application/json',
  errors: ['not_found', 'conflict'],
  rateLimit: { points: 60, seconds: 60 },
});

/** The newest first; null: no badge has been signed yet. */
export const badgeKeysSchema = z.object({
  issuer: z.string(),
  current: z.object({ id: z.string(), createdAt: z.iso.datetime() }).nullable(),
  retired: z.array(z.object({ id: z.string(), createdAt: z.iso.datetime(), retiredAt: z.iso.datetime() })),
});
export type BadgeKeys = z.infer<typeof badgeKeysSchema>;

export const listBadgeKeys = defineContract({
  method: 'GET',
  path: '/api/admin/badge-keys',
  summary: 'The public keys that sign badges, or did',
  access: { permission: 'site.operate' },
  response: badgeKeysSchema,
});

export const rotateBadgeKey = defineContract({
  method: 'POST',
  path: '/api/admin/badge-keys/rotate',
  summary: 'Replace the key that signs badges. What the old one signed stays valid',
  access: { permission: 'site.operate' },
  /** The key to replace, so that two admins don't replace it twice; null if there is none yet. */
  body: z.object({ current: z.string().max(100).nullable() }),
  response: badgeKeysSchema,
  errors: ['conflict'],
});
