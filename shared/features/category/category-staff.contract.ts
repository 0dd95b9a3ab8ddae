// What staff do with categories. Those of courses ask for 'course-categories.manage' besides. Every change answers the
// whole list of the kind as it then is.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { categoryName, staffCategorySchema } from './category.schema.ts';

const access = { permission: 'categories.manage' } as const;
const kind = z.enum(['resource', 'course']);
const response = z.array(staffCategorySchema);

export const listStaffCategories = defineContract({
  method: 'GET',
  path: '/api/admin/categories',
  summary: 'All categories of one kind in the order of their tree, with what is in them; a bare array',
  access,
  query: z.object({ kind: kind.default('resource') }),
  response,
});

export const addCategory = defineContract({
  method: 'POST',
  path: '/api/admin/categories',
  summary: 'Add a category after the others of its parent',
  access,
  body: z.object({ kind, name: categoryName, parentId: idSchema.nullable() }),
  response,
  status: 201,
  errors: ['conflict'],
});

export const renameCategory = defineContract({
  method: 'PATCH',
  path: '/api/admin/categories/:id',
  summary: 'Rename a category; its address stays',
  access,
  params: idParams,
  body: z.object({ name: categoryName }),
  response,
  errors: ['not_found', 'conflict'],
});

export const moveCategory = defineContract({
  method: 'POST',
  path: '/api/admin/categories/:id/move',
  summary:
    'Put a category below another one, or to the top, before one of those that are there or after all of them',
  access,
  params: idParams,
  body: z.object({ parentId: idSchema.nullable(), beforeId: idSchema.nullable() }),
  response,
  status: 200,
  errors: ['not_found', 'conflict'],
});

export const mergeCategory = defineContract({
  method: 'POST',
  path: '/api/admin/categories/:id/merge',
  summary:
    'Move all that is in a category and below it into another one; links to it lead there from then on',
  access,
  params: idParams,
  body: z.object({ intoId: idSchema }),
  response,
  status: 200,
  errors: ['not_found', 'conflict'],
});

export const deleteCategory = defineContract({
  method: 'DELETE',
  path: '/api/admin/categories/:id',
  summary: 'Delete a category with nothing in it',
  access,
  params: idParams,
  response,
  errors: ['not_found', 'conflict'],
});
