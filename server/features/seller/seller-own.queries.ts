// A seller's own settings and tasks in SQL. Every query is scoped to the seller.
import { eq, sql, or } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { averageOf } from '#server/db/ratings.ts';
import { sellers } from '#server/db/schema/seller.ts';
import type { SellerBody } from '#shared/features/seller/own-seller.schema.ts';
import type { WAITING_KINDS } from '#shared/features/seller/own-seller.contract.ts';
import { NOTICE_DAYS } from '#shared/features/moderation/rights-notice.states.ts';

const ownSellerColumns = {
  id: sellers.userId,
  name: sellers.name,
  slug: sellers.slug,
  tagline: sellers.tagline,
  about: sellers.about,
  policies: sellers.policies,
  vacationNote: sellers.vacationNote,
  bannerKey: sellers.bannerKey,
  state: sellers.state,
  suspendedReason: sellers.suspendedReason,
  updatedAt: sellers.updatedAt,
};

export async function findOwnSeller(db: DbOrTx, { userId }: { userId: number }) {
  const [row] = await db.select(ownSellerColumns).from(sellers).where(eq(sellers.userId, userId));
  return row ?? null;
}
export type OwnSellerRow = NonNullable<Awaited<ReturnType<typeof findOwnSeller>>>;

/** Locked until the transaction ends. */
export async function lockOwnSeller(tx: Tx, { userId }: { userId: number }) {
  const [row] = await tx
    .select(ownSellerColumns)
    .from(sellers)
    .where(eq(sellers.userId, userId))
    .for('no key update');
  return row ?? null;
}

export async function updateSeller(
  db: DbOrTx,
  {
    userId,
    ...changes
  }: Partial<SellerBody> & { userId: number; bannerKey?: string | null; updatedAt: Date },
) {
  const [row] = await db
    .update(sellers)
    .set(changes)
    .where(eq(sellers.userId, userId))
    .returning(ownSellerColumns);
  return row ?? null;
}

export async function findSellerReach(db: DbOrTx, { userId }: { userId: number }) {
  const [row] = await db
    .select({
      rating: averageOf(sellers.ratingSum, sellers.ratingCount),
      reviewCount: sellers.ratingCount,
      followerCount: sql<number>`(select count(*)::int from seller_follows f
        join users u on u.id = f.user_id and u.state = 'active' where f.seller_id = ${userId})`,
      hasSold: sql<boolean>`exists (select 1 from entitlements e join resources r on r.id = e.item_id
        where e.item_type = 'resource' and e.cause = 'order_line' and r.seller_id = ${userId})`,
    })
    .from(sellers)
    .where(eq(sellers.userId, userId));
  return row ?? null;
}

export type WaitingRow = {
  kind: (typeof WAITING_KINDS)[number];
  resourceId: number;
  title: string;
  words: string;
  count: number;
  at: Date;
  dueAt: Date | null;
  noticeId: number | null;
};

/** Older reviews are no longer expected to be answered. */
const REVIEW_DAYS = 60;
const DRAFT_DAYS = 7;

/** One per resource and kind (rights notices one by one), most urgent kind first, then the longest waiting. */
export async function listWaitingRows(
  db: DbOrTx,
  { userId, now, limit }: { userId: number; now: Date; limit: number },
): Promise<{ rows: WaitingRow[]; total: number }> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const { rows } = await db.execute<
    Omit<WaitingRow, 'at' | 'dueAt'> & { at: string; dueAt: string | null; total: number }
  >(sql`
    with mine as (select * from resources where seller_id = ${userId}),
    waiting as (
      select 0 as rank, 'rights_notice' as kind, r.id, r.title, coalesce(n.decision_reason, '') as words, 1 as count,
        n.decided_at as at, n.decided_at + ${`${NOTICE_DAYS.counter} days`}::interval as due_at, n.id as notice_id
      from mine r join rights_notices n on n.resource_id = r.id and n.state = 'upheld'
      where n.decided_at + ${`${NOTICE_DAYS.counter} days`}::interval > ${now.toISOString()}::timestamptz
      union all
      select case state when 'changes_requested' then 1 else 2 end, state, id, title, coalesce(state_reason, ''), 1,
        updated_at, null, null
      from mine where state in ('changes_requested', 'rejected')
      union all
      select 3, 'failed_preview', r.id, r.title, (array_agg(f.preview_problem order by f.position))[1], count(*)::int,
        r.updated_at, null, null
      from mine r join resource_files f
        on f.resource_id = r.id and f.version >= r.version and f.preview_state = 'failed'
      where r.state <> 'archived'
      group by r.id, r.title, r.updated_at
      union all
      select 4, 'unanswered_reviews', r.id, r.title, (array_agg(v.body order by v.created_at desc))[1], count(*)::int,
        max(v.created_at), null, null
      from mine r join reviews v on v.item_type = 'resource' and v.item_id = r.id
        and v.answer is null and v.body <> '' and v.user_id is not null
        and v.created_at > ${daysAgo(REVIEW_DAYS)}::timestamptz
      where r.is_listed
      group by r.id, r.title
      union all
      select 5, 'old_draft', id, title, '', 1, updated_at, null, null
      from mine where state = 'draft' and updated_at < ${daysAgo(DRAFT_DAYS)}::timestamptz
    )
    select kind, id as "resourceId", title, words, count, at, due_at as "dueAt", notice_id as "noticeId",
      count(*) over ()::int as total
    from waiting order by rank, at, id limit ${limit}`);
  return {
    rows: rows.map(({ total: _total, at, dueAt, ...row }) => ({
      ...row,
      at: new Date(at),
      dueAt: dueAt === null ? null : new Date(dueAt),
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** The slug itself and those derived from it with a number. */
export async function listSlugsLike(db: DbOrTx, { slug }: { slug: string }): Promise<Set<string>> {
  const rows = await db
    .select({ slug: sellers.slug })
    .from(sellers)
    .where(or(eq(sellers.slug, slug), sql`starts_with(${sellers.slug}, ${`${slug.slice(0, 54)}-`})`));
  return new Set(rows.map((row) => row.slug));
}

export async function isSeller(db: DbOrTx, { userId }: { userId: number }): Promise<boolean> {
  return (await db.$count(sellers, eq(sellers.userId, userId))) > 0;
}

/** False if the slug is taken, or the user is a seller already. */
export async function insertSeller(tx: Tx, seller: typeof sellers.$inferInsert): Promise<boolean> {
  const made = await tx
    .insert(sellers)
    .values(seller)
    .onConflictDoNothing()
    .returning({ userId: sellers.userId });
  return made.length > 0;
}
