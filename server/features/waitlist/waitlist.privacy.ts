// Personal data of waitlists: what a client waits for.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { waitlistEntries } from '#server/db/schema/waitlist.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const waitlistPersonalData: PersonalData = {
  tables: [waitlistEntries],
  collect: { waitlists: collectWaitlists },
  async erase(_ctx, tx, { userId }) {
    await tx.delete(waitlistEntries).where(eq(waitlistEntries.userId, userId));
  },
};

async function collectWaitlists(db: DbOrTx, { userId }: DataSubject) {
  const { fromAt, untilAt, timeZone, state, createdAt } = waitlistEntries;
  return db
    .select({ fromAt, untilAt, timeZone, state, createdAt })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.userId, userId))
    .orderBy(asc(waitlistEntries.id));
}
