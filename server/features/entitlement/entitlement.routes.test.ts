// Causes of access, and the viewer's relationship to an item.
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { createCourse, createEntitlement, createResource, createReview } from '#server/seed/factories.ts';
import { getCourseAccess } from '#shared/features/course/course.contract.ts';
import { getResourceAccess } from '#shared/features/resource/resource.contract.ts';
import { addWishlistItem } from '#shared/features/wishlist/wishlist.contract.ts';
import { someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { grantEntitlement, hasLiveEntitlement, revokeEntitlement } from './entitlement.service.ts';

const { ctx, call } = await testApp();
const DAY = 86_400_000;
const inDays = (days: number) => new Date(ctx.clock.now().getTime() + days * DAY);

describe('causes of access', () => {
  const itemOf = (itemId: number) => ({ itemType: 'resource' as const, itemId });

  it('any live one is enough, and a refund ends only its own', async () => {
    const { id: userId } = await someone(ctx);
    const item = itemOf((await createResource(ctx.db)).id);
    const has = () => hasLiveEntitlement(ctx.db, { userId, ...item, now: ctx.clock.now() });
    const order = { userId, ...item, cause: 'order_line', causeRef: '17' } as const;
    const seat = { userId, ...item, cause: 'seat', causeRef: '4' } as const;
    expect(await has()).toBe(false);
    expect(await grantEntitlement(ctx.db, { ...order, createdAt: ctx.clock.now() })).toBe(true);
    expect(await grantEntitlement(ctx.db, { ...seat, createdAt: ctx.clock.now() })).toBe(true);
    expect(await has()).toBe(true);
    const revoke = (cause: typeof order | typeof seat) =>
      inTransaction(ctx.db, (tx) => revokeEntitlement(tx, cause));
    expect(await revoke(order)).toBe(true);
    expect(await has()).toBe(true);
    expect(await revoke(order)).toBe(false);
    expect(await revoke(seat)).toBe(true);
    expect(await has()).toBe(false);
    expect(await grantEntitlement(ctx.db, { ...order, createdAt: ctx.clock.now() })).toBe(false);
    expect(await has()).toBe(false);
  });

  it('the same cause granted many times at once is one row', async () => {
    const { id: userId } = await someone(ctx);
    const item = itemOf((await createResource(ctx.db)).id);
    const given = {
      userId,
      ...item,
      cause: 'order_line',
      causeRef: '18',
      createdAt: ctx.clock.now(),
    } as const;
    const answers = await Promise.all(Array.from({ length: 20 }, () => grantEntitlement(ctx.db, given)));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  it.each([
    ['without an end', { endsAt: null }, true],
    ['that ends tomorrow', { endsAt: inDays(1) }, true],
    ['that ended yesterday, though no job has marked it', { endsAt: inDays(-1) }, false],
    ['that ends this moment', { endsAt: inDays(0) }, false],
    ['marked as expired', { state: 'expired' }, false],
    ['revoked', { state: 'revoked' }, false],
    ['revoked, with an end to come', { state: 'revoked', endsAt: inDays(1) }, false],
  ] as const)('one %s', async (_name, values, isLive) => {
    const { id: userId } = await someone(ctx);
    const item = itemOf((await createResource(ctx.db)).id);
    await createEntitlement(ctx.db, { userId, ...item, ...values });
    const now = ctx.clock.now();
    expect(await hasLiveEntitlement(ctx.db, { userId, ...item, now })).toBe(isLive);
    const others = { itemType: 'course', itemId: item.itemId } as const;
    expect(await hasLiveEntitlement(ctx.db, { userId, ...others, now })).toBe(false);
  });
});

describe('item access', () => {
  const nothing = {
    isMine: false,
    isOwned: false,
    endsWithMembership: false,
    isWished: false,
    canReview: false,
    review: null,
    hasReported: false,
    licensedTo: null,
  };

  it('of a resource: none, then owned, on the wishlist and reviewed', async () => {
    const me = await someone(ctx);
    const { id } = await createResource(ctx.db);
    const ask = async () => (await call(getResourceAccess, { params: { id }, ...me })).json();
    expect(await ask()).toEqual(nothing);
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'resource', itemId: id });
    await call(addWishlistItem, { params: { itemType: 'resource', itemId: id }, ...me });
    const review = await createReview(ctx.db, { userId: me.id, itemType: 'resource', itemId: id, stars: 4 });
    expect(await ask()).toEqual({
      ...nothing,
      isOwned: true,
      isWished: true,
      canReview: true,
      licensedTo: 'Ana Ruiz, complimentary copy',
      review: { id: review.id, stars: 4, body: review.body },
    });
    // What others have is not mine.
    const other = await someone(ctx);
    expect((await call(getResourceAccess, { params: { id }, ...other })).json()).toEqual(nothing);
  });

  it('of a course is not confused with a resource of the same id', async () => {
    const me = await someone(ctx);
    const course = await createCourse(ctx.db);
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'course', itemId: course.id });
    const answer = await call(getCourseAccess, { params: { id: course.id }, ...me });
    expect(answer.json()).toEqual({
      ...nothing,
      isOwned: true,
      canReview: true,
      licensedTo: 'Ana Ruiz, complimentary copy',
    });
    const teacher = await someone(ctx, { roles: ['instructor'] });
    const { id } = await createCourse(ctx.db, { instructorId: teacher.id, state: 'draft' });
    const own = await call(getCourseAccess, { params: { id }, ...teacher });
    expect(own.json()).toEqual({ ...nothing, isMine: true });
    expect((await call(getCourseAccess, { params: { id }, ...me })).statusCode).toBe(404);
    // Officers look after resources, admins after courses.
    expect((await call(getCourseAccess, { params: { id } }, 'officer')).statusCode).toBe(404);
    expect((await call(getCourseAccess, { params: { id } }, 'admin')).statusCode).toBe(200);
  });

  it("one's own items can't be reviewed, entitled or not", async () => {
    const seller = await someSeller(ctx);
    const { id } = await createResource(ctx.db, { sellerId: seller.id });
    await createEntitlement(ctx.db, { userId: seller.id, itemType: 'resource', itemId: id });
    const answer = await call(getResourceAccess, { params: { id }, ...seller });
    expect(answer.json()).toEqual({ ...nothing, isMine: true, isOwned: true });
  });

  it.each(['draft', 'in_review', 'changes_requested', 'rejected', 'archived'] as const)(
    'a resource in state %s is visible only to its seller, its owners and staff',
    async (state) => {
      const [seller, owner, other] = [await someSeller(ctx), await someone(ctx), await someone(ctx)];
      const { id } = await createResource(ctx.db, { sellerId: seller.id, state });
      await createEntitlement(ctx.db, { userId: owner.id, itemType: 'resource', itemId: id });
      for (const person of [seller, owner]) {
        expect((await call(getResourceAccess, { params: { id }, ...person })).statusCode).toBe(200);
      }
      expect((await call(getResourceAccess, { params: { id } }, 'officer')).statusCode).toBe(200);
      const refused = await call(getResourceAccess, { params: { id }, ...other });
      expect(refused.statusCode).toBe(404);
      const missing = await call(getResourceAccess, { params: { id: 2_000_000_000 }, ...other });
      expect(refused.body).toBe(missing.body);
    },
  );

  it('requires a signed-in user and valid ids', async () => {
    for (const contract of [getResourceAccess, getCourseAccess]) {
      expect((await call(contract, { params: { id: 1 } })).statusCode).toBe(401);
      expect((await call(contract, { params: { id: 'x' } }, 'member')).statusCode).toBe(400);
    }
  });
});
