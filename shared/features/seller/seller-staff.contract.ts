// What officers do with sellers: find them, suspend and restore their shops, write notes for each other.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { resourceFilters } from '#shared/features/catalogue/catalogue.schema.ts';
import { RESOURCE_STATES } from '#shared/features/resource/resource.states.ts';
import { reasonBody } from '#shared/reason.schema.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { heldDecisionSchema } from '#shared/features/site/site.schema.ts';
import { sellerNoteBody } from './seller-staff.schema.ts';
import { SELLER_STATES } from './slug.rules.ts';

const access = { permission: 'sellers.manage' } as const;

const sellerRow = z.object({
  id: z.int(),
  shop: z.string(),
  person: z.string(),
  state: z.enum(SELLER_STATES),
  /** The person's own account is suspended: nothing of theirs is on sale either. */
  isAccountSuspended: z.boolean(),
  profileImageUrl: z.string().nullable(),
  since: z.string(),
  onSale: z.int(),
  sales: z.int(),
  rating: z.number().nullable(),
  reviewCount: z.int(),
  /** Rights notices that nobody has closed yet. */
  openNotices: z.int(),
  notes: z.int(),
});
export type StaffSellerRow = z.output<typeof sellerRow>;

const storeNote = z.object({
  id: z.int(),
  body: z.string(),
  author: z.string(),
  isMine: z.boolean(),
  createdAt: z.string(),
});

const sellerDetail = sellerRow.omit({ notes: true }).extend({
  email: z.string(),
  slug: z.string(),
  suspendedReason: z.string().nullable(),
  things: z.record(z.enum(RESOURCE_STATES), z.int()),
  takenDown: z.int(),
  noticeCount: z.int(),
  notes: z.array(storeNote),
  /** The person asking. */
  isMine: z.boolean(),
  /** What was decided in these ten seconds, in words; until then nothing else is. */
  pending: z.string().nullable(),
});
export type StaffSeller = z.output<typeof sellerDetail>;

export const listStaffSellers = defineContract({
  method: 'GET',
  path: '/api/admin/sellers',
  summary: 'Sellers, open or suspended; by shop, person or number',
  access,
  query: z.object({ q: resourceFilters.q, state: z.enum(SELLER_STATES).optional(), ...pageQuery }),
  response: pageOf(sellerRow).extend({ counts: z.record(z.enum(['all', ...SELLER_STATES]), z.int()) }),
});

export const getStaffSeller = defineContract({
  method: 'GET',
  path: '/api/admin/sellers/:id',
  summary: 'One seller with numbers and notes',
  access,
  params: idParams,
  response: sellerDetail,
  errors: ['not_found'],
});

export const suspendSeller = defineContract({
  method: 'POST',
  path: '/api/admin/sellers/:id/suspend',
  summary:
    'Suspend the shop: nothing of it is on sale, whoever has something keeps it; the seller is told why',
  access,
  params: idParams,
  body: reasonBody,
  response: sellerDetail.extend({ decision: heldDecisionSchema }),
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const restoreSeller = defineContract({
  method: 'POST',
  path: '/api/admin/sellers/:id/restore',
  summary: 'Open the shop again',
  access,
  params: idParams,
  response: sellerDetail.extend({ decision: heldDecisionSchema }),
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const createSellerNote = defineContract({
  method: 'POST',
  path: '/api/admin/sellers/:id/notes',
  summary: 'A note for other officers; the seller never sees it',
  access,
  params: idParams,
  body: sellerNoteBody,
  response: sellerDetail,
  status: 201,
  errors: ['not_found', 'forbidden'],
});

export const deleteSellerNote = defineContract({
  method: 'DELETE',
  path: '/api/admin/sellers/:id/notes/:noteId',
  summary: 'Delete a note of one’s own',
  access,
  params: idParams.extend({ noteId: idParams.shape.id }),
  response: sellerDetail,
  errors: ['not_found', 'forbidden'],
});
