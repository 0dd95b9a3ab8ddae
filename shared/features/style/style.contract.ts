// Dance styles: the public list, and what staff do with them. Every change returns the whole list.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { MOST_STYLES, staffStyleSchema, styleName, styleSchema } from './style.schema.ts';

export const listStyles = defineContract({
  method: 'GET',
  path: '/api/dance-styles',
  summary: 'List all dance styles in order, including retired ones',
  access: 'public',
  response: z.array(styleSchema),
});

const manage = { permission: 'styles.manage' } as const;
const staffStyles = z.array(staffStyleSchema);

export const listStaffStyles = defineContract({
  method: 'GET',
  path: '/api/admin/dance-styles',
  summary: 'List all dance styles with their usage',
  access: manage,
  response: staffStyles,
});

export const createStyle = defineContract({
  method: 'POST',
  path: '/api/admin/dance-styles',
  summary: 'Create a dance style at the end of the list',
  access: manage,
  body: z.object({ name: styleName }),
  response: staffStyles,
  status: 201,
  errors: ['conflict'],
});

export const updateStyle = defineContract({
  method: 'PATCH',
  path: '/api/admin/dance-styles/:id',
  summary: 'Rename a dance style, retire it, or bring it back',
  access: manage,
  params: idParams,
  body: z
    .object({ name: styleName.optional(), isRetired: z.boolean().optional() })
    .refine(
      ({ name, isRetired }) => name !== undefined || isRetired !== undefined,
      'Enter a new name, or whether it’s retired.',
    ),
  response: staffStyles,
  errors: ['not_found', 'conflict'],
});

export const reorderStyles = defineContract({
  method: 'PUT',
  path: '/api/admin/dance-styles/order',
  summary: 'Set the order of all dance styles',
  access: manage,
  body: z.object({ ids: z.array(z.int().min(1)).min(1).max(MOST_STYLES) }),
  response: staffStyles,
  errors: ['conflict'],
});

export const deleteStyle = defineContract({
  method: 'DELETE',
  path: '/api/admin/dance-styles/:id',
  summary: 'Delete an unused dance style',
  access: manage,
  params: idParams,
  response: staffStyles,
  errors: ['not_found', 'conflict'],
});
