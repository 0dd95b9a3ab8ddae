// Payment problems in SQL.
import { and, count, desc, eq, isNotNull, isNull, sql } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { orders } from '#server/db/schema/order.ts';
import { paymentProblems } from '#server/db/schema/payment-problem.ts';
import { payments } from '#server/db/schema/payment.ts';

export type ProblemState = 'open' | 'resolved';

const isIn = (state: ProblemState) =>
  state === 'open' ? isNull(paymentProblems.resolvedAt) : isNotNull(paymentProblems.resolvedAt);

const resolver = alias(users, 'resolver');

function selectProblems(db: DbOrTx) {
  return db
    .select({
      id: paymentProblems.id,
      kind: paymentProblems.kind,
      gateway: paymentProblems.gateway,
      gatewayId: paymentProblems.gatewayId,
      detail: paymentProblems.detail,
      order: { id: orders.id, number: orders.number, email: orders.email, userId: orders.userId },
      createdAt: paymentProblems.createdAt,
      resolvedAt: paymentProblems.resolvedAt,
      resolver: {
        firstName: resolver.firstName,
        lastName: resolver.lastName,
        username: resolver.username,
      },
      resolution: paymentProblems.resolution,
    })
    .from(paymentProblems)
    .leftJoin(payments, eq(payments.id, paymentProblems.paymentId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(resolver, eq(resolver.id, paymentProblems.resolvedBy));
}

/** Open ones oldest first; resolved ones newest first. */
export async function listProblems(
  db: DbOrTx,
  { state, limit, offset }: { state: ProblemState; limit: number; offset: number },
) {
  const order = state === 'open' ? paymentProblems.createdAt : desc(paymentProblems.resolvedAt);
  return selectProblems(db)
    .where(isIn(state))
    .orderBy(order, desc(paymentProblems.id))
    .limit(limit)
    .offset(offset);
}

export async function findProblem(db: DbOrTx, { id }: { id: number }) {
  const [row] = await selectProblems(db).where(eq(paymentProblems.id, id));
  return row ?? null;
}

export type ProblemRow = NonNullable<Awaited<ReturnType<typeof findProblem>>>;

export async function countProblems(db: DbOrTx): Promise<Record<ProblemState, number>> {
  const [row] = await db
    .select({
      open: sql<number>`count(*) filter (where ${paymentProblems.resolvedAt} is null)`.mapWith(Number),
      all: count(),
    })
    .from(paymentProblems);
  const { open = 0, all = 0 } = row ?? {};
  return { open, resolved: all - open };
}

/** False if someone else already resolved it. */
export async function resolveProblem(
  tx: Tx,
  {
    id,
    ...settled
  }: { id: number } & Required<
    Pick<typeof paymentProblems.$inferInsert, 'resolvedAt' | 'resolvedBy' | 'resolution'>
  >,
): Promise<boolean> {
  const done = await tx
    .update(paymentProblems)
    .set(settled)
    .where(and(eq(paymentProblems.id, id), isNull(paymentProblems.resolvedAt)))
    .returning({ id: paymentProblems.id });
  return done.length > 0;
}

/** Each problem of a payment is recorded once. */
export async function insertPaymentProblem(
  db: DbOrTx,
  values: typeof paymentProblems.$inferInsert,
): Promise<void> {
  await db.insert(paymentProblems).values(values).onConflictDoNothing();
}
