// Drafts of courses and what was published when, in SQL. Callers have checked whose course it is.
import { and, desc, eq, max, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { courseDraftItems, courseDrafts, courseVersions } from '#server/db/schema/course-editor.ts';
import { courses } from '#server/db/schema/course.ts';
import { enrollments } from '#server/db/schema/entitlement.ts';
import { categories } from '#server/db/schema/category.ts';
import { danceStyles } from '#server/db/schema/style.ts';
import type {
  DraftChange,
  DraftItemType,
  Outline,
} from '#shared/features/course-editor/course-editor.rules.ts';
import type {
  CourseSettingsChanges,
  DraftQuestion,
} from '#shared/features/course-editor/course-editor.schema.ts';
import type { LessonKind } from '#shared/features/course/course.rules.ts';

/** `fields`: what differs from the published settings. */
export type DraftSettings = { revision: number; fields: CourseSettingsChanges };
export type DraftRow = {
  settings: DraftSettings;
  outline: Outline | null;
  revision: number;
  updatedAt: Date;
  publishAt: Date | null;
  publishSummary: string;
  publishBy: number | null;
};

/** The draft, if there is one, and the revision of what is published. */
export async function findDraft(
  db: DbOrTx,
  { courseId }: { courseId: number },
): Promise<{ draft: DraftRow | null; publishedRevision: number }> {
  const [draft] = await db.select().from(courseDrafts).where(eq(courseDrafts.courseId, courseId));
  const [version] = await db
    .select({ id: max(courseVersions.id) })
    .from(courseVersions)
    .where(eq(courseVersions.courseId, courseId));
  return { draft: (draft as DraftRow | undefined) ?? null, publishedRevision: version?.id ?? 0 };
}

/**
 * Revisions and versions come from the same sequence, so that no revision repeats: a tab opened before the last
 * publishing is refused too.
 */
export async function drawRevision(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ revision: number }>(
    sql`select nextval(pg_get_serial_sequence('course_versions', 'id'))::int as revision`,
  );
  const [row] = rows;
  if (!row) throw new Error('There is no sequence of versions.');
  return row.revision;
}

export type DraftSaved = {
  courseId: number;
  revision: number;
  userId: number;
  now: Date;
  settings?: DraftSettings;
  outline?: Outline;
};

export async function saveDraft(
  tx: Tx,
  { courseId, revision, userId, now, settings, outline }: DraftSaved,
): Promise<void> {
  const changes = {
    revision,
    updatedBy: userId,
    updatedAt: now,
    ...(settings && { settings }),
    ...(outline && { outline }),
  };
  await tx
    .insert(courseDrafts)
    .values({ courseId, settings: { revision: 0, fields: {} }, ...changes })
    .onConflictDoUpdate({ target: courseDrafts.courseId, set: changes });
}

export async function deleteDraft(tx: Tx, { courseId }: { courseId: number }): Promise<void> {
  await tx.delete(courseDrafts).where(eq(courseDrafts.courseId, courseId));
  await tx.delete(courseDraftItems).where(eq(courseDraftItems.courseId, courseId));
}

export type DraftItemRow = {
  itemType: DraftItemType;
  itemId: number;
  isNew: boolean;
  revision: number;
  content: Record<string, unknown>;
};

export async function findDraftItemRow(
  db: DbOrTx,
  { courseId, type, id }: { courseId: number; type: DraftItemType; id: number },
): Promise<DraftItemRow | null> {
  const [row] = await db
    .select()
    .from(courseDraftItems)
    .where(
      and(
        eq(courseDraftItems.courseId, courseId),
        eq(courseDraftItems.itemType, type),
        eq(courseDraftItems.itemId, id),
      ),
    );
  return (row as DraftItemRow | undefined) ?? null;
}

/** Whole, for publishing and copying. */
export async function listDraftItemRows(
  db: DbOrTx,
  { courseId }: { courseId: number },
): Promise<DraftItemRow[]> {
  const rows = await db.select().from(courseDraftItems).where(eq(courseDraftItems.courseId, courseId));
  return rows as DraftItemRow[];
}

const field = (name: string) => sql`${courseDraftItems.content} ->> ${name}::text`;

/** What the outline and the checklist need, without the text of lessons. */
export async function listDraftItemFacts(db: DbOrTx, { courseId }: { courseId: number }) {
  return db
    .select({
      type: courseDraftItems.itemType,
      id: courseDraftItems.itemId,
      isNew: courseDraftItems.isNew,
      title: sql<string>`${field('title')}`,
      kind: sql<LessonKind | null>`${field('kind')}`,
      minutes: sql<number>`coalesce((${field('minutes')})::int, 0)`,
      isPreview: sql<boolean>`coalesce((${field('isPreview')})::boolean, false)`,
      releaseDays: sql<number | null>`(${field('releaseDays')})::int`,
      fileId: sql<number | null>`(${field('fileId')})::int`,
      embedUrl: sql<string | null>`${field('embedUrl')}`,
      hasBody: sql<boolean>`coalesce(${field('body')}, '') <> ''`,
      hasLiveUrl: sql<boolean>`coalesce(${courseDraftItems.content} -> 'liveSession' ->> 'url', '') <> ''`,
      drawCount: sql<number>`coalesce((${field('drawCount')})::int, 0)`,
      drawTags: sql<string[]>`coalesce(${courseDraftItems.content} -> 'drawTags', '[]')`,
      questions: sql<DraftQuestion[] | null>`${courseDraftItems.content} -> 'questions'`,
    })
    .from(courseDraftItems)
    .where(eq(courseDraftItems.courseId, courseId));
}

type NewDraftItem = DraftItemRow & { courseId: number; now: Date };

export async function saveDraftItems(tx: Tx, items: readonly NewDraftItem[]): Promise<void> {
  if (items.length === 0) return;
  await tx
    .insert(courseDraftItems)
    .values(items.map(({ now, ...item }) => ({ ...item, updatedAt: now })))
    .onConflictDoUpdate({
      target: [courseDraftItems.itemType, courseDraftItems.itemId],
      set: {
        content: sql`excluded.content`,
        revision: sql`excluded.revision`,
        updatedAt: sql`excluded.updated_at`,
      },
    });
}

type NewVersion = {
  courseId: number;
  summary: string;
  changes: readonly DraftChange[];
  publishedBy: number;
  now: Date;
};

export async function insertVersion(
  tx: Tx,
  { courseId, summary, changes, publishedBy, now }: NewVersion,
): Promise<void> {
  await tx.insert(courseVersions).values({ courseId, summary, changes, publishedBy, publishedAt: now });
}

export async function countLearners(db: DbOrTx, { courseId }: { courseId: number }): Promise<number> {
  return db.$count(
    enrollments,
    and(eq(enrollments.courseId, courseId), sql`${enrollments.state} <> 'ended'`),
  );
}

/** The title as its editor last saved it. */
export const draftTitle = sql<string>`coalesce(${courseDrafts.settings} -> 'fields' ->> 'title', ${courses.title})`;
export const learnerCount = sql<number>`(select count(*)::int from ${enrollments}
  where ${enrollments.courseId} = ${courses.id} and ${enrollments.state} <> 'ended')`;

export async function listTaughtCourses(db: DbOrTx, { instructorId }: { instructorId: number }) {
  return db
    .select({
      id: courses.id,
      title: draftTitle,
      state: courses.state,
      hasUnpublishedChanges: sql<boolean>`${courseDrafts.courseId} is not null`,
      lessonCount: sql<number>`${courses.lessonCount} + (select count(*)::int from ${courseDraftItems}
        where ${courseDraftItems.courseId} = ${courses.id} and ${courseDraftItems.itemType} = 'lesson'
        and ${courseDraftItems.isNew} and ${courses.state} = 'draft')`,
      learnerCount,
      updatedAt: courses.updatedAt,
      changedAt: sql<Date>`greatest(${courses.updatedAt}, ${courseDrafts.updatedAt})`.mapWith(
        courses.updatedAt,
      ),
    })
    .from(courses)
    .leftJoin(courseDrafts, eq(courseDrafts.courseId, courses.id))
    .where(eq(courses.instructorId, instructorId))
    .orderBy(
      sql`${courses.state} = 'archived'`,
      desc(sql`greatest(${courses.updatedAt}, ${courseDrafts.updatedAt})`),
    );
}

export async function isUsableStyle(db: DbOrTx, { name }: { name: string }): Promise<boolean> {
  return (
    (await db.$count(danceStyles, and(eq(danceStyles.name, name), sql`${danceStyles.retiredAt} is null`))) > 0
  );
}

export async function isCourseCategory(db: DbOrTx, { id }: { id: number }): Promise<boolean> {
  return (await db.$count(categories, and(eq(categories.id, id), eq(categories.kind, 'course')))) > 0;
}

/** Those of these courses that can be asked for as prerequisites. */
export async function countOffered(db: DbOrTx, { ids }: { ids: readonly number[] }): Promise<number> {
  return db.$count(
    courses,
    and(sql`${courses.id} = any(${sql.param([...ids])}::int[])`, sql`${courses.state} <> 'draft'`),
  );
}
