// Categories: the public list, and what staff do with them. Every change returns the whole list of its kind.
// Changing course categories also needs the permission `course-categories.manage`.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { COURSE_CATEGORIES } from '#shared/staff-access.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { categoryName, categorySchema, staffCategorySchema } from './category.schema.ts';

export type { Category } from './category.schema.ts';

export const listCategories = defineContract({
  method: 'GET',
  path: '/api/categories',
  summary: 'List all categories in order',
  access: 'public',
  query: z.object({ kind: z.enum(['resource', 'course']).optional() }),
  response: z.array(categorySchema),
});

export const getCategory = defineContract({
  method: 'GET',
  path: '/api/categories/:id',
  summary: 'Get a category',
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
  summary: 'List all categories of a kind in tree order, with counts',
  access: manage,
  further: COURSE_CATEGORIES,
  query: z.object({ kind: kind.default('resource') }),
  response: staffCategories,
});

export const createCategory = defineContract({
  method: 'POST',
  path: '/api/admin/categories',
  summary: 'Create a category at the end of its parent',
  access: manage,
  further: COURSE_CATEGORIES,
  body: z.object({ kind, name: categoryName, parentId: idSchema.nullable() }),
  response: staffCategories,
  status: 201,
  errors: ['conflict'],
});

export const renameCategory = defineContract({
  method: 'PATCH',
  path: '/api/admin/categories/:id',
  summary: 'Rename a category; its URL stays',
  access: manage,
  further: COURSE_CATEGORIES,
  params: idParams,
  body: z.object({ name: categoryName }),
  response: staffCategories,
  errors: ['not_found', 'conflict'],
});

export const moveCategory = defineContract({
  method: 'POST',
  path: '/api/admin/categories/:id/move',
  summary: 'Move a category',
  access: manage,
  further: COURSE_CATEGORIES,
  params: idParams,
  body: z.object({ parentId: idSchema.nullable(), beforeId: idSchema.nullable() }),
  response: staffCategories,
  status: 200,
  errors: ['not_found', 'conflict'],
});

export const mergeCategory = defineContract({
  method: 'POST',
  path: '/api/admin/categories/:id/merge',
  summary: 'Merge a category into another; links to it redirect',
  access: manage,
  further: COURSE_CATEGORIES,
  params: idParams,
  body: z.object({ intoId: idSchema }),
  response: staffCategories,
  status: 200,
  errors: ['not_found', 'conflict'],
});

export const deleteCategory = defineContract({
  method: 'DELETE',
  path: '/api/admin/categories/:id',
  summary: 'Delete an empty category',
  access: manage,
  further: COURSE_CATEGORIES,
  params: idParams,
  response: staffCategories,
  errors: ['not_found', 'conflict'],
});
