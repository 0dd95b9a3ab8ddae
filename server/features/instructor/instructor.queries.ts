// Instructors and their session types, in SQL. Every query is scoped to the instructor.
import { and, asc, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { weeklyHours } from '#server/db/schema/availability.ts';
import { instructors, instructorStyles, sessionTypes } from '#server/db/schema/instructor.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { danceStyles } from '#server/db/schema/style.ts';
import type { InstructorState } from '#shared/features/instructor/instructor.rules.ts';

type Own = { instructorId: number };

export async function findInstructorUser(db: DbOrTx, { instructorId }: Own) {
  const { id, firstName, lastName, profileImageUrl, email, state } = users;
  const [row] = await db
    .select({ id, firstName, lastName, profileImageUrl, email, state })
    .from(users)
    .where(eq(users.id, instructorId));
  return row ?? null;
}

export async function findInstructorRow(db: DbOrTx, { instructorId }: Own) {
  const [row] = await db.select().from(instructors).where(eq(instructors.userId, instructorId));
  return row ?? null;
}

export async function lockInstructor(tx: Tx, { instructorId }: Own) {
  const [row] = await tx
    .select()
    .from(instructors)
    .where(eq(instructors.userId, instructorId))
    .for('no key update');
  return row ?? null;
}

export async function upsertInstructor(
  tx: Tx,
  { userId, createdAt, ...profile }: typeof instructors.$inferInsert,
): Promise<void> {
  await tx
    .insert(instructors)
    .values({ userId, createdAt, ...profile })
    .onConflictDoUpdate({ target: instructors.userId, set: profile });
}

/** A profile nobody has filled in yet, for session types added before it. */
export async function insertInstructorIfMissing(
  tx: Tx,
  { instructorId, now }: Own & { now: Date },
): Promise<void> {
  await tx
    .insert(instructors)
    .values({ userId: instructorId, timeZone: 'UTC', createdAt: now })
    .onConflictDoNothing();
}

/** True for one of two concurrent requests only. */
export async function updateInstructorState(
  tx: Tx,
  { instructorId, from }: Own & { from: InstructorState[] },
  change: { state: InstructorState; suspendedReason: string | null },
): Promise<boolean> {
  const moved = await tx
    .update(instructors)
    .set(change)
    .where(and(eq(instructors.userId, instructorId), inArray(instructors.state, from)))
    .returning({ id: instructors.userId });
  return moved.length > 0;
}

export async function updateInstructorFee(
  tx: Tx,
  { instructorId, feePoints }: Own & { feePoints: number | null },
): Promise<void> {
  await tx.update(instructors).set({ feePoints }).where(eq(instructors.userId, instructorId));
}

/** In the order staff have set. */
export async function listInstructorStyles(db: DbOrTx, { instructorId }: Own): Promise<string[]> {
  const rows = await db
    .select({ name: danceStyles.name })
    .from(instructorStyles)
    .innerJoin(danceStyles, eq(danceStyles.id, instructorStyles.styleId))
    .where(eq(instructorStyles.instructorId, instructorId))
    .orderBy(asc(danceStyles.position), asc(danceStyles.id));
  return rows.map(({ name }) => name);
}

export async function setInstructorStyles(
  tx: Tx,
  { instructorId, styles }: Own & { styles: readonly string[] },
): Promise<void> {
  await tx.delete(instructorStyles).where(eq(instructorStyles.instructorId, instructorId));
  if (styles.length === 0) return;
  await tx.insert(instructorStyles).select(
    tx
      .select({
        instructorId: sql<number>`${instructorId}::int`.as('instructor_id'),
        styleId: danceStyles.id,
      })
      .from(danceStyles)
      .where(inArray(danceStyles.name, [...styles])),
  );
}

/** Those that are offered first, in the instructor's order. */
export async function listSessionTypeRows(db: DbOrTx, { instructorId }: Own) {
  return db
    .select()
    .from(sessionTypes)
    .where(eq(sessionTypes.instructorId, instructorId))
    .orderBy(sql`${sessionTypes.archivedAt} is not null`, asc(sessionTypes.position), asc(sessionTypes.id));
}
export type SessionTypeRow = Awaited<ReturnType<typeof listSessionTypeRows>>[number];

export async function insertSessionType(tx: Tx, row: typeof sessionTypes.$inferInsert): Promise<number> {
  const [created] = await tx.insert(sessionTypes).values(row).returning({ id: sessionTypes.id });
  return created?.id ?? 0;
}

export async function updateSessionTypeRow(
  tx: Tx,
  { id, instructorId }: Own & { id: number },
  change: Partial<typeof sessionTypes.$inferInsert>,
): Promise<boolean> {
  const changed = await tx
    .update(sessionTypes)
    .set(change)
    .where(and(eq(sessionTypes.id, id), eq(sessionTypes.instructorId, instructorId)))
    .returning({ id: sessionTypes.id });
  return changed.length > 0;
}

export async function setSessionTypePositions(
  tx: Tx,
  { instructorId, ids }: Own & { ids: readonly number[] },
): Promise<void> {
  await tx.execute(sql`
    update session_types t set position = o.position - 1
    from unnest(${sql.param([...ids])}::int[]) with ordinality as o (id, position)
    where t.id = o.id and t.instructor_id = ${instructorId}`);
}

export async function hasWeeklyHours(db: DbOrTx, { instructorId }: Own): Promise<boolean> {
  const [row] = await db
    .select({ id: weeklyHours.id })
    .from(weeklyHours)
    .where(eq(weeklyHours.instructorId, instructorId))
    .limit(1);
  return row !== undefined;
}
