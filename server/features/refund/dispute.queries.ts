// Disputes in SQL. Writers hold the order's lock.
import { and, asc, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { disputes } from '#server/db/schema/refund.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';

export type DisputeRecord = typeof disputes.$inferSelect;

export async function findDispute(
  db: DbOrTx,
  { gateway, gatewayId }: { gateway: GatewayName; gatewayId: string },
): Promise<DisputeRecord | null> {
  const [row] = await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.gateway, gateway), eq(disputes.gatewayId, gatewayId)));
  return row ?? null;
}

/** Counts the state changes of a payment's disputes; a different number later means someone else was faster. */
export async function countDisputeSteps(db: DbOrTx, { paymentId }: { paymentId: number }): Promise<number> {
  const [row] = await db
    .select({ steps: sql<number>`coalesce(sum(${disputes.step}), 0)::int` })
    .from(disputes)
    .where(eq(disputes.paymentId, paymentId));
  return row?.steps ?? 0;
}

export async function hasOpenDispute(db: DbOrTx, { orderId }: { orderId: number }): Promise<boolean> {
  const rows = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), inArray(disputes.state, ['open', 'under_review'])))
    .limit(1);
  return rows.length > 0;
}

/** Including the part of the loss not yet assigned to any order part. */
export async function listLostDisputes(
  db: DbOrTx,
  { orderId }: { orderId: number },
): Promise<(DisputeRecord & { openCents: number })[]> {
  const rows = await db
    .select({
      dispute: disputes,
      // Written out, because Drizzle omits the table name in single-table queries.
      takenCents: sql<number>`(
        select coalesce(sum(d.amount_cents), 0)::float8 from dispute_parts d where d.dispute_id = disputes.id)`,
    })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), eq(disputes.state, 'lost')));
  return rows.map(({ dispute, takenCents }) => ({ ...dispute, openCents: dispute.amountCents - takenCents }));
}

export async function insertDispute(
  tx: Tx,
  values: typeof disputes.$inferInsert,
): Promise<DisputeRecord | null> {
  const [row] = await tx.insert(disputes).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

export async function updateDisputeState(
  tx: Tx,
  {
    id,
    ...set
  }: { id: number } & Pick<DisputeRecord, 'state' | 'step' | 'reason' | 'answerBy' | 'updatedAt'>,
): Promise<void> {
  await tx.update(disputes).set(set).where(eq(disputes.id, id));
}

/** Undecided disputes, the least recently checked first. */
export async function listOpenDisputePayments(
  db: DbOrTx,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ paymentId: disputes.paymentId })
    .from(disputes)
    .where(
      and(
        inArray(disputes.state, ['open', 'under_review']),
        sql`${disputes.updatedAt} < ${before.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(disputes.updatedAt))
    .limit(limit);
  return rows.map(({ paymentId }) => paymentId);
}
