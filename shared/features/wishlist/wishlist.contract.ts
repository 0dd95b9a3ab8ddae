// The wishlist: items a user has saved.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { courseCardSchema } from '#shared/features/course/course.schema.ts';
import { ENTITLEMENT_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';
import { resourceCardSchema } from '#shared/features/resource/resource.schema.ts';
import { idText } from '#shared/id.schema.ts';

export const listWishlistItems = defineContract({
  method: 'GET',
  path: '/api/wishlist',
  summary: 'List the viewer’s wishlist, newest first',
  access: 'signed-in',
  response: z.object({
    resources: z.array(resourceCardSchema),
    courses: z.array(courseCardSchema),
    goneCount: z.int(),
  }),
});

const itemParams = z.object({
  itemType: z.enum(ENTITLEMENT_ITEMS),
  itemId: idText,
});

export const addWishlistItem = defineContract({
  method: 'PUT',
  path: '/api/wishlist/:itemType/:itemId',
  summary: 'Add an item to the wishlist, up to 200',
  access: 'signed-in',
  params: itemParams,
  errors: ['not_found', 'conflict'],
});

export const removeWishlistItem = defineContract({
  method: 'DELETE',
  path: '/api/wishlist/:itemType/:itemId',
  summary: 'Remove an item from the wishlist',
  access: 'signed-in',
  params: itemParams,
});
