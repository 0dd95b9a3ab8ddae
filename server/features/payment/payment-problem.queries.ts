// Payments set aside for staff, in SQL: how they get there. How they are read and settled is in staff-payments.queries.ts.
import type { DbOrTx } from '#server/db/client.ts';
import { paymentProblems } from '#server/db/schema/checkout.ts';

/** The same problem of the same payment is told once. */
export async function insertPaymentProblem(
  db: DbOrTx,
  values: typeof paymentProblems.$inferInsert,
): Promise<void> {
  await db.insert(paymentProblems).values(values).onConflictDoNothing();
}
