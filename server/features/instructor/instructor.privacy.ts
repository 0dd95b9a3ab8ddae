// Personal data of instructors: their Connect profile and what they offered.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { instructors, instructorStyles, sessionTypes } from '#server/db/schema/instructor.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const instructorPersonalData: PersonalData = {
  tables: [instructors],
  collect: { connectProfile: collectProfile },
  /** The row stays for the sessions clients had; nothing in it says who it was. */
  async erase(_ctx, tx, { userId, now }) {
    await tx.delete(instructorStyles).where(eq(instructorStyles.instructorId, userId));
    await tx
      .update(instructors)
      .set({
        state: 'draft',
        suspendedReason: null,
        headline: '',
        about: '',
        helpsWith: [],
        videoUrl: null,
        languages: [],
        levels: [],
        ageGroups: [],
        timeZone: 'UTC',
        city: null,
        zip: null,
        latitude: null,
        longitude: null,
      })
      .where(eq(instructors.userId, userId));
    await tx
      .update(sessionTypes)
      .set({ archivedAt: now, whereText: '', description: '' })
      .where(eq(sessionTypes.instructorId, userId));
  },
};

async function collectProfile(db: DbOrTx, { userId }: DataSubject) {
  const [profile] = await db.select().from(instructors).where(eq(instructors.userId, userId));
  if (!profile) return null;
  const { feePoints: _fee, userId: _id, ...own } = profile;
  const { id, kind, title, description, durationMinutes, priceCents, place, whereText, archivedAt } =
    sessionTypes;
  const offered = await db
    .select({ id, kind, title, description, durationMinutes, priceCents, place, whereText, archivedAt })
    .from(sessionTypes)
    .where(eq(sessionTypes.instructorId, userId))
    .orderBy(asc(sessionTypes.id));
  return { ...own, sessionTypes: offered };
}
