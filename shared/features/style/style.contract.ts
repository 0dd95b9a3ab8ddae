// Dance styles, as everyone may read them.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { styleSchema } from './style.schema.ts';

export const listStyles = defineContract({
  method: 'GET',
  path: '/api/dance-styles',
  summary: 'All dance styles in their order, retired ones included; a bare array',
  access: 'public',
  response: z.array(styleSchema),
});
