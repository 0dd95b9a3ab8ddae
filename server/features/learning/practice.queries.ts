// What the practice player remembers, in SQL.
import { and, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { lessons } from '#server/db/schema/course.ts';
import { practiceSettings } from '#server/db/schema/learning.ts';
import type { PracticeSettings } from '#shared/features/learning/practice.rules.ts';

type Whose = { userId: number; lessonId: number };

export async function findPracticeSettings(db: DbOrTx, { userId, lessonId }: Whose) {
  const [row] = await db
    .select({ settings: practiceSettings.settings })
    .from(practiceSettings)
    .where(and(eq(practiceSettings.userId, userId), eq(practiceSettings.lessonId, lessonId)));
  return row?.settings ?? null;
}

/** False if there is no such lesson. */
export async function upsertPracticeSettings(
  db: DbOrTx,
  { userId, lessonId, settings, now }: Whose & { settings: PracticeSettings; now: Date },
): Promise<boolean> {
  const saved = await db
    .insert(practiceSettings)
    .select(
      db
        .select({
          userId: sql<number>`${userId}::int`.as('user_id'),
          lessonId: lessons.id,
          settings: sql`${JSON.stringify(settings)}::jsonb`.as('settings'),
          updatedAt: sql<Date>`${now.toISOString()}::timestamptz`.as('updated_at'),
        })
        .from(lessons)
        .where(eq(lessons.id, lessonId)),
    )
    .onConflictDoUpdate({
      target: [practiceSettings.userId, practiceSettings.lessonId],
      set: { settings: sql`excluded.settings`, updatedAt: sql`excluded.updated_at` },
    })
    .returning({ lessonId: practiceSettings.lessonId });
  return saved.length > 0;
}
