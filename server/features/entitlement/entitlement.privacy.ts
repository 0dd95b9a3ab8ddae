// Personal data of entitlements, grants and enrollments. Paid entitlements stay for the ledger, enrollments stay with the
// course, ended; both refer to the user by id only.
import { and, asc, eq, sql } from '#server/db/drizzle.ts';
import { itemTitle } from '#server/db/item-title.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { enrollments, entitlements, grants } from '#server/db/schema/entitlement.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const entitlementPersonalData: PersonalData = {
  tables: [entitlements, grants, enrollments],
  collect: { things: collectEntitlements, given: collectGrants, enrolments: collectEnrollments },
  async erase(_ctx, tx, { userId }) {
    const isOwn = eq(entitlements.userId, userId);
    await tx.delete(entitlements).where(and(isOwn, eq(entitlements.cause, 'free')));
    // Their seats become available to other teachers of the studio (seat.privacy.ts).
    await tx
      .update(entitlements)
      .set({ state: 'revoked' })
      .where(and(isOwn, eq(entitlements.cause, 'seat'), eq(entitlements.state, 'active')));
    // Staff may have named the user in their reasons.
    await tx
      .update(grants)
      .set({ reason: '', revokeReason: sql`case when ${grants.revokedAt} is null then null else '' end` })
      .where(eq(grants.userId, userId));
    await tx.update(enrollments).set({ state: 'ended' }).where(eq(enrollments.userId, userId));
  },
};

async function collectEntitlements(db: DbOrTx, { userId }: DataSubject) {
  const { itemType, itemId, cause, state, createdAt, endsAt } = entitlements;
  return db
    .select({ itemType, itemId, title: itemTitle(itemType, itemId), cause, state, createdAt, endsAt })
    .from(entitlements)
    .where(eq(entitlements.userId, userId))
    .orderBy(asc(entitlements.id));
}

async function collectGrants(db: DbOrTx, { userId }: DataSubject) {
  const { itemType, itemId, kind, reason, createdAt, revokedAt, revokeReason } = grants;
  const title = itemTitle(itemType, itemId);
  return db
    .select({ itemType, itemId, title, kind, reason, createdAt, revokedAt, revokeReason })
    .from(grants)
    .where(eq(grants.userId, userId))
    .orderBy(asc(grants.id));
}

async function collectEnrollments(db: DbOrTx, { userId }: DataSubject) {
  const { courseId, state, createdAt } = enrollments;
  return db
    .select({ courseId, title: courses.title, state, createdAt })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(eq(enrollments.userId, userId))
    .orderBy(asc(enrollments.id));
}
