// Which cents of which part a refund or a lost dispute returns, in SQL. Callers hold the order's lock.
import { sql, type SQL } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { Return } from '#shared/features/refund/refund.rules.ts';

export type Returner = { table: 'refund' | 'dispute'; id: number };

const TABLES = {
  refund: { name: sql.raw('refund_parts'), id: sql.raw('refund_id') },
  dispute: { name: sql.raw('dispute_parts'), id: sql.raw('dispute_id') },
} as const;

/** Adds to what this refund or dispute returns of each part. */
export async function insertReturns(
  tx: Tx,
  { table, id }: Returner,
  returns: readonly Return[],
): Promise<void> {
  const { name, id: idColumn } = TABLES[table];
  await tx.execute(sql`
    insert into ${name} as known (${idColumn}, part_id, amount_cents, tax_cents, share_cents)
    select ${id}, "partId", "amountCents", "taxCents", "shareCents"
    from jsonb_to_recordset(${JSON.stringify(returns)}::jsonb)
      as r("partId" int, "amountCents" bigint, "taxCents" bigint, "shareCents" bigint)
    on conflict (${idColumn}, part_id) do update set amount_cents = known.amount_cents + excluded.amount_cents,
      tax_cents = known.tax_cents + excluded.tax_cents, share_cents = known.share_cents + excluded.share_cents`);
}

/** A dispute may be lost again, with other parts. */
export async function deleteDisputeReturns(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.execute(sql`delete from dispute_parts where dispute_id = ${id}`);
}

function isTheirs({ table, id }: Returner): SQL {
  return sql`${TABLES[table].id} = ${id}`;
}

export type WrittenReturn = Return & { sellerId: number | null; payoutId: number | null };

/** With whose money it is, and the payout it went out with. */
export async function listReturns(db: DbOrTx, returner: Returner): Promise<WrittenReturn[]> {
  const { rows } = await db.execute(sql`
    select g.part_id as "partId", p.seller_id as "sellerId", e.payout_id as "payoutId",
      g.amount_cents::float8 as "amountCents", g.tax_cents::float8 as "taxCents", g.share_cents::float8 as "shareCents"
    from ${TABLES[returner.table].name} g join order_parts p on p.id = g.part_id
    left join earnings e on e.part_id = g.part_id
    where ${isTheirs(returner)} order by g.part_id`);
  return rows as WrittenReturn[];
}
