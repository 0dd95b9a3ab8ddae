// Personal data of credit hours: all of it goes with the account, evidence included.
import { asc, eq, inArray } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { creditFiles, creditHours } from '#server/db/schema/credit.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { deleteCreditFileJob } from './credit.jobs.ts';

export const creditPersonalData: PersonalData = {
  tables: [creditHours],
  collect: { creditHours: collectCreditHours },
  async erase(ctx, tx, { userId }) {
    const own = tx.select({ id: creditHours.id }).from(creditHours).where(eq(creditHours.userId, userId));
    const files = await tx
      .delete(creditFiles)
      .where(inArray(creditFiles.creditId, own))
      .returning({ storageKey: creditFiles.storageKey });
    for (const { storageKey } of files) await ctx.jobs.send(tx, deleteCreditFileJob, { storageKey });
    await tx.delete(creditHours).where(eq(creditHours.userId, userId));
    await tx.update(creditHours).set({ decidedBy: null }).where(eq(creditHours.decidedBy, userId));
  },
};

async function collectCreditHours(db: DbOrTx, { userId }: DataSubject) {
  const { source, title, provider, doneOn, hours, state, decisionReason, createdAt } = creditHours;
  return db
    .select({
      source,
      title,
      provider,
      doneOn,
      hours,
      state,
      decisionReason,
      createdAt,
      fileName: creditFiles.name,
    })
    .from(creditHours)
    .leftJoin(creditFiles, eq(creditFiles.creditId, creditHours.id))
    .where(eq(creditHours.userId, userId))
    .orderBy(asc(creditHours.id), asc(creditFiles.id));
}
