// What the practice player remembers for a learner.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { idParams } from '#shared/id.schema.ts';
import { practiceSettingsSchema } from './practice.schema.ts';

export const getPracticeSettings = defineContract({
  method: 'GET',
  path: '/api/lessons/:id/practice',
  summary: 'My loop, speed, mirror and captions in this lesson; null if I have never practiced here',
  access: 'signed-in',
  params: idParams,
  response: z.object({ settings: practiceSettingsSchema.nullable() }),
});

export const savePracticeSettings = defineContract({
  method: 'PUT',
  path: '/api/lessons/:id/practice',
  summary: 'Remember my loop, speed, mirror and captions in this lesson',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: practiceSettingsSchema,
  errors: ['not_found', 'payment_required', 'forbidden'],
});
