// What resources and courses are sorted into, as everyone may read it.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { categorySchema } from './category.schema.ts';

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
