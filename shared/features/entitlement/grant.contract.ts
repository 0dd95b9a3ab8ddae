// Access granted by staff without payment.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idSchema, idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { ENTITLEMENT_ITEMS, GRANT_KINDS, LISTED_ITEMS } from './entitlement.states.ts';

const access = { permission: 'grants.manage' } as const;
const reason = z.string().trim().min(3, 'Enter a reason.').max(500, 'At most 500 characters.');

export const grantSchema = z.object({
  id: z.int(),
  person: z.object({ id: z.int(), name: z.string(), email: z.string() }),
  itemType: z.enum(ENTITLEMENT_ITEMS),
  itemId: z.int(),
  title: z.string(),
  kind: z.enum(GRANT_KINDS),
  reason: z.string(),
  grantedBy: z.string().nullable(),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
  revokedBy: z.string().nullable(),
  revokeReason: z.string().nullable(),
});
export type Grant = z.infer<typeof grantSchema>;

export const createGrant = defineContract({
  method: 'POST',
  path: '/api/admin/grants',
  summary: 'Grant a user a resource, course, bundle or everything in an order, and email them',
  access,
  body: z
    .object({
      userId: idSchema.optional(),
      /** The user's email address. */
      email: z.string().trim().max(254).optional(),
      item: z.object({ itemType: z.enum(LISTED_ITEMS), itemId: idSchema }).optional(),
      /** Everything in the order. */
      orderId: idSchema.optional(),
      kind: z.enum(GRANT_KINDS).default('grant'),
      reason,
    })
    .refine((body) => (body.userId === undefined) !== (body.email === undefined), {
      path: ['email'],
      error: 'Enter the email address of a user.',
    })
    .refine((body) => (body.item === undefined) !== (body.orderId === undefined), {
      path: ['item'],
      error: 'Choose what to grant: an item or an order.',
    }),
  response: z.object({ given: z.array(grantSchema) }),
  errors: ['not_found', 'conflict'],
});

export const listGrants = defineContract({
  method: 'GET',
  path: '/api/admin/grants',
  summary: 'List grants, newest first',
  access,
  query: z.object({ userId: idText.optional(), ...pageQuery }),
  response: pageOf(grantSchema),
});

export const revokeGrant = defineContract({
  method: 'POST',
  path: '/api/admin/grants/:id/revoke',
  summary: 'Revoke a grant; access by other causes stays',
  access,
  params: idParams,
  body: z.object({ reason }),
  response: grantSchema,
  errors: ['not_found', 'conflict'],
});
