// Sellers for staff, in SQL. Users who deleted their account are no longer sellers.
import { and, count, desc, eq, ne, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { averageOf } from '#server/db/ratings.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { rightsNotices } from '#server/db/schema/moderation.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellerNotes, sellers } from '#server/db/schema/seller.ts';
import { containsWords } from '#server/db/search.ts';
import { STATES_WITH_DEADLINE } from '#shared/features/moderation/rights-notice.states.ts';
import type { SellerState } from '#shared/features/seller/slug.rules.ts';
import { MAX_ID } from '#shared/ids.ts';

export type SellerFilter = { q?: string | undefined; state?: SellerState | undefined };

/** “#12” and “12” match the seller's id; anything else is searched for in the seller's and the user's name. */
function isFound({ q = '' }: SellerFilter) {
  const number = /^#?\s*([1-9]\d{0,9})$/.exec(q.trim())?.[1];
  const id = Number(number ?? 0);
  const words = containsWords(sql`lower(${sellers.name} || ' ' || ${users.searchText})`, q);
  return and(ne(users.state, 'deleted'), number && id <= MAX_ID ? or(eq(sellers.userId, id), words) : words);
}

const openNotice = sql.join(
  STATES_WITH_DEADLINE.map((state) => sql`${state}`),
  sql`, `,
);

const sellerColumns = {
  id: sellers.userId,
  shop: sellers.name,
  firstName: users.firstName,
  lastName: users.lastName,
  username: users.username,
  profileImageUrl: users.profileImageUrl,
  state: sellers.state,
  accountState: users.state,
  createdAt: sellers.createdAt,
  rating: averageOf(sellers.ratingSum, sellers.ratingCount),
  reviewCount: sellers.ratingCount,
  onSale: sql<number>`(select count(*) from ${resources}
    where ${resources.sellerId} = ${sellers.userId} and ${resources.isListed})`.mapWith(Number),
  sales: sql<number>`(select coalesce(sum(${resources.salesCount}), 0) from ${resources}
    where ${resources.sellerId} = ${sellers.userId})`.mapWith(Number),
  openNotices: sql<number>`(select count(*) from ${rightsNotices}
    join ${resources} on ${resources.id} = ${rightsNotices.resourceId}
    where ${resources.sellerId} = ${sellers.userId} and ${rightsNotices.state} in (${openNotice}))`.mapWith(
    Number,
  ),
  noteCount: sql<number>`(select count(*) from ${sellerNotes}
    where ${sellerNotes.sellerId} = ${sellers.userId})`.mapWith(Number),
};

export async function listStaffSellerRows(
  db: DbOrTx,
  filter: SellerFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select(sellerColumns)
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(isFound(filter), filter.state && eq(sellers.state, filter.state)))
    .orderBy(desc(sellers.createdAt), desc(sellers.userId))
    .limit(limit)
    .offset(offset);
}

export type StaffSellerListRow = Awaited<ReturnType<typeof listStaffSellerRows>>[number];

/** One count per tab, under the same search. */
export async function countStaffSellers(
  db: DbOrTx,
  filter: SellerFilter,
): Promise<Record<SellerState | 'all', number>> {
  const rows = await db
    .select({ state: sellers.state, count: count() })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(isFound(filter))
    .groupBy(sellers.state);
  const of = (state: SellerState) => rows.find((row) => row.state === state)?.count ?? 0;
  const [approved, suspended] = [of('approved'), of('suspended')];
  return { all: approved + suspended, approved, suspended };
}

export async function findStaffSeller(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      ...sellerColumns,
      email: users.email,
      slug: sellers.slug,
      suspendedReason: sellers.suspendedReason,
      takenDown: sql<number>`(select count(*) from ${resources}
        where ${resources.sellerId} = ${sellers.userId} and ${resources.takenDownAt} is not null)`.mapWith(
        Number,
      ),
      noticeCount: sql<number>`(select count(*) from ${rightsNotices}
        join ${resources} on ${resources.id} = ${rightsNotices.resourceId}
        where ${resources.sellerId} = ${sellers.userId})`.mapWith(Number),
    })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(eq(sellers.userId, id), ne(users.state, 'deleted')));
  return row ?? null;
}

export async function countSellerItems(db: DbOrTx, { sellerId }: { sellerId: number }) {
  return db
    .select({ state: resources.state, count: count() })
    .from(resources)
    .where(eq(resources.sellerId, sellerId))
    .groupBy(resources.state);
}

const MOST_NOTES = 100;

/** Newest first. */
export async function listSellerNotes(db: DbOrTx, { sellerId }: { sellerId: number }) {
  return db
    .select({
      id: sellerNotes.id,
      body: sellerNotes.body,
      authorId: sellerNotes.authorId,
      author: { firstName: users.firstName, lastName: users.lastName, username: users.username },
      createdAt: sellerNotes.createdAt,
    })
    .from(sellerNotes)
    .leftJoin(users, eq(users.id, sellerNotes.authorId))
    .where(eq(sellerNotes.sellerId, sellerId))
    .orderBy(desc(sellerNotes.id))
    .limit(MOST_NOTES);
}

export async function insertSellerNote(tx: Tx, note: typeof sellerNotes.$inferInsert): Promise<number> {
  const [row] = await tx.insert(sellerNotes).values(note).returning({ id: sellerNotes.id });
  return row?.id ?? 0;
}

/** False if it doesn't exist, is about another seller, or has another author. */
export async function deleteOwnSellerNote(
  tx: Tx,
  { id, sellerId, authorId }: { id: number; sellerId: number; authorId: number },
): Promise<boolean> {
  const gone = await tx
    .delete(sellerNotes)
    .where(
      and(eq(sellerNotes.id, id), eq(sellerNotes.sellerId, sellerId), eq(sellerNotes.authorId, authorId)),
    )
    .returning({ id: sellerNotes.id });
  return gone.length > 0;
}

/** True for one of two concurrent requests only. A trigger takes all items off sale, or puts them back. */
export async function updateSellerState(
  tx: Tx,
  { id, from }: { id: number; from: SellerState },
  change: { state: SellerState; suspendedReason: string | null; updatedAt: Date },
): Promise<boolean> {
  const moved = await tx
    .update(sellers)
    .set(change)
    .where(and(eq(sellers.userId, id), eq(sellers.state, from)))
    .returning({ id: sellers.userId });
  return moved.length > 0;
}

export async function setFee(
  tx: Tx,
  { id, feePoints }: { id: number; feePoints: number | null },
): Promise<void> {
  await tx.update(sellers).set({ feePoints }).where(eq(sellers.userId, id));
}
