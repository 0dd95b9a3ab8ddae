// Personal data of shares: exported, and kept for the books.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { memberShares } from '#server/db/schema/member-share.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const memberSharePersonalData: PersonalData = {
  tables: [memberShares],
  collect: { memberShares: collectShares },
};

async function collectShares(db: DbOrTx, { userId }: DataSubject) {
  const { month, amountCents, useCount, membershipCount } = memberShares;
  return db
    .select({ month, amountCents, useCount, membershipCount })
    .from(memberShares)
    .where(eq(memberShares.payeeId, userId))
    .orderBy(asc(month));
}
