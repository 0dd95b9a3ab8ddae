// Links that let a guest start a course they bought, in SQL.
import { and, eq, gt, isNull, lt, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { orders, startLinks } from '#server/db/schema/order.ts';

export type StartLink = typeof startLinks.$inferSelect;

export async function insertStartLink(db: DbOrTx, values: typeof startLinks.$inferInsert): Promise<void> {
  await db.insert(startLinks).values(values);
}

/** Also one that was used or has expired: it can still ask for a new one. */
export async function findStartLink(db: DbOrTx, { tokenHash }: { tokenHash: Buffer }) {
  const [link] = await db.select().from(startLinks).where(eq(startLinks.tokenHash, tokenHash));
  return link ?? null;
}

/** False if it was used before, or has expired: of many requests with the same link, one succeeds. */
export async function useStartLink(
  tx: Tx,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const used = await tx
    .update(startLinks)
    .set({ usedAt: now })
    .where(and(eq(startLinks.tokenHash, tokenHash), isNull(startLinks.usedAt), gt(startLinks.expiresAt, now)))
    .returning({ orderId: startLinks.orderId });
  return used.length > 0;
}

export async function deleteStartLinks(tx: Tx, { emailKey }: { emailKey: string }): Promise<void> {
  await tx.delete(startLinks).where(sql`lower(${startLinks.email}) = ${emailKey}`);
}

export async function deleteStartLinksBefore(db: DbOrTx, { before }: { before: Date }): Promise<void> {
  await db.delete(startLinks).where(lt(startLinks.expiresAt, before));
}

/** Of an order that was paid: who bought it, and the course it starts with. */
export async function findStartOrder(db: DbOrTx, { orderId }: { orderId: number }) {
  const [row] = await db
    .select({
      name: orders.name,
      userId: orders.userId,
      courseId: sql<number | null>`(
        select p.item_id from order_parts p join order_lines l on l.id = p.line_id
        where p.order_id = orders.id and p.item_type = 'course' order by l.is_live desc, l.position, p.id limit 1)`,
      courseTitle: sql<string | null>`(
        select p.title from order_parts p join order_lines l on l.id = p.line_id
        where p.order_id = orders.id and p.item_type = 'course' order by l.is_live desc, l.position, p.id limit 1)`,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  return row ?? null;
}
