// A seller's stats by day and by resource, in SQL. Days are UTC days.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';

export type Totals = { views: number; sales: number; claims: number; downloads: number; reviews: number };
export type DayRow = Totals & { day: string };
export type ResourceStatsRow = Totals & {
  id: number;
  title: string;
  isListed: boolean;
  updatedAt: string;
  rating: number | null;
  reviewCount: number;
};

type Asked = { sellerId: number; from: string; to: string };

/** Events as rows of (resource, day, count per kind); every sum is built from these. */
function happenings({ sellerId, from, to }: Asked): SQL {
  const mine = sql`(select id from resources where seller_id = ${sellerId})`;
  const dayOf = (moment: SQL) => sql`(${moment} at time zone 'UTC')::date`;
  const within = (moment: SQL) =>
    sql`${moment} >= ${from}::timestamp at time zone 'UTC'
      and ${moment} < (${to}::timestamp + interval '1 day') at time zone 'UTC'`;
  return sql`
    select resource_id, day, views, 0 as sales, 0 as claims, 0 as downloads, 0 as reviews from resource_views
      where resource_id in ${mine} and day between ${from}::date and ${to}::date
    union all
    select item_id, ${dayOf(sql`created_at`)}, 0, (cause = 'order_line')::int, (cause = 'free')::int, 0, 0
      from entitlements where item_type = 'resource' and item_id in ${mine}
        and cause in ('order_line', 'free') and state <> 'revoked' and ${within(sql`created_at`)}
    union all
    select resource_id, day, 0, 0, 0, 1, 0 from resource_downloads
      where resource_id in ${mine} and day between ${from}::date and ${to}::date
    union all
    select item_id, ${dayOf(sql`created_at`)}, 0, 0, 0, 0, 1 from reviews
      where item_type = 'resource' and item_id in ${mine} and ${within(sql`created_at`)}`;
}

const SUMS = sql`coalesce(sum(h.views), 0)::int as views, coalesce(sum(h.sales), 0)::int as sales,
  coalesce(sum(h.claims), 0)::int as claims, coalesce(sum(h.downloads), 0)::int as downloads,
  coalesce(sum(h.reviews), 0)::int as reviews`;

/** Every day, including those without events. */
export async function listDayRows(db: DbOrTx, asked: Asked): Promise<DayRow[]> {
  const { rows } = await db.execute<DayRow>(sql`
    select to_char(days.day, 'YYYY-MM-DD') as day, ${SUMS}
    from generate_series(${asked.from}::timestamp, ${asked.to}::timestamp, interval '1 day') as days(day)
    left join (${happenings(asked)}) h on h.day = days.day::date
    group by days.day order by days.day`);
  return rows;
}

export async function sumSellerTotals(db: DbOrTx, asked: Asked): Promise<Totals> {
  const { rows } = await db.execute<Totals>(sql`select ${SUMS} from (${happenings(asked)}) h`);
  return rows[0] ?? { views: 0, sales: 0, claims: 0, downloads: 0, reviews: 0 };
}

/** Resources on sale, and any others with events; the most popular first. */
export async function listResourceStats(
  db: DbOrTx,
  asked: Asked & { limit: number },
): Promise<ResourceStatsRow[]> {
  const { rows } = await db.execute<ResourceStatsRow>(sql`
    select r.id, r.title, r.is_listed as "isListed", r.updated_at as "updatedAt", ${SUMS},
      r.rating::float as rating, r.rating_count as "reviewCount"
    from resources r left join (${happenings(asked)}) h on h.resource_id = r.id
    where r.seller_id = ${asked.sellerId} and (r.is_listed or h.resource_id is not null)
    group by r.id
    order by sum(h.sales) + sum(h.claims) desc nulls last, sum(h.views) desc nulls last, r.title, r.id
    limit ${asked.limit}`);
  return rows;
}

/** Views in equal parts of the range, for each resource that had any. */
export async function listViewParts(
  db: DbOrTx,
  { sellerId, from, to, parts }: Asked & { parts: number },
): Promise<{ resourceId: number; part: number; views: number }[]> {
  const { rows } = await db.execute<{ resourceId: number; part: number; views: number }>(sql`
    select v.resource_id as "resourceId",
      ((v.day - ${from}::date) * ${parts}::int / (${to}::date - ${from}::date + 1))::int as part,
      sum(v.views)::int as views
    from resource_views v join resources r on r.id = v.resource_id
    where r.seller_id = ${sellerId} and v.day between ${from}::date and ${to}::date
    group by 1, 2`);
  return rows;
}
