// Schemas of the application forms.
import { z } from 'zod';
import { APPLICATION_KINDS } from './application.states.ts';

export const createApplicationBody = z.object({
  kind: z.enum(APPLICATION_KINDS),
  note: z.string().trim().max(2000, 'At most 2000 characters').default(''),
});
export type CreateApplicationBody = z.input<typeof createApplicationBody>;
