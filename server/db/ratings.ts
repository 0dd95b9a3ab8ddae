// Stars as several features read them.
import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

/** To two places, as an item's own column has it; null before the first review. */
export function averageOf(sum: AnyColumn, count: AnyColumn): SQL<number | null> {
  return sql`round(${sum}::numeric / nullif(${count}, 0), 2)::float8`;
}

/** How many gave one star, two, … five. */
export function starCounts(itemType: EntitlementItem, itemId: AnyColumn): SQL<number[]> {
  const gave = [1, 2, 3, 4, 5].map((stars) => sql.raw(`count(*) filter (where stars = ${stars})`));
  return sql`(select array[${sql.join(gave, sql`, `)}]::int[]
    from reviews where item_type = ${sql.raw(`'${itemType}'`)} and item_id = ${itemId})`;
}
