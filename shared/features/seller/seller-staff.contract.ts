// Sellers for staff: find, suspend and restore them, and keep internal notes.
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
  /** The user's account is suspended, so nothing of theirs is on sale either. */
  isAccountSuspended: z.boolean(),
  profileImageUrl: z.string().nullable(),
  since: z.string(),
  onSale: z.int(),
  sales: z.int(),
  rating: z.number().nullable(),
  reviewCount: z.int(),
  /** Open rights notices. */
  openNotices: z.int(),
  notes: z.int(),
});
export type StaffSellerRow = z.output<typeof sellerRow>;

const sellerNote = z.object({
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
  notes: z.array(sellerNote),
  /** The viewer. */
  isMine: z.boolean(),
  /** A decision that can still be undone, as a message; nothing else can be decided until then. */
  pending: z.string().nullable(),
});
export type StaffSeller = z.output<typeof sellerDetail>;

export const listStaffSellers = defineContract({
  method: 'GET',
  path: '/api/admin/sellers',
  summary: 'List sellers by state, seller name, user or id',
  access,
  query: z.object({ q: resourceFilters.q, state: z.enum(SELLER_STATES).optional(), ...pageQuery }),
  response: pageOf(sellerRow).extend({ counts: z.record(z.enum(['all', ...SELLER_STATES]), z.int()) }),
});

export const getStaffSeller = defineContract({
  method: 'GET',
  path: '/api/admin/sellers/:id',
  summary: 'Get a seller with stats and staff notes',
  access,
  params: idParams,
  response: sellerDetail,
  errors: ['not_found'],
});

export const suspendSeller = defineContract({
  method: 'POST',
  path: '/api/admin/sellers/:id/suspend',
  summary: 'Suspend a seller: takes their items off sale and emails them the reason',
  access,
  params: idParams,
  body: reasonBody,
  response: sellerDetail.extend({ decision: heldDecisionSchema }),
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const restoreSeller = defineContract({
  method: 'POST',
  path: '/api/admin/sellers/:id/restore',
  summary: 'Restore a suspended seller',
  access,
  params: idParams,
  response: sellerDetail.extend({ decision: heldDecisionSchema }),
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const createSellerNote = defineContract({
  method: 'POST',
  path: '/api/admin/sellers/:id/notes',
  summary: 'Add a staff note that the seller never sees',
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
  summary: 'Delete the viewer’s own note',
  access,
  params: idParams.extend({ noteId: idParams.shape.id }),
  response: sellerDetail,
  errors: ['not_found', 'forbidden'],
});
