// Saving how far a learner is in a lesson.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { idParams } from '#shared/id.schema.ts';

/** Longer than any recording of a lesson. */
const LAST_SECOND = 86_400;
const second = z.int().min(0).max(LAST_SECOND);

export const saveLessonProgress = defineContract({
  method: 'PUT',
  path: '/api/lessons/:id/progress',
  summary: 'Save the position and the played ranges of a lesson, or mark it as done',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({
    /** Where to resume, in seconds. */
    position: second.default(0),
    /** `[from, to]` in whole seconds, played since the last save; added to what was played before. */
    ranges: z
      .array(z.tuple([second, second]).refine(([from, to]) => from < to, 'A range must end after it starts.'))
      .max(500)
      .default([]),
    /** False changes nothing: progress never goes backwards. */
    completed: z.boolean().optional(),
  }),
  response: z.object({
    position: z.int(),
    isCompleted: z.boolean(),
    /** Of the file, where there is one. */
    watchedPercent: z.int().nullable(),
    /** The course was completed with this very call. */
    hasCompletedCourse: z.boolean(),
  }),
  errors: ['not_found', 'payment_required', 'forbidden', 'conflict'],
});
