// SQL of badges: the keys that sign them, the achievements they name, and which of them were revoked.
import { and, count, desc, eq, gte, isNotNull, isNull, lt, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { badgeKeys, certificateRules, certificates } from '#server/db/schema/certificate.ts';
import { courseModules, courses } from '#server/db/schema/course.ts';

export type BadgeKey = { id: string; privateKey: string };

export async function findSigningBadgeKey(db: DbOrTx): Promise<BadgeKey | null> {
  const { id, privateKey } = badgeKeys;
  const [row] = await db.select({ id, privateKey }).from(badgeKeys).where(isNull(badgeKeys.retiredAt));
  return row?.privateKey ? { id: row.id, privateKey: row.privateKey } : null;
}

/** Does nothing if there is one that signs: of several processes, the first one wins. */
export async function insertBadgeKey(db: DbOrTx, { id, privateKey, now }: BadgeKey & { now: Date }) {
  await db.insert(badgeKeys).values({ id, privateKey, createdAt: now }).onConflictDoNothing();
}

/** False: this key doesn't sign, or not anymore. */
export async function retireBadgeKey(tx: Tx, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const rows = await tx
    .update(badgeKeys)
    .set({ privateKey: null, retiredAt: now })
    .where(and(eq(badgeKeys.id, id), isNull(badgeKeys.retiredAt)))
    .returning({ id: badgeKeys.id });
  return rows.length > 0;
}

export function listPublicBadgeKeys(db: DbOrTx) {
  const { id, createdAt, retiredAt } = badgeKeys;
  return db.select({ id, createdAt, retiredAt }).from(badgeKeys).orderBy(desc(createdAt), desc(id));
}

/** What a course certifies. */
export async function findAchievement(db: DbOrTx, { courseId }: { courseId: number }) {
  const modules = db
    .select({ count: count() })
    .from(courseModules)
    .where(eq(courseModules.courseId, courses.id));
  const [row] = await db
    .select({
      courseId: courses.id,
      courseTitle: courses.title,
      tagline: courses.tagline,
      kind: courses.kind,
      creditHours: courses.creditHours,
      moduleCount: sql<number>`(${modules})::int`,
      requiredHours: certificateRules.requiredHours,
    })
    .from(courses)
    .leftJoin(certificateRules, eq(certificateRules.courseId, courses.id))
    .where(eq(courses.id, courseId));
  return row ?? null;
}

/** Whether anyone was ever certified in it: drafts of courses stay private. */
export async function hasCertificates(db: DbOrTx, { courseId }: { courseId: number }): Promise<boolean> {
  const rows = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(eq(certificates.courseId, courseId))
    .limit(1);
  return rows.length > 0;
}

export async function hasCertificateFrom(db: DbOrTx, { id }: { id: number }): Promise<boolean> {
  const rows = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(gte(certificates.id, id))
    .limit(1);
  return rows.length > 0;
}

/** Ids from `from` up to `to`, not included. */
export async function listRevokedIds(
  db: DbOrTx,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(gte(certificates.id, from), lt(certificates.id, to), isNotNull(certificates.revokedAt)));
  return rows.map(({ id }) => id);
}
