// Access given by staff without payment.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idSchema, idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { ENTITLEMENT_ITEMS, GRANT_KINDS, SOLD_ITEMS } from './entitlement.states.ts';

const access = { permission: 'payments.manage' } as const;
const reason = z.string().trim().min(3, 'Say why, in a few words.').max(500, 'At most 500 characters.');

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
  summary:
    'Give somebody a resource, a course, a bundle or all that is in an order, without payment; they are told by mail',
  access,
  body: z
    .object({
      userId: idSchema.optional(),
      /** Of an account. */
      email: z.string().trim().max(254).optional(),
      item: z.object({ itemType: z.enum(SOLD_ITEMS), itemId: idSchema }).optional(),
      /** All that is in it. */
      orderId: idSchema.optional(),
      kind: z.enum(GRANT_KINDS).default('grant'),
      reason,
    })
    .refine((body) => (body.userId === undefined) !== (body.email === undefined), {
      path: ['email'],
      error: 'Say who gets it: an account’s e-mail address.',
    })
    .refine((body) => (body.item === undefined) !== (body.orderId === undefined), {
      path: ['item'],
      error: 'Say what to give: one thing, or an order.',
    }),
  response: z.object({ given: z.array(grantSchema) }),
  errors: ['not_found', 'conflict'],
});

export const listGrants = defineContract({
  method: 'GET',
  path: '/api/admin/grants',
  summary: 'What was given without payment, newest first',
  access,
  query: z.object({ userId: idText.optional(), ...pageQuery }),
  response: pageOf(grantSchema),
});

export const revokeGrant = defineContract({
  method: 'POST',
  path: '/api/admin/grants/:id/revoke',
  summary: 'Take it back; what the person has by other causes stays',
  access,
  params: idParams,
  body: z.object({ reason }),
  response: grantSchema,
  errors: ['not_found', 'conflict'],
});
