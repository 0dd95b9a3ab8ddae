// The member library: taken with one click, counted exactly, and closed with the membership.
import { describe, expect, it } from 'vitest';
import { advanceMemberships } from '#server/features/billing/renewal.service.ts';
import { createCourse, createResource } from '#server/seed/factories.ts';
import { addToCart } from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { getCourse, getCourseAccess } from '#shared/features/course/course.contract.ts';
import { listEnrollments } from '#shared/features/learning/learning.contract.ts';
import { addToLibrary, getBenefits } from '#shared/features/membership/membership.contract.ts';
import { getResource, getResourceAccess } from '#shared/features/resource/resource.contract.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { endMembershipOf, memberOf } from '../../../tests/server/membership-tools.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

type Item = { itemType: 'resource' | 'course'; itemId: number };

async function inLibrary(item: Item): Promise<Item> {
  await ctx.pool.query('insert into library_items (item_type, item_id, added_at) values ($1, $2, $3)', [
    item.itemType,
    item.itemId,
    ctx.clock.now(),
  ]);
  return item;
}

async function libraryResource(priceCents = 1200): Promise<Item> {
  const seller = await someSeller(ctx);
  const { id: itemId } = await createResource(ctx.db, { sellerId: seller.id, priceCents });
  return inLibrary({ itemType: 'resource', itemId });
}

async function libraryCourse(): Promise<Item> {
  const { id: itemId } = await createCourse(ctx.db, { priceCents: 9000 });
  return inLibrary({ itemType: 'course', itemId });
}

const take = (item: Item, person: Person) => call(addToLibrary, { body: item, ...person });
const accessOf = async ({ itemType, itemId: id }: Item, person: Person) =>
  (
    await call(itemType === 'course' ? getCourseAccess : getResourceAccess, { params: { id }, ...person })
  ).json();
const downloadsOf = async (person: Person) => (await call(getBenefits, person)).json().downloads;

async function withSeat(membershipId: number): Promise<Person> {
  const teacher = await someone(ctx);
  await ctx.pool.query(
    'insert into membership_seats (membership_id, user_id, created_at) values ($1, $2, now())',
    [membershipId, teacher.id],
  );
  return teacher;
}

describe('taking from the library', () => {
  it('opens a resource for a member and counts one download, however often they ask', async () => {
    const { member } = await memberOf(ctx, { monthlyDownloads: 10 });
    const item = await libraryResource();
    expect((await call(getResource, { params: { id: item.itemId } })).json().isInLibrary).toBe(true);
    const answer = await take(item, member);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().downloads).toMatchObject({ limit: 10, used: 1, left: 9 });
    expect(await accessOf(item, member)).toMatchObject({ isOwned: true, endsWithMembership: true });
    expect((await take(item, member)).json().downloads).toMatchObject({ used: 1 });
    expect(await downloadsOf(member)).toMatchObject({ used: 1, left: 9 });
  });

  it('enrolls in a course without counting', async () => {
    const { member } = await memberOf(ctx, { monthlyDownloads: 0 });
    const item = await libraryCourse();
    expect((await call(getCourse, { params: { id: item.itemId } })).json().isInLibrary).toBe(true);
    expect((await take(item, member)).statusCode).toBe(200);
    const [enrollment] = (await call(listEnrollments, member)).json<{ courseId: number }[]>();
    expect(enrollment).toMatchObject({ courseId: item.itemId, hasAccess: true });
  });

  it('is for members', async () => {
    const item = await libraryResource();
    const stranger = await someone(ctx);
    const refused = await take(item, stranger);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      expect.stringContaining('Become a member'),
    ]);
    expect((await call(addToLibrary, { body: item })).statusCode).toBe(401);
    const { member, membership } = await memberOf(ctx, { monthlyDownloads: 10 });
    await endMembershipOf(ctx, membership);
    expect((await take(item, member)).statusCode).toBe(403);
    expect((await accessOf(item, member)).isOwned).toBe(false);
    expect(await downloadsOf(member)).toBe(null);
  });

  it('only of what is in the library and on sale, and not their own', async () => {
    const { member } = await memberOf(ctx, { monthlyDownloads: 10 });
    const seller = await someSeller(ctx);
    const other = await createResource(ctx.db, { sellerId: seller.id, priceCents: 1200 });
    expect((await take({ itemType: 'resource', itemId: other.id }, member)).statusCode).toBe(404);
    const gone = await libraryResource();
    await ctx.pool.query(`update resources set state = 'archived' where id = $1`, [gone.itemId]);
    expect((await take(gone, member)).statusCode).toBe(404);
    expect((await take({ itemType: 'resource', itemId: 2_000_000_000 }, member)).statusCode).toBe(404);
    const own = await createResource(ctx.db, { sellerId: seller.id, priceCents: 1200 });
    expect((await take(await inLibrary({ itemType: 'resource', itemId: own.id }), seller)).statusCode).toBe(
      409,
    );
    expect(
      (await call(addToLibrary, { body: { itemType: 'bundle', itemId: 1 }, ...member })).statusCode,
    ).toBe(400);
  });
});

describe('downloads of a month', () => {
  it('are counted exactly when everyone of a studio takes at once', async () => {
    const { member, membership } = await memberOf(ctx, { monthlyDownloads: 5, seats: 3 });
    const people = [member, await withSeat(membership.id), await withSeat(membership.id)];
    const items = await Promise.all(Array.from({ length: 4 }, () => libraryResource()));
    const answers = await Promise.all(people.flatMap((person) => items.map((item) => take(item, person))));
    expect(statusesOf(answers)).toEqual([
      ...Array.from({ length: 5 }, () => 200),
      ...Array.from({ length: 7 }, () => 409),
    ]);
    const { rows } = await ctx.pool.query(
      `select count(*)::int as taken from entitlements where cause = 'membership' and cause_ref = $1`,
      [String(membership.id)],
    );
    expect(rows).toEqual([{ taken: 5 }]);
    for (const person of people) {
      expect(await downloadsOf(person)).toMatchObject({ limit: 5, used: 5, left: 0 });
    }
    const refused = await take(await libraryResource(), member);
    expect(refused.json().message).toContain('downloads for this month are used. There are 5 new ones on');
  });

  it('the same item in several tabs is one', async () => {
    const { member } = await memberOf(ctx, { monthlyDownloads: 5 });
    const item = await libraryResource();
    const answers = await Promise.all(Array.from({ length: 6 }, () => take(item, member)));
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    expect(await downloadsOf(member)).toMatchObject({ used: 1, left: 4 });
  });

  it('start again on the first', async () => {
    const { member } = await memberOf(ctx, { monthlyDownloads: 1 }, { endsAt: new Date('2099-01-01') });
    expect((await take(await libraryResource(), member)).statusCode).toBe(200);
    const next = await libraryResource();
    expect((await take(next, member)).statusCode).toBe(409);
    const { resetsOn } = await downloadsOf(member);
    const before = ctx.clock.now();
    ctx.clock.set(new Date(`${resetsOn}T00:00:00Z`));
    await ctx.pool.query(`update sessions set expires_at = '2100-01-01'`);
    expect((await take(next, member)).statusCode).toBe(200);
    ctx.clock.set(before);
  });

  it('have no limit in some plans, and come from another membership when one is used up', async () => {
    const { member, membership } = await memberOf(ctx, { monthlyDownloads: 1 });
    expect((await take(await libraryResource(), member)).statusCode).toBe(200);
    expect((await take(await libraryResource(), member)).statusCode).toBe(409);
    const school = await memberOf(ctx, { monthlyDownloads: null });
    await ctx.pool.query(
      'insert into membership_seats (membership_id, user_id, created_at) values ($1, $2, now())',
      [school.membership.id, member.id],
    );
    expect((await take(await libraryResource(), member)).statusCode).toBe(200);
    expect(await downloadsOf(member)).toMatchObject({ limit: null, left: null });
    expect(membership.id).not.toBe(school.membership.id);
  });
});

describe('the end of the membership', () => {
  it('closes what was taken; purchases, progress and enrollments stay', async () => {
    const { member, membership } = await memberOf(ctx, { monthlyDownloads: 10 });
    const [taken, bought, course] = [await libraryResource(), await libraryResource(), await libraryCourse()];
    for (const item of [taken, bought, course]) expect((await take(item, member)).statusCode).toBe(200);
    // What was only taken can still be bought.
    expect((await call(addToCart, { body: { ...bought, quantity: 1 }, ...member })).statusCode).toBe(200);
    const paid = await call(simpleCheckout, { body: { ...MARA, card: CARDS.good }, ...member });
    expect(paid.json().status, paid.body).toBe('paid');
    expect(await accessOf(bought, member)).toMatchObject({ isOwned: true, endsWithMembership: false });
    await endMembershipOf(ctx, membership);
    expect((await accessOf(taken, member)).isOwned).toBe(false);
    expect((await accessOf(course, member)).isOwned).toBe(false);
    expect((await accessOf(bought, member)).isOwned).toBe(true);
    expect((await call(listEnrollments, member)).json()).toMatchObject([
      { courseId: course.itemId, hasAccess: false, state: 'active' },
    ]);
  });

  it('comes at the second it was paid until, whether or not a job has run', async () => {
    const soon = new Date(ctx.clock.now().getTime() + 60_000);
    const { member } = await memberOf(ctx, { monthlyDownloads: 10 }, { endsAt: soon });
    const item = await libraryResource();
    expect((await take(item, member)).statusCode).toBe(200);
    ctx.clock.advance(60_000);
    expect((await accessOf(item, member)).isOwned).toBe(false);
    expect((await take(item, member)).statusCode).toBe(403);
  });

  it('a pause closes it, and its end opens it again', async () => {
    const { member, membership } = await memberOf(ctx, { monthlyDownloads: 10 });
    const item = await libraryResource();
    await take(item, member);
    const now = ctx.clock.now();
    await ctx.pool.query(
      `update memberships set state = 'paused', paused_until = $2, paused_seconds = 86400, next_action_at = $2 where id = $1`,
      [membership.id, now],
    );
    await ctx.pool.query(
      `update entitlements set ends_at = $2 where cause = 'membership' and cause_ref = $1`,
      [String(membership.id), now],
    );
    expect((await accessOf(item, member)).isOwned).toBe(false);
    expect((await take(item, member)).statusCode).toBe(403);
    await advanceMemberships(ctx);
    expect((await accessOf(item, member)).isOwned).toBe(true);
  });
});
