import { expect, it } from 'vitest';
import { AGE_GROUPS, DANCE_STYLES, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import { testContext } from '../../tests/server/test-database.ts';
import { demoResources } from './demo-data.ts';
import { planFilesOf } from './files/file-plan.ts';

const ctx = await testContext();

async function rowsOf<Row extends object>(query: string): Promise<Row[]> {
  return (await ctx.pool.query<Row>(query)).rows;
}

it('has ten sellers, a hundred and twenty resources on sale and some in every other state', async () => {
  expect(
    await rowsOf(`select
      (select count(*)::int from sellers where state = 'approved') as shops,
      (select count(*)::int from resources where is_listed) as listed,
      (select count(*)::int from resource_listings) as listings,
      (select count from resource_counts where key = 0) as counted,
      (select count(distinct seller_id)::int from resources where is_listed) as sellers,
      (select count(*)::int from resources where is_listed and is_featured) as featured,
      (select count(*)::int from resources where is_listed and price_cents = 0) as free,
      (select max(price_cents) from resources where is_listed) as dearest`),
  ).toEqual([
    {
      shops: 10,
      listed: 120,
      listings: 120,
      counted: 120,
      sellers: 10,
      featured: 8,
      free: 18,
      dearest: 6000,
    },
  ]);
  expect(await rowsOf(`select state, count(*)::int from resources group by state order by state`)).toEqual([
    { state: 'archived', count: 1 },
    { state: 'changes_requested', count: 1 },
    { state: 'draft', count: 2 },
    { state: 'in_review', count: 2 },
    { state: 'published', count: 120 },
    { state: 'rejected', count: 1 },
  ]);
});

it.each([
  ['type', RESOURCE_TYPES],
  ['dance_style', DANCE_STYLES],
  ['level', LEVELS],
  ['unnest(age_groups)', AGE_GROUPS],
])('has something on sale for every %s', async (column, words) => {
  const rows = await rowsOf<{ word: string }>(
    `select distinct ${column} as word from resources where is_listed`,
  );
  expect(rows.map(({ word }) => word).toSorted()).toEqual([...words].toSorted());
});

it('describes everything, gives tempo and metre to music only, and categorizes it all', async () => {
  expect(
    await rowsOf(`select title from resources where description = '' or category_id is null
      or (type = 'audio') <> (bpm is not null and metre is not null) or (state in ('rejected', 'changes_requested')) <> (state_reason is not null)`),
  ).toEqual([]);
  expect(await rowsOf(`select title from resources group by title having count(*) > 1`)).toEqual([]);
  const lengths = demoResources().map(({ about }) => about.join(' ').split(/\s+/).length);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(60);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(160);
});

it('has twelve courses, four of them certifications, each with an outline', async () => {
  expect(
    await rowsOf(`select count(*)::int as courses, sum((kind = 'certification')::int)::int as certifications,
      count(distinct instructor_id) >= 4 as "haveInstructors", sum(is_featured::int)::int as featured,
      bool_and(cardinality(outcomes) = 6 and cardinality(requirements) > 0 and tagline <> '' and description <> '') as "areTold",
      bool_and((kind = 'certification') = (credit_hours is not null)) as "areWorth",
      bool_and(minutes > 60 and lesson_count >= 12) as "haveLessons"
      from courses where is_listed`),
  ).toEqual([
    {
      courses: 12,
      certifications: 4,
      haveInstructors: true,
      featured: 4,
      areTold: true,
      areWorth: true,
      haveLessons: true,
    },
  ]);
  expect(
    await rowsOf(`select c.short_name from courses c join users u on u.id = c.instructor_id
      where not 'instructor' = any(u.roles)
        or (select count(*) from course_modules m where m.course_id = c.id) not between 4 and 8
        or (select count(*) from quizzes q join course_modules m on m.id = q.module_id where m.course_id = c.id) < 3`),
  ).toEqual([]);
  expect(
    await rowsOf(`select m.title, count(*)::int as lessons from course_modules m join lessons l on l.module_id = m.id
      group by m.id having count(*) not between 3 and 6 or bool_or(l.body !~ '\\S[.?!”] \\S')`),
  ).toEqual([]);
  expect(
    await rowsOf(`select c.short_name, cardinality(regexp_split_to_array(l.body, '\\s+')) as words
      from courses c join course_modules m on m.course_id = c.id join lessons l on l.module_id = m.id
      where l.is_preview <> (m.position = 0 and l.position = 0)
        or (l.is_preview and cardinality(regexp_split_to_array(l.body, '\\s+')) not between 120 and 250)`),
  ).toEqual([]);
});

it("has reviews only by users who have the item and didn't make it, with matching averages", async () => {
  const [totals] = await rowsOf<{ reviews: number; texts: number; different: number; answered: number }>(
    `select count(*)::int as reviews, count(nullif(body, ''))::int as texts,
      count(distinct nullif(body, ''))::int as different, count(answer)::int as answered from reviews`,
  );
  expect(totals?.reviews).toBeGreaterThan(350);
  expect(totals?.different).toBeGreaterThan(90);
  expect(totals?.texts).toBe(totals?.different);
  expect(totals?.answered).toBeGreaterThan(10);
  expect(
    await rowsOf(`select r.id from reviews r where not exists (
        select from entitlements e where (e.user_id, e.item_type, e.item_id) = (r.user_id, r.item_type, r.item_id)
          and e.created_at < r.created_at)
      or r.user_id = case r.item_type when 'resource' then (select seller_id from resources where id = r.item_id)
        else (select instructor_id from courses where id = r.item_id) end`),
  ).toEqual([]);
  expect(
    await rowsOf(`with items as (
        select 'resource' as type, id, rating_sum, rating_count, rating, sales_count, price_cents from resources
        union all select 'course', id, rating_sum, rating_count, rating, sales_count, price_cents from courses)
      select i.type, i.id from items i cross join lateral (
        select coalesce(sum(stars), 0) as stars, count(*) as reviews from reviews where (item_type, item_id) = (i.type, i.id)) r
      where (rating_sum, rating_count) <> (r.stars, r.reviews) or rating < 3.6 or rating_count > (select count(*) from users)
        or (price_cents > 0 and sales_count < (select count(*) from entitlements
          where (item_type, item_id) = (i.type, i.id) and cause <> 'membership'))`),
  ).toEqual([]);
  expect(
    await rowsOf(`select user_id from sellers s join resources r on r.seller_id = s.user_id group by user_id
      having (s.rating_sum, s.rating_count) <> (sum(r.rating_sum), sum(r.rating_count))`),
  ).toEqual([]);
});

it('dates nothing after the moment of seeding, or before its user joined', async () => {
  const moments = [
    ['sellers', 'user_id', 'created_at'],
    ['resources', 'seller_id', 'created_at'],
    ['resources', 'seller_id', 'updated_at'],
    ['courses', 'instructor_id', 'created_at'],
    ['courses', 'instructor_id', 'updated_at'],
    ['entitlements', 'user_id', 'created_at'],
    ['reviews', 'user_id', 'created_at'],
    ['reviews', 'user_id', 'coalesce(answered_at, t.created_at)'],
    ['wishlist_items', 'user_id', 'created_at'],
    ['seller_follows', 'user_id', 'created_at'],
  ];
  for (const [table, person, moment] of moments) {
    const wrong = await rowsOf(`select t.* from ${table} t join users u on u.id = t.${person}
      where ${moment?.includes('t.') ? moment : `t.${moment}`} not between u.created_at and '2026-11-15T12:00Z'`);
    expect(wrong, `${table}.${moment}`).toEqual([]);
  }
  expect(
    await rowsOf(`select e.id from entitlements e left join resources r on e.item_type = 'resource' and r.id = e.item_id
      left join courses c on e.item_type = 'course' and c.id = e.item_id
      where e.created_at < coalesce(r.published_at, c.published_at)`),
  ).toEqual([]);
});

it("has views of the demo sellers' items, none before publication, more than sales", async () => {
  const shops = await rowsOf<{ username: string; views: number; lately: number; taken: number }>(
    `select u.username, sum(v.views)::int as views,
      (sum(v.views) filter (where v.day > date '2026-11-15' - 30))::int as lately,
      (select count(*)::int from entitlements e join resources r on r.id = e.item_id
        where e.item_type = 'resource' and r.seller_id = u.id) as taken
    from resource_views v join resources r on r.id = v.resource_id join users u on u.id = r.seller_id
    group by u.id order by u.username`,
  );
  expect(shops.map(({ username }) => username)).toEqual(['multi', 'seller']);
  for (const { views, lately, taken } of shops) {
    expect(lately).toBeGreaterThan(100);
    expect(taken / views).toBeGreaterThan(0.02);
    expect(taken / views).toBeLessThan(0.1);
  }
  expect(
    await rowsOf(`select v.* from resource_views v join resources r on r.id = v.resource_id
      where v.day not between (r.published_at at time zone 'UTC')::date and '2026-11-15'
        or v.views < (select count(*) from entitlements e where (e.item_type, e.item_id) = ('resource', r.id)
          and (e.created_at at time zone 'UTC')::date = v.day)`),
  ).toEqual([]);
});

it('leaves the member something to discover, and has a cover for each item', async () => {
  expect(
    await rowsOf(`select
      (select count(*)::int from entitlements where user_id = u.id and item_type = 'resource' and cause = 'free') > 0 as "hasFree",
      (select count(*)::int from entitlements where user_id = u.id and item_type = 'resource' and cause = 'order_line') > 1 as "hasPaid",
      (select count(*)::int from entitlements where user_id = u.id and item_type = 'course') as courses,
      (select count(*)::int from wishlist_items where user_id = u.id) as wishes,
      (select count(*)::int from seller_follows where user_id = u.id) as follows
      from users u where username = 'member'`),
  ).toEqual([{ hasFree: true, hasPaid: true, courses: 2, wishes: 3, follows: 2 }]);
  expect(
    await rowsOf(`select
      (select count(*)::int from covers join resources on subject = 'resource-' || id where style = dance_style) as resources,
      (select count(*)::int from covers join courses on subject = 'course-' || id where style = dance_style) as courses,
      (select count(*)::int from covers join sellers on subject = 'seller-' || user_id) as sellers`),
  ).toEqual([{ resources: 127, courses: 12, sellers: 10 }]);
});

it('has four bundles, two of sellers and two of the platform, each complete and cheaper than its items', async () => {
  expect(
    await rowsOf(`select u.username as seller, count(i.id)::int as things,
        bool_and(coalesce(r.is_listed, c.is_listed)) as "isWhole",
        bool_and(b.seller_id is null or b.seller_id = coalesce(r.seller_id, c.instructor_id)) as "isTheirs",
        round(100 - b.price_cents * 100.0 / sum(coalesce(r.price_cents, c.price_cents)))::int as saving
      from bundles b left join users u on u.id = b.seller_id join bundle_items i on i.bundle_id = b.id
      left join resources r on r.id = i.resource_id left join courses c on c.id = i.course_id
      where b.state = 'published' and b.description <> '' group by b.id, u.username order by b.id`),
  ).toEqual([
    { seller: 'seller', things: 3, isWhole: true, isTheirs: true, saving: 24 },
    { seller: 'multi', things: 4, isWhole: true, isTheirs: true, saving: 25 },
    { seller: null, things: 4, isWhole: true, isTheirs: true, saving: 25 },
    { seller: null, things: 4, isWhole: true, isTheirs: true, saving: 24 },
  ]);
});

it('has an order behind everything that was paid for, and a ledger that sums to zero', async () => {
  expect(
    await rowsOf(`select e.id from entitlements e where cause = 'order_line' and not exists (
      select from order_parts p join order_lines l on l.id = p.line_id join orders o on o.id = l.order_id
        join payments y on y.order_id = o.id and y.state = 'succeeded' and y.amount_cents = o.total_cents
        join sandbox_payments x on x.id = y.gateway_id and x.amount_cents = y.amount_cents and x.state = 'succeeded'
        join ledger_transactions t on t.order_id = o.id and t.cause = 'payment ' || y.id
      where l.id::text = e.cause_ref and l.is_live and l.buyer = 'u' || e.user_id and o.state in ('paid', 'partially_refunded')
        and o.user_id = e.user_id and o.paid_at = e.created_at
        and (p.item_type, p.item_id) = (e.item_type, e.item_id))`),
  ).toEqual([]);
  expect(
    await rowsOf(`select (select count(*) from order_parts where item_type <> 'membership')
          = (select count(*) from entitlements where cause = 'order_line')
        as "areAll", sum(amount_cents)::int as sum, count(*) > 1000 as "areMany",
      (select sum(amount_cents - fee_cents) from order_parts where seller_id is not null)
        = -sum(amount_cents) filter (where account = 'seller_payable' and kind = 'sale') as "areShares"
      from ledger_entries join ledger_transactions t on t.id = transaction_id`),
  ).toEqual([{ areAll: true, sum: 0, areMany: true, areShares: true }]);
  expect(
    await rowsOf(`select user_id, item_id from entitlements where item_type = 'course'
      except select user_id, course_id from enrollments`),
  ).toEqual([]);
  const [demo] = await rowsOf(`select
    (select count(*)::int from orders o join users u on u.id = o.user_id where u.username = 'member') as member,
    (select count(*)::int from orders o join users u on u.id = o.user_id where u.username = 'multi') > 3 as multi,
    (select count(*)::int from order_parts p join users u on u.id = p.seller_id where u.username = 'seller') > 20 as sold`);
  expect(demo).toEqual({ member: 6, multi: true, sold: true });
});

it('has a money history: matching daily totals, a bundle, seats, refunds, a request, a dispute, payouts', async () => {
  const [money] = await rowsOf(`select
    (select count(*)::int from ledger_unrolled) as waiting,
    (select sum(amount_cents)::int from ledger_days) as sum,
    (select sum(entry_count) from ledger_days) = (select count(*) from ledger_entries) as "areAllRolled",
    (select sum(amount_cents) from sales_days) = (select sum(amount_cents) from order_parts) as "areAllSold",
    (select sum(amount_cents) from sales_months) = (select sum(amount_cents) from order_parts) as "areInMonths",
    (select count(*)::int from earnings) = (select count(*) from order_parts where seller_id is not null
      and amount_cents > fee_cents) as "areEarned",
    (select count(*)::int from order_lines where item_type = 'bundle') as bundles,
    (select array_agg(state order by position) from seats) as seats,
    (select count(*)::int from orders where state = 'partially_refunded') as refunded,
    (select array_agg(state) from refund_requests) as requests,
    (select array_agg(state) from disputes) as disputes,
    (select count(*)::int from earnings where state = 'held') as held,
    (select count(*) > 10 from payouts where state = 'paid') as "arePaid",
    (select bool_and(seller_owed(user_id) >= 0) from sellers) as "isNobodyBehind",
    (select bool_and(seller_owed(s.user_id) = (select coalesce(sum(share_cents - returned_cents), 0) from earnings e
        where e.seller_id = s.user_id and e.state in ('waiting', 'held'))
      + (select coalesce(sum(amount_cents), 0) from member_shares m where m.payee_id = s.user_id))
      from sellers s) as "areOwed"`);
  expect(money).toEqual({
    waiting: 0,
    sum: 0,
    areAllRolled: true,
    areAllSold: true,
    areInMonths: true,
    areEarned: true,
    bundles: 1,
    seats: ['held', 'invited', 'free'],
    refunded: 1,
    requests: ['asked'],
    disputes: ['open'],
    held: 2,
    arePaid: true,
    isNobodyBehind: true,
    areOwed: true,
  });
});

it('has members in every state but a failed payment, each period paid by an order, and months shared with sellers', async () => {
  const [found] = await rowsOf(`select
    (select array_agg(distinct state order by state) from memberships) as states,
    (select count(*)::int from memberships where state = 'active' and source = 'paid') as paying,
    (select count(*)::int from memberships where state = 'active' and next_action_at < '2026-11-18T12:00Z') as soon,
    (select count(*)::int from membership_invoices i where not exists (select 1 from orders o join payments p
      on p.order_id = o.id and p.state = 'succeeded' where o.id = i.order_id and o.total_cents = i.amount_cents)) as unpaid,
    (select count(*)::int from member_share_months where shared_at is not null and shared_cents > 0) as shared,
    (select count(*) > 0 from member_shares m join users u on u.id = m.payee_id where u.username = 'seller') as "isSellerPaid",
    (select bool_and(created_at >= m.since and created_at <= '2026-11-15T12:00Z') from entitlements e
      join (select id, created_at as since from memberships) m on m.id::text = e.cause_ref and e.cause = 'membership') as "isTaken"`);
  expect(found).toEqual({
    states: ['active', 'cancelled', 'paused', 'trialing'],
    paying: 19,
    soon: 0,
    unpaid: 0,
    shared: 3,
    isSellerPaid: true,
    isTaken: true,
  });
});

it('plans complete, distinct files for each resource', () => {
  const documents = new Set<string>();
  for (const resource of demoResources()) {
    const files = planFilesOf(resource);
    expect(new Set(files.map(({ name }) => name)).size, resource.title).toBe(files.length);
    for (const file of files) {
      if (file.kind !== 'pdf') continue;
      documents.add(JSON.stringify(file.plan.pages));
      expect(file.plan.pages.length).toBeGreaterThan(0);
      for (const { timings = [] } of file.plan.pages) {
        expect(timings.every(({ minutes }) => minutes > 0)).toBe(true);
      }
    }
  }
  const planned = demoResources()
    .flatMap(planFilesOf)
    .filter(({ kind }) => kind === 'pdf');
  expect(documents.size).toBe(planned.length);
});
