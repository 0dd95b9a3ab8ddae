// What a guest's address has already, for the mail only its owner reads.
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';

/** Titles of this order's lines that its address has by another order, or its account in any way. */
export async function listBoughtBefore(
  tx: Tx,
  { orderId, userId, email }: { orderId: number; userId: number | null; email: string },
): Promise<string[]> {
  const { rows } = await tx.execute<{ title: string }>(sql`
    select l.title from order_lines l
    where l.order_id = ${orderId} and (
      exists (
        select 1 from orders o join order_lines other on other.order_id = o.id
        where o.user_id is null and lower(o.email) = ${identityKey(email)} and o.id <> ${orderId}
          and other.is_live and other.item_type = l.item_type and other.item_id = l.item_id
      ) or not exists (
        select 1 from order_parts p where p.line_id = l.id and not exists (
          select 1 from entitlements e
          where e.user_id = ${userId}::int and e.item_type = p.item_type and e.item_id = p.item_id
            and e.state = 'active' and (e.ends_at is null or e.ends_at > now()))
      ))
    order by l.position`);
  return rows.map(({ title }) => title);
}
