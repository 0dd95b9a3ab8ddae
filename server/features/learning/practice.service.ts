// What the practice player remembers for whoever may open the lesson.
import type { AppContext } from '#server/context.ts';
import { noSuchLesson } from '#server/features/progress/progress.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { PracticeSettings } from '#shared/features/learning/practice.rules.ts';
import { practiceSettingsSchema } from '#shared/features/learning/practice.schema.ts';
import { requireLesson } from './learning.service.ts';
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
  await requireLesson(ctx, viewer, lessonId);
  const now = ctx.clock.now();
  if (!(await upsertPracticeSettings(ctx.db, { userId: viewer.id, lessonId, settings, now }))) {
    throw noSuchLesson();
  }
}
