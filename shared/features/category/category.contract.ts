// Categories: the public list, and what staff do with them. Every change returns the whole list of its kind.
// Changing course categories also needs the permission `course-categories.manage`.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { categoryName, categorySchema, staffCategorySchema } from './category.schema.ts';

export type { Category } from './category.schema.ts';

export const listCategories = defineContract({
  method: 'GET',
  path: '/api/categories',
  summary: 'All categories in their order; a bare array',
  access: 'public',
  query: z.object({ kind: z.enum(['resource', 'course']).optional() }),
  response: z.array(categorySchema),
});

export const getCategory = defineContract({
  method: 'GET',
  path: '/api/categories/:id',
  summary: 'One category',
  access: 'public',
  params: idParams,
  response: categorySchema,
  errors: ['not_found'],
});

const manage = { permission: 'categories.manage' } as const;
const kind = z.enum(['resource', 'course']);
const staffCategories = z.array(staffCategorySchema);

export const listStaffCategories = defineContract({
  method: 'GET',
  path: '/api/admin/categories',
  summary: 'All categories of one kind in the order of their tree, with what is in them; a bare array',
  access: manage,
  query: z.object({ kind: kind.default('resource') }),
  response: staffCategories,
});

export const createCategory = defineContract({
  method: 'POST',
  path: '/api/admin/categories',
  summary: 'Add a category after the others of its parent',
  access: manage,
  body: z.object({ kind, name: categoryName, parentId: idSchema.nullable() }),
  response: staffCategories,
  status: 201,
  errors: ['conflict'],
});

export const renameCategory = defineContract({
  method: 'PATCH',
  path: '/api/admin/categories/:id',
  summary: 'Rename a category; its address stays',
  access: manage,
  params: idParams,
  body: z.object({ name: categoryName }),
  response: staffCategories,
  errors: ['not_found', 'conflict'],
});

export const moveCategory = defineContract({
  method: 'POST',
  path: '/api/admin/categories/:id/move',
  summary:
    'Put a category below another one, or to the top, before one of those that are there or after all of them',
  access: manage,
  params: idParams,
  body: z.object({ parentId: idSchema.nullable(), beforeId: idSchema.nullable() }),
  response: staffCategories,
  status: 200,
  errors: ['not_found', 'conflict'],
});

export const mergeCategory = defineContract({
  method: 'POST',
  path: '/api/admin/categories/:id/merge',
  summary:
    'Move all that is in a category and below it into another one; links to it lead there from then on',
  access: manage,
  params: idParams,
  body: z.object({ intoId: idSchema }),
  response: staffCategories,
  status: 200,
  errors: ['not_found', 'conflict'],
});

export const deleteCategory = defineContract({
  method: 'DELETE',
  path: '/api/admin/categories/:id',
  summary: 'Delete a category with nothing in it',
  access: manage,
  params: idParams,
  response: staffCategories,
  errors: ['not_found', 'conflict'],
});
