// Personal data in the catalogue: exported, and erased with the account.
import { describe, expect, it } from 'vitest';
import {
  createCourse,
  createEntitlement,
  createResource,
  createReview,
  createSeller,
} from '#server/seed/factories.ts';
import { deleteAccount, exportAccount } from '#shared/features/privacy/privacy.contract.ts';
import { getResourceDownloads } from '#shared/features/resource/resource.contract.ts';
import {
  listCourseReviews,
  listResourceReviews,
  type Review,
} from '#shared/features/review/review.contract.ts';
import { resourceWithFiles, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';

const { app, ctx, call } = await testApp();

let place = 0;
const as = (person: Caller) => ({ headers: { cookie: person.cookie }, from: `10.5.0.${++place}` });
const remove = (person: Caller) => call(deleteAccount, { ...as(person), body: { password: PASSWORD } });
const rowsOf = async (sql: string, ...values: unknown[]) => (await ctx.pool.query(sql, values)).rows;

/** A shopper with something in every table of the store; their username is in everything they wrote. */
async function shopper() {
  const person = await newcomer(ctx);
  const { id: userId, username } = person;
  const resource = await createResource(ctx.db, { title: 'Skipping for six-year-olds' });
  const course = await createCourse(ctx.db, { title: 'First aid at the barre' });
  const item = { itemType: 'resource', itemId: resource.id } as const;
  await createEntitlement(ctx.db, { userId, ...item, cause: 'order_line', causeRef: '9' });
  await createEntitlement(ctx.db, { userId, itemType: 'course', itemId: course.id, cause: 'free' });
  const body = `Written by ${username}.`;
  await createReview(ctx.db, {
    userId,
    ...item,
    stars: 2,
    body,
    answer: `Dear ${username}, sorry.`,
    answeredAt: ctx.clock.now(),
  });
  await createReview(ctx.db, { userId, itemType: 'course', itemId: course.id, stars: 5, body });
  await ctx.pool.query(
    `insert into wishlist_items (user_id, item_type, item_id, created_at) values ($1, 'course', $2, now())`,
    [userId, course.id],
  );
  await ctx.pool.query(`insert into seller_follows (user_id, seller_id, created_at) values ($1, $2, now())`, [
    userId,
    resource.sellerId,
  ]);
  await ctx.pool.query(
    `insert into resource_downloads (resource_id, user_id, day) values ($1, $2, '2026-05-04')`,
    [resource.id, userId],
  );
  await ctx.pool.query(
    `insert into rights_notices (resource_id, reporter_id, reason, body, created_at, due_at)
     values ($1, $2, 'copyright', $3, now(), now())`,
    [resource.id, userId, `I, ${username}, drew this.`],
  );
  return { person, resource, course };
}

/** A seller and instructor with a store, a sale and a reply. */
async function shopkeeper() {
  const person = await newcomer(ctx, ['seller', 'instructor']);
  const { id: userId, username } = person;
  await createSeller(ctx.db, {
    userId,
    name: `The shop of ${username}`,
    slug: username,
    tagline: username,
    about: username,
    policies: username,
  });
  const resource = await resourceWithFiles(ctx, { sellerId: userId, title: 'Across the floor' });
  const course = await createCourse(ctx.db, { instructorId: userId });
  const answered = { answer: `Thanks. ${username}`, answeredAt: ctx.clock.now() };
  const body = 'Words of a customer.';
  await createReview(ctx.db, { itemType: 'resource', itemId: resource.id, stars: 4, body, ...answered });
  await createReview(ctx.db, { itemType: 'course', itemId: course.id, stars: 3, body, ...answered });
  const buyer = await someone(ctx);
  await createEntitlement(ctx.db, { userId: buyer.id, itemType: 'resource', itemId: resource.id });
  await ctx.pool.query(`insert into seller_follows (user_id, seller_id, created_at) values ($1, $2, now())`, [
    buyer.id,
    userId,
  ]);
  return { person, resource, course, buyer };
}

describe('the export', () => {
  it("contains the user's items, wishlist, follows, reviews and downloads", async () => {
    const { person, resource, course } = await shopper();
    const title = { resource: 'Skipping for six-year-olds', course: 'First aid at the barre' };
    const body = `Written by ${person.username}.`;
    const { itemType, itemId } = { itemType: 'resource', itemId: resource.id };
    expect((await call(exportAccount, as(person))).json()).toMatchObject({
      things: [
        { itemType, itemId, title: title.resource, cause: 'order_line', state: 'active', endsAt: null },
        { itemType: 'course', itemId: course.id, title: title.course, cause: 'free' },
      ],
      downloads: [{ resourceId: resource.id, title: title.resource, day: '2026-05-04' }],
      reviews: [
        {
          itemType,
          itemId,
          title: title.resource,
          stars: 2,
          body,
          answer: `Dear ${person.username}, sorry.`,
        },
        { itemType: 'course', stars: 5, body, answer: null },
      ],
      answersToReviews: [],
      wishes: [{ itemType: 'course', itemId: course.id, title: title.course }],
      sellersFollowed: [{ sellerId: resource.sellerId, shop: 'Studio Ruiz' }],
      reports: [
        {
          resourceId: resource.id,
          reason: 'copyright',
          body: `I, ${person.username}, drew this.`,
          state: 'open',
        },
      ],
      shop: null,
    });
  });

  it("contains a seller's settings and replies, and nothing their customers wrote", async () => {
    const { person, resource, buyer } = await shopkeeper();
    const answer = await call(exportAccount, as(person));
    expect(answer.json()).toMatchObject({
      answersToReviews: [
        { itemType: 'resource', title: 'Across the floor', answer: `Thanks. ${person.username}` },
        { itemType: 'course', answer: `Thanks. ${person.username}` },
      ],
      shop: {
        name: `The shop of ${person.username}`,
        state: 'approved',
        items: [{ id: resource.id, title: 'Across the floor', priceCents: 1200, state: 'published' }],
      },
    });
    expect(answer.body).not.toContain('Words of a customer');
    expect(answer.body).not.toContain(buyer.username);
    expect(answer.body).not.toContain(resource.files[0]?.storageKey);
  });
});

describe("deleting a buyer's account", () => {
  it('deletes wishlist, follows, downloads and review texts; ratings and purchases stay', async () => {
    const { person, resource, course } = await shopper();
    const ratings = () =>
      rowsOf(
        `select rating_sum, rating_count from resources where id = $1
         union all select rating_sum, rating_count from courses where id = $2
         union all select rating_sum, rating_count from sellers where user_id = $3`,
        resource.id,
        course.id,
        resource.sellerId,
      );
    const before = await ratings();
    await ctx.pool.query('update resources set download_count = 1 where id = $1', [resource.id]);
    expect((await remove(person)).statusCode).toBe(204);
    expect(await ratings()).toEqual(before);
    for (const table of ['wishlist_items', 'seller_follows', 'resource_downloads', 'reviews']) {
      expect(await rowsOf(`select 1 from ${table} where user_id = $1`, person.id), table).toEqual([]);
    }
    expect(await rowsOf('select download_count from resources where id = $1', resource.id)).toEqual([
      { download_count: 1 },
    ]);
    expect(await rowsOf('select cause, state from entitlements where user_id = $1', person.id)).toEqual([
      { cause: 'order_line', state: 'active' },
    ]);
    expect(
      await rowsOf('select reason, body, state from rights_notices where reporter_id = $1', person.id),
    ).toEqual([{ reason: 'copyright', body: '', state: 'open' }]);
    for (const [contract, id, stars] of [
      [listResourceReviews, resource.id, 2],
      [listCourseReviews, course.id, 5],
    ] as const) {
      const reviews = (await call(contract, { params: { id } })).json<Review[]>();
      expect(reviews).toMatchObject([{ stars, body: '', author: 'A former member', answer: null }]);
    }
  });
});

describe("deleting a seller's account", () => {
  it('closes the store and removes its name; buyers keep what they have', async () => {
    const { person, resource, buyer } = await shopkeeper();
    expect((await remove(person)).statusCode).toBe(204);
    const [shop] = await rowsOf('select * from sellers where user_id = $1', person.id);
    expect(shop).toMatchObject({
      name: 'Former seller',
      slug: expect.stringMatching(new RegExp(`^former-${person.id}-[0-9a-f]{8}$`)),
      tagline: '',
      about: '',
      policies: '',
      state: 'suspended',
      rating_sum: 4,
      rating_count: 1,
    });
    expect(await rowsOf('select is_listed, state from resources where id = $1', resource.id)).toEqual([
      { is_listed: false, state: 'published' },
    ]);
    expect(await rowsOf('select 1 from seller_follows where seller_id = $1', person.id)).toEqual([]);
    const links = await call(getResourceDownloads, { params: { id: resource.id }, ...buyer });
    expect(links.statusCode).toBe(200);
    const file = await app.inject({ url: links.json().files[0].url, headers: buyer.headers });
    expect(file.rawPayload.equals(resource.files[0]?.content ?? Buffer.alloc(0))).toBe(true);
    const reviews = await call(listResourceReviews, { params: { id: resource.id }, ...buyer });
    expect(reviews.json()).toMatchObject([{ stars: 4, body: 'Words of a customer.', answer: null }]);
  });
});

it('leaves nothing in any table that names the user', async () => {
  const people = [(await shopper()).person, (await shopkeeper()).person];
  for (const person of people) expect((await remove(person)).statusCode).toBe(204);
  const tables = await rowsOf(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    for (const { username } of people) {
      const found = await rowsOf(`select 1 from ${name} t where strpos(t::text, $1) > 0`, username);
      // The farewell goes to their address.
      expect(found, name).toHaveLength(name === 'mail_outbox' ? 1 : 0);
    }
  }
});
