// What the practice player remembers for a learner in a lesson. It says nothing about the lesson, so it needs no access.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { PracticeSettings } from '#shared/features/learning/practice.rules.ts';
import { practiceSettingsSchema } from '#shared/features/learning/practice.schema.ts';
import { findPracticeSettings, upsertPracticeSettings } from './practice.queries.ts';

export async function getPracticeSettings(ctx: AppContext, viewer: Viewer, lessonId: number) {
  const stored = await findPracticeSettings(ctx.db, { userId: viewer.id, lessonId });
  // Settings of an earlier version of the player may no longer fit; it then starts afresh.
  return { settings: practiceSettingsSchema.safeParse(stored).data ?? null };
}

export async function savePracticeSettings(
  ctx: AppContext,
  viewer: Viewer,
  { lessonId, settings }: { lessonId: number; settings: PracticeSettings },
): Promise<void> {
  const now = ctx.clock.now();
  if (!(await upsertPracticeSettings(ctx.db, { userId: viewer.id, lessonId, settings, now }))) {
    throw new AppError('not_found', 'This lesson no longer exists.');
  }
}
