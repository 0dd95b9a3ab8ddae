// By what someone has a thing, as far as it is worth a word on a page, in SQL.
import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { EntitlementCause, EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

export type LicenceOfPerson = {
  cause: EntitlementCause;
  number: string | null;
  /** Whose licence it is, where it is a seat of it. */
  studio: string | null;
};

/** Of several live causes the one that says most: bought, then a seat, then what was given. */
export async function findLicenceOf(
  db: DbOrTx,
  { userId, itemType, itemId, now }: { userId: number; itemType: EntitlementItem; itemId: number; now: Date },
): Promise<LicenceOfPerson | null> {
  const { rows } = await db.execute<LicenceOfPerson>(sql`
    select e.cause, o.number,
      case when e.cause = 'seat' then coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), o.name) end as studio
    from entitlements e
    left join seats s on e.cause = 'seat' and e.cause_ref = s.id || '.' || s.tenure
    left join order_lines l on l.id = s.line_id or (e.cause = 'order_line' and l.id::text = e.cause_ref)
    left join orders o on o.id = l.order_id
    left join users u on u.id = o.user_id
    where e.user_id = ${userId} and e.item_type = ${itemType} and e.item_id = ${itemId} and e.state = 'active'
      and (e.ends_at is null or e.ends_at > ${now})
    order by array_position(array['order_line', 'seat', 'membership', 'grant', 'free'], e.cause), e.id
    limit 1`);
  return rows[0] ?? null;
}
