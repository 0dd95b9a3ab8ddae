// Memberships and their invoices in SQL.
import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { membershipInvoices, memberships } from '#server/db/schema/membership.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { LIVE_MEMBERSHIP_STATES } from '#shared/features/membership/membership.states.ts';

export type MembershipRow = typeof memberships.$inferSelect;
export type InvoiceRow = typeof membershipInvoices.$inferSelect;

/** Fails on memberships_one_live if the user has one, and on memberships_one_trial for a second trial. */
export async function insertMembership(
  tx: Tx,
  values: typeof memberships.$inferInsert,
): Promise<MembershipRow> {
  const [row] = await tx.insert(memberships).values(values).returning();
  if (!row) throw new Error('The membership was not inserted');
  return row;
}

export async function findMembership(db: DbOrTx, { id }: { id: number }): Promise<MembershipRow | null> {
  const [row] = await db.select().from(memberships).where(eq(memberships.id, id));
  return row ?? null;
}

export async function lockMembership(tx: Tx, { id }: { id: number }): Promise<MembershipRow | null> {
  const [row] = await tx.select().from(memberships).where(eq(memberships.id, id)).for('update');
  return row ?? null;
}

const isLive = inArray(memberships.state, [...LIVE_MEMBERSHIP_STATES]);

/** The membership a user has now, and pays for. */
export async function findLiveMembership(
  db: DbOrTx,
  { userId }: { userId: number },
): Promise<MembershipRow | null> {
  const [row] = await db
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, userId), isLive));
  return row ?? null;
}

/** If none is live, the one that ended last. */
export async function findLatestMembership(
  db: DbOrTx,
  { userId }: { userId: number },
): Promise<MembershipRow | null> {
  const [row] = await db
    .select()
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(desc(isLive), desc(memberships.id))
    .limit(1);
  return row ?? null;
}

/** A trial is for people who have never been members. */
export async function hasBeenMember(db: DbOrTx, { userId }: { userId: number }): Promise<boolean> {
  const [row] = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .limit(1);
  return row !== undefined;
}

/** Only one process gets it; the lease ends by itself if that process dies. */
export async function leaseMembership(
  db: DbOrTx,
  { id, now, lease }: { id: number; now: Date; lease: Date },
): Promise<MembershipRow | null> {
  const [row] = await db
    .update(memberships)
    .set({ nextActionAt: lease })
    .where(and(eq(memberships.id, id), lte(memberships.nextActionAt, now)))
    .returning();
  return row ?? null;
}

export type MembershipChange = Partial<Omit<MembershipRow, 'id' | 'userId' | 'createdAt'>>;

/** The caller holds its lock. */
export async function updateMembership(
  tx: Tx,
  { id, ...set }: { id: number } & MembershipChange,
): Promise<MembershipRow> {
  const [row] = await tx.update(memberships).set(set).where(eq(memberships.id, id)).returning();
  if (!row) throw new Error(`Membership ${id} is gone`);
  return row;
}

/** Those a job has to look at, longest overdue first. */
export async function listDueMemberships(
  db: DbOrTx,
  { now, limit }: { now: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(lte(memberships.nextActionAt, now))
    .orderBy(asc(memberships.nextActionAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Fails on membership_invoices_period: a period is charged once. */
export async function insertInvoice(
  tx: Tx,
  values: typeof membershipInvoices.$inferInsert,
): Promise<InvoiceRow> {
  const [row] = await tx.insert(membershipInvoices).values(values).returning();
  if (!row) throw new Error('The invoice was not inserted');
  return row;
}

export async function findOpenInvoice(
  db: DbOrTx,
  { membershipId }: { membershipId: number },
): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(membershipInvoices)
    .where(and(eq(membershipInvoices.membershipId, membershipId), eq(membershipInvoices.state, 'open')));
  return row ?? null;
}

/** Trials and yearly periods that end soon, and whose members haven't been reminded yet. */
export async function listToRemind(
  db: DbOrTx,
  { trialBefore, yearBefore, limit }: { trialBefore: Date; yearBefore: Date; limit: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from memberships
    where reminded_of is distinct from ends_at and not is_canceling
      and (state = 'trialing' and ends_at <= ${trialBefore}
        or state = 'active' and period = 'year' and price_id is not null and ends_at <= ${yearBefore})
    order by ends_at limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The last one that was paid and not refunded: what the current period cost. */
export async function findPaidInvoice(
  db: DbOrTx,
  { membershipId }: { membershipId: number },
): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(membershipInvoices)
    .where(and(eq(membershipInvoices.membershipId, membershipId), eq(membershipInvoices.state, 'paid')))
    .orderBy(desc(membershipInvoices.id))
    .limit(1);
  return row ?? null;
}

export async function findInvoiceOfOrder(
  tx: Tx,
  { orderId }: { orderId: number },
): Promise<InvoiceRow | null> {
  const [row] = await tx.select().from(membershipInvoices).where(eq(membershipInvoices.orderId, orderId));
  return row ?? null;
}

/** Whose order line is no longer theirs: it was refunded or lost in a dispute. */
export async function findRefundedInvoice(
  tx: Tx,
  { orderId }: { orderId: number },
): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select()
    .from(membershipInvoices)
    .where(
      and(
        eq(membershipInvoices.orderId, orderId),
        eq(membershipInvoices.state, 'paid'),
        sql`not exists (select 1 from order_lines where order_id = ${orderId} and is_live)`,
      ),
    );
  return row ?? null;
}

/** Its bank took the money back. */
export async function isLostInDispute(tx: Tx, { orderId }: { orderId: number }): Promise<boolean> {
  const { rows } = await tx.execute<{ isLost: boolean }>(sql`
    select exists (select 1 from disputes where order_id = ${orderId} and state = 'lost') as "isLost"`);
  return rows[0]?.isLost ?? false;
}

/** Lost in a dispute that was won after all. Someone whose account is suspended waits. */
const isWonBack = sql`${membershipInvoices.lostSeconds} is not null and ${membershipInvoices.state} = 'refunded'
  and exists (select 1 from order_lines l where l.order_id = ${membershipInvoices.orderId} and l.is_live)
  and not exists (select 1 from disputes d where d.order_id = ${membershipInvoices.orderId} and d.state <> 'won')
  and exists (select 1 from memberships m join users u on u.id = m.user_id
    where m.id = ${membershipInvoices.membershipId} and u.state = 'active')`;

export async function listInvoicesWonBack(db: DbOrTx, { limit }: { limit: number }): Promise<InvoiceRow[]> {
  return db
    .select()
    .from(membershipInvoices)
    .where(isWonBack)
    .orderBy(asc(membershipInvoices.id))
    .limit(limit);
}

/** Null if another process was quicker, or the bank has changed its mind. The caller holds the order's lock. */
export async function findInvoiceWonBack(tx: Tx, { id }: { id: number }): Promise<InvoiceRow | null> {
  const [row] = await tx
    .select()
    .from(membershipInvoices)
    .where(and(eq(membershipInvoices.id, id), isWonBack));
  return row ?? null;
}

/** Null if the account is closed or suspended. */
export async function findMemberToTell(tx: Tx, { userId }: { userId: number }) {
  const [row] = await tx
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.state, 'active')));
  return row ?? null;
}

export async function updateInvoice(
  tx: Tx,
  {
    id,
    ...set
  }: { id: number } & Partial<
    Pick<InvoiceRow, 'state' | 'orderId' | 'paidAt' | 'startsAt' | 'endsAt' | 'lostSeconds'>
  >,
): Promise<void> {
  await tx.update(membershipInvoices).set(set).where(eq(membershipInvoices.id, id));
}

/** What is paid and not over yet, oldest first. */
export async function listPaidTime(
  db: DbOrTx,
  { membershipId, now }: { membershipId: number; now: Date },
): Promise<InvoiceRow[]> {
  const { id, membershipId: ofMembership, state, endsAt } = membershipInvoices;
  return db
    .select()
    .from(membershipInvoices)
    .where(and(eq(ofMembership, membershipId), eq(state, 'paid'), gt(endsAt, now)))
    .orderBy(asc(id));
}

/** The last change of plan that is paid, if it began in the period of this invoice. */
export async function findChangeAfter(db: DbOrTx, invoice: InvoiceRow): Promise<InvoiceRow | null> {
  const { id, membershipId, kind, state, startsAt } = membershipInvoices;
  const [row] = await db
    .select()
    .from(membershipInvoices)
    .where(
      and(
        eq(membershipId, invoice.membershipId),
        eq(kind, 'change'),
        eq(state, 'paid'),
        gt(id, invoice.id),
        lt(startsAt, invoice.endsAt),
        // A renewal since then was paid for by itself.
        sql`not exists (select 1 from membership_invoices r where r.membership_id = ${invoice.membershipId}
          and r.kind = 'renewal' and r.state = 'paid' and r.id > ${id})`,
      ),
    )
    .orderBy(desc(id))
    .limit(1);
  return row ?? null;
}

/** Paid with gifts, and not over yet: time that was added to what its member paid for. A change takes it off its price. */
export async function listUnusedGifts(
  db: DbOrTx,
  { membershipId, now }: { membershipId: number; now: Date },
): Promise<InvoiceRow[]> {
  const { membershipId: ofMembership, kind, state, endsAt } = membershipInvoices;
  return db
    .select()
    .from(membershipInvoices)
    .where(
      and(
        eq(ofMembership, membershipId),
        eq(kind, 'gift'),
        eq(state, 'paid'),
        gt(endsAt, now),
        sql`not exists (select 1 from membership_invoices c where c.membership_id = ${membershipId}
          and c.kind = 'change' and c.state = 'paid' and c.id > ${membershipInvoices.id})`,
      ),
    );
}
