// Writing courses, modules, lessons and files on behalf of the course editor. Rows are never deleted: learners' progress
// refers to them.
import { and, asc, eq, inArray, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import {
  courseFiles,
  courseModules,
  coursePrerequisites,
  courses,
  lessonAttachments,
  lessons,
} from '#server/db/schema/course.ts';

export type CourseRow = typeof courses.$inferSelect;
export type NewCourse = typeof courses.$inferInsert;
export type NewCourseFile = typeof courseFiles.$inferInsert;
export type ModuleValues = Pick<typeof courseModules.$inferSelect, 'title' | 'summary' | 'releaseDays'>;
export type LessonValues = Omit<
  typeof lessons.$inferSelect,
  'id' | 'moduleId' | 'position' | 'removedAt' | 'bodyFileIds'
> & { attachmentIds: number[] };
/** Whose course it must be; null: anyone's, for staff. */
export type CourseOwner = { id: number; instructorId: number | null };
export type ItemPlace = { id: number; moduleId: number; position: number };

const isOwned = ({ id, instructorId }: CourseOwner) =>
  and(eq(courses.id, id), instructorId === null ? undefined : eq(courses.instructorId, instructorId));

export async function findOwnedCourse(db: DbOrTx, owner: CourseOwner): Promise<CourseRow | null> {
  const [row] = await db.select().from(courses).where(isOwned(owner));
  return row ?? null;
}

/** Doesn't keep learners waiting: rows that refer to the course can still be written. */
export async function lockOwnedCourse(tx: Tx, owner: CourseOwner): Promise<CourseRow | null> {
  const [row] = await tx.select().from(courses).where(isOwned(owner)).for('no key update');
  return row ?? null;
}

export async function insertCourse(tx: Tx, values: NewCourse): Promise<CourseRow> {
  const [row] = await tx.insert(courses).values(values).returning();
  if (!row) throw new Error('The course was not written.');
  return row;
}

export async function updateCourse(
  tx: Tx,
  { id }: { id: number },
  changes: Partial<NewCourse>,
): Promise<void> {
  await tx.update(courses).set(changes).where(eq(courses.id, id));
}

export async function isShortNameTaken(
  db: DbOrTx,
  { shortName, exceptId }: { shortName: string; exceptId: number | null },
): Promise<boolean> {
  const [row] = await db.select({ id: courses.id }).from(courses).where(eq(courses.shortName, shortName));
  return row !== undefined && row.id !== exceptId;
}

export async function listPrerequisiteIds(db: DbOrTx, { courseId }: { courseId: number }): Promise<number[]> {
  const rows = await db
    .select({ id: coursePrerequisites.requiresId })
    .from(coursePrerequisites)
    .where(eq(coursePrerequisites.courseId, courseId))
    .orderBy(asc(coursePrerequisites.requiresId));
  return rows.map(({ id }) => id);
}

export async function setPrerequisites(
  tx: Tx,
  { courseId, ids }: { courseId: number; ids: readonly number[] },
): Promise<void> {
  await tx.delete(coursePrerequisites).where(eq(coursePrerequisites.courseId, courseId));
  if (ids.length === 0) return;
  await tx.insert(coursePrerequisites).values(ids.map((requiresId) => ({ courseId, requiresId })));
}

const SEQUENCES = { module: 'course_modules', lesson: 'lessons' } as const;

/** Ids are drawn when something is created in a draft, so that they never change. */
export async function drawIds(
  db: DbOrTx,
  { type, count }: { type: keyof typeof SEQUENCES; count: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence(${SEQUENCES[type]}, 'id'))::int as id
    from generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => id);
}

export async function listLiveModules(db: DbOrTx, { courseId }: { courseId: number }) {
  return db
    .select()
    .from(courseModules)
    .where(and(eq(courseModules.courseId, courseId), isNull(courseModules.removedAt)))
    .orderBy(asc(courseModules.position));
}

/** Without their text: the outline of a long course stays small. */
export async function listLiveLessons(db: DbOrTx, { courseId }: { courseId: number }) {
  return db
    .select({
      id: lessons.id,
      moduleId: lessons.moduleId,
      position: lessons.position,
      kind: lessons.kind,
      title: lessons.title,
      minutes: lessons.minutes,
      isPreview: lessons.isPreview,
      fileId: lessons.fileId,
      embedUrl: lessons.embedUrl,
      hasBody: sql<boolean>`${lessons.body} <> ''`,
      hasLiveUrl: sql<boolean>`coalesce(${lessons.liveSession} ->> 'url', '') <> ''`,
    })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(
      and(eq(courseModules.courseId, courseId), isNull(courseModules.removedAt), isNull(lessons.removedAt)),
    )
    .orderBy(asc(lessons.position));
}

export async function findLiveModule(db: DbOrTx, { id, courseId }: { id: number; courseId: number }) {
  const [row] = await db
    .select()
    .from(courseModules)
    .where(
      and(eq(courseModules.id, id), eq(courseModules.courseId, courseId), isNull(courseModules.removedAt)),
    );
  return row ?? null;
}

export async function findLiveLesson(
  db: DbOrTx,
  { id, courseId }: { id: number; courseId: number },
): Promise<LessonValues | null> {
  const [row] = await db
    .select({ lesson: lessons })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(and(eq(lessons.id, id), eq(courseModules.courseId, courseId), isNull(lessons.removedAt)));
  if (!row) return null;
  const attached = await db
    .select({ fileId: lessonAttachments.fileId })
    .from(lessonAttachments)
    .where(eq(lessonAttachments.lessonId, id))
    .orderBy(asc(lessonAttachments.position));
  return { ...row.lesson, attachmentIds: attached.map(({ fileId }) => fileId) };
}

export async function listCourseFiles(db: DbOrTx, { courseId }: { courseId: number }) {
  const { id, kind, parentId, name, contentType, bytes, seconds, pages, language } = courseFiles;
  return db
    .select({ id, kind, parentId, name, contentType, bytes, seconds, pages, language })
    .from(courseFiles)
    .where(eq(courseFiles.courseId, courseId))
    .orderBy(asc(courseFiles.id));
}

/** Parents first: captions and posters refer to their video. */
export async function listStoredFiles(db: DbOrTx, { courseId }: { courseId: number }) {
  return db
    .select()
    .from(courseFiles)
    .where(eq(courseFiles.courseId, courseId))
    .orderBy(sql`${courseFiles.parentId} is not null`, asc(courseFiles.id));
}

export async function insertCourseFile(tx: Tx, values: NewCourseFile) {
  const [row] = await tx.insert(courseFiles).values(values).returning();
  if (!row) throw new Error('The file was not written.');
  return row;
}

type FilePart = NewCourseFile & { parentId: number };

/** A poster or a smaller version; nothing if the video has one already. The video's row is locked meanwhile. */
export async function insertFilePart(tx: Tx, part: FilePart): Promise<void> {
  await tx
    .select({ id: courseFiles.id })
    .from(courseFiles)
    .where(eq(courseFiles.id, part.parentId))
    .for('update');
  const isSame = and(eq(courseFiles.parentId, part.parentId), eq(courseFiles.kind, part.kind));
  const [known] = await tx.select({ id: courseFiles.id }).from(courseFiles).where(isSame);
  if (!known) await tx.insert(courseFiles).values(part);
}

export async function findCourseFile(db: DbOrTx, { id, courseId }: { id: number; courseId: number }) {
  const [row] = await db
    .select()
    .from(courseFiles)
    .where(and(eq(courseFiles.id, id), eq(courseFiles.courseId, courseId)));
  return row ?? null;
}

export async function hasCourseFile(db: DbOrTx, { storageKey }: { storageKey: string }): Promise<boolean> {
  const [row] = await db
    .select({ id: courseFiles.id })
    .from(courseFiles)
    .where(eq(courseFiles.storageKey, storageKey))
    .limit(1);
  return row !== undefined;
}

/** The storage key of what was deleted; null if there was no such caption file. */
export async function deleteCaptionFile(
  tx: Tx,
  { id, courseId }: { id: number; courseId: number },
): Promise<string | null> {
  const [row] = await tx
    .delete(courseFiles)
    .where(and(eq(courseFiles.id, id), eq(courseFiles.courseId, courseId), eq(courseFiles.kind, 'caption')))
    .returning({ storageKey: courseFiles.storageKey });
  return row?.storageKey ?? null;
}

type Removal = { courseId: number; keptIds: readonly number[]; now: Date };

export async function removeOtherModules(tx: Tx, { courseId, keptIds, now }: Removal): Promise<void> {
  await tx
    .update(courseModules)
    .set({ removedAt: now })
    .where(
      and(
        eq(courseModules.courseId, courseId),
        isNull(courseModules.removedAt),
        sql`${courseModules.id} <> all(${sql.param([...keptIds])}::int[])`,
      ),
    );
}

const modulesOf = (courseId: number) =>
  sql`(select id from ${courseModules} where ${courseModules.courseId} = ${courseId})`;

export async function removeOtherLessons(tx: Tx, { courseId, keptIds, now }: Removal): Promise<void> {
  await tx
    .update(lessons)
    .set({ removedAt: now })
    .where(
      and(
        sql`${lessons.moduleId} in ${modulesOf(courseId)}`,
        isNull(lessons.removedAt),
        sql`${lessons.id} <> all(${sql.param([...keptIds])}::int[])`,
      ),
    );
}

/** Positions are unique, so they first make room below zero. */
export async function clearPositions(tx: Tx, { courseId }: { courseId: number }): Promise<void> {
  await tx
    .update(courseModules)
    .set({ position: sql`-1 - ${courseModules.position}` })
    .where(
      and(
        eq(courseModules.courseId, courseId),
        isNull(courseModules.removedAt),
        sql`${courseModules.position} >= 0`,
      ),
    );
  await tx
    .update(lessons)
    .set({ position: sql`-1 - ${lessons.position}` })
    .where(
      and(
        sql`${lessons.moduleId} in ${modulesOf(courseId)}`,
        isNull(lessons.removedAt),
        sql`${lessons.position} >= 0`,
      ),
    );
}

/** Call `clearPositions` first. Modules that don't exist yet are left to `insertModules`. */
export async function setModulePositions(
  tx: Tx,
  { courseId, ids }: { courseId: number; ids: readonly number[] },
): Promise<void> {
  await tx.execute(sql`
    update ${courseModules} set position = ordered.at - 1
    from unnest(${sql.param([...ids])}::int[]) with ordinality ordered(id, at)
    where ${courseModules.id} = ordered.id and ${courseModules.courseId} = ${courseId}`);
}

export async function insertModules(
  tx: Tx,
  rows: readonly (ModuleValues & { id: number; courseId: number; position: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(courseModules)
    .overridingSystemValue()
    .values([...rows]);
}

export async function updateModule(
  tx: Tx,
  { id, courseId }: { id: number; courseId: number },
  values: ModuleValues,
): Promise<void> {
  await tx
    .update(courseModules)
    .set(values)
    .where(and(eq(courseModules.id, id), eq(courseModules.courseId, courseId)));
}

/** Only lessons that change their module: each of them makes a trigger count the course again. */
export async function setLessonPlaces(
  tx: Tx,
  { courseId, places }: { courseId: number; places: readonly ItemPlace[] },
): Promise<void> {
  const ordered = sql`unnest(${sql.param(places.map(({ id }) => id))}::int[],
    ${sql.param(places.map(({ moduleId }) => moduleId))}::int[],
    ${sql.param(places.map(({ position }) => position))}::int[]) ordered(id, module_id, at)`;
  await tx.execute(sql`
    update ${lessons} set module_id = ordered.module_id, position = ordered.at from ${ordered}
    where ${lessons.id} = ordered.id and ${lessons.moduleId} <> ordered.module_id
      and ${lessons.moduleId} in ${modulesOf(courseId)}`);
  await tx.execute(sql`
    update ${lessons} set position = ordered.at from ${ordered}
    where ${lessons.id} = ordered.id and ${lessons.position} <> ordered.at
      and ${lessons.moduleId} in ${modulesOf(courseId)}`);
}

export async function insertLessons(tx: Tx, rows: readonly (LessonValues & ItemPlace)[]): Promise<void> {
  if (rows.length === 0) return;
  // Drizzle leaves out what isn't a column.
  await tx
    .insert(lessons)
    .overridingSystemValue()
    .values([...rows]);
  for (const { id, attachmentIds } of rows) await setAttachments(tx, { lessonId: id, attachmentIds });
}

export async function updateLesson(
  tx: Tx,
  { id, courseId }: { id: number; courseId: number },
  { attachmentIds, ...values }: LessonValues,
): Promise<void> {
  await tx
    .update(lessons)
    .set(values)
    .where(and(eq(lessons.id, id), sql`${lessons.moduleId} in ${modulesOf(courseId)}`));
  await setAttachments(tx, { lessonId: id, attachmentIds });
}

async function setAttachments(
  tx: Tx,
  { lessonId, attachmentIds }: { lessonId: number; attachmentIds: readonly number[] },
): Promise<void> {
  await tx.delete(lessonAttachments).where(eq(lessonAttachments.lessonId, lessonId));
  if (attachmentIds.length === 0) return;
  await tx
    .insert(lessonAttachments)
    .values(attachmentIds.map((fileId, position) => ({ lessonId, fileId, position })));
}

/** Which of these files belong to the course. */
export async function listFileIdsOf(
  db: DbOrTx,
  { courseId, ids }: { courseId: number; ids: readonly number[] },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: courseFiles.id })
    .from(courseFiles)
    .where(and(eq(courseFiles.courseId, courseId), inArray(courseFiles.id, [...ids])));
  return rows.map(({ id }) => id);
}
