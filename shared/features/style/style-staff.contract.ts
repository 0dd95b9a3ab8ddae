// What staff do with dance styles. Every change answers the whole list as it then is.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { MOST_STYLES, staffStyleSchema, styleName } from './style.schema.ts';

const access = { permission: 'styles.manage' } as const;
const response = z.array(staffStyleSchema);

export const listStaffStyles = defineContract({
  method: 'GET',
  path: '/api/admin/dance-styles',
  summary: 'All dance styles with what uses them; a bare array',
  access,
  response,
});

export const addStyle = defineContract({
  method: 'POST',
  path: '/api/admin/dance-styles',
  summary: 'Add a dance style after the others',
  access,
  body: z.object({ name: styleName }),
  response,
  status: 201,
  errors: ['conflict'],
});

export const changeStyle = defineContract({
  method: 'PATCH',
  path: '/api/admin/dance-styles/:id',
  summary: 'Rename a dance style wherever it is used, retire it, or offer it again',
  access,
  params: idParams,
  body: z
    .object({ name: styleName.optional(), isRetired: z.boolean().optional() })
    .refine(
      ({ name, isRetired }) => name !== undefined || isRetired !== undefined,
      'Say what to change: the name, or whether it is retired.',
    ),
  response,
  errors: ['not_found', 'conflict'],
});

export const orderStyles = defineContract({
  method: 'PUT',
  path: '/api/admin/dance-styles/order',
  summary: 'Put all dance styles into this order',
  access,
  body: z.object({ ids: z.array(z.int().min(1)).min(1).max(MOST_STYLES) }),
  response,
  errors: ['conflict'],
});

export const deleteStyle = defineContract({
  method: 'DELETE',
  path: '/api/admin/dance-styles/:id',
  summary: 'Delete a dance style that nothing uses',
  access,
  params: idParams,
  response,
  errors: ['not_found', 'conflict'],
});
