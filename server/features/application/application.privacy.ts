// Personal data of applications. That there was one, and its outcome, stays; what was written in it goes.
import { and, asc, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { applications } from '#server/db/schema/application.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const applicationPersonalData: PersonalData = {
  tables: [applications],
  collect: { applications: collectApplications },
  async erase(_ctx, tx, { userId, now }) {
    await tx
      .update(applications)
      .set({ state: 'withdrawn', decidedAt: now })
      .where(and(eq(applications.userId, userId), eq(applications.state, 'waiting')));
    await tx
      .update(applications)
      .set({ note: '', reason: sql`case when ${applications.reason} is null then null else 'Removed' end` })
      .where(eq(applications.userId, userId));
  },
};

async function collectApplications(db: DbOrTx, { userId }: DataSubject) {
  const { kind, state, note, reason, createdAt, decidedAt } = applications;
  return db
    .select({ kind, state, note, reason, createdAt, decidedAt })
    .from(applications)
    .where(eq(applications.userId, userId))
    .orderBy(asc(applications.id));
}
