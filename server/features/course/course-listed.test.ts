// Courses of a suspended or deleted instructor: off sale everywhere, open to learners who have them.
import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { createCourse, createEntitlement } from '#server/seed/factories.ts';
import { addToCart, refreshCart } from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { getCourse, listCourses } from '#shared/features/course/course.contract.ts';
import {
  createEnrollment,
  enrollForFree,
  getClassroom,
} from '#shared/features/learning/learning.contract.ts';
import { restoreUser, suspendUser } from '#shared/features/user-admin/user-admin.contract.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

async function isListed(id: number): Promise<boolean> {
  const { rows } = await ctx.pool.query<{ is_listed: boolean }>(
    'select is_listed from courses where id = $1',
    [id],
  );
  return rows[0]?.is_listed ?? false;
}

async function someCourses() {
  const instructor = await someone(ctx, { roles: ['instructor'] });
  const title = `Turns of ${instructor.username}`;
  const paid = await createCourse(ctx.db, {
    instructorId: instructor.id,
    title,
    modules: [{ lessons: [{}] }],
  });
  const free = await createCourse(ctx.db, { instructorId: instructor.id, title, priceCents: 0 });
  return { instructor, title, paid, free };
}

describe('suspending an instructor', () => {
  it('removes their courses from the catalogue, their page, carts and enrollment, until they are restored', async () => {
    const { instructor, title, paid, free } = await someCourses();
    const buyer = await someone(ctx);
    const line = { itemType: 'course', itemId: paid.id };
    const statuses = async () => {
      const visitor = await someone(ctx);
      const found = (await call(listCourses, { query: { q: title } })).json<{ total: number }>();
      const answers = await Promise.all([
        call(getCourse, { params: { id: paid.id } }),
        call(addToCart, { body: line, ...visitor }),
        call(createEnrollment, { body: { courseId: free.id }, ...visitor }),
        call(enrollForFree, { params: { id: free.id }, ...(await someone(ctx)) }),
      ]);
      return [found.total, ...answers.map(({ statusCode }) => statusCode)];
    };
    expect(await statuses()).toEqual([2, 200, 200, 200, 200]);
    await call(addToCart, { body: line, ...buyer });

    const suspended = await call(
      suspendUser,
      { params: { id: instructor.id }, body: { reason: 'Spam' } },
      'admin',
    );
    expect(suspended.statusCode, suspended.body).toBeLessThan(300);
    expect(await statuses()).toEqual([0, 404, 404, 404, 404]);
    const pay = () => call(simpleCheckout, { body: { ...MARA, card: CARDS.good }, ...buyer });
    expect((await pay()).statusCode).toBeGreaterThanOrEqual(400);
    const refreshed = await call(refreshCart, { body: { items: [line] } });
    expect(refreshed.body).not.toContain('"price":"49.00"');

    await call(restoreUser, { params: { id: instructor.id } }, 'admin');
    expect(await statuses()).toEqual([2, 200, 200, 200, 200]);
    expect((await pay()).json()).toMatchObject({ status: 'paid' });
  });

  it('leaves learners their access', async () => {
    const { instructor, paid } = await someCourses();
    const learner = await someone(ctx);
    await createEntitlement(ctx.db, { userId: learner.id, itemType: 'course', itemId: paid.id });
    await call(suspendUser, { params: { id: instructor.id }, body: { reason: 'Spam' } }, 'admin');
    expect((await call(getClassroom, { params: { id: paid.id }, ...learner })).json()).toMatchObject({
      role: 'learner',
    });
    expect((await call(getCourse, { params: { id: paid.id }, ...learner })).statusCode).toBe(200);
  });
});

const SUSPEND = `update users set state = 'suspended', suspended_reason = 'x' where id = $1`;

/** Waits until this connection is blocked by another one's lock. */
async function waitsForLock(client: PoolClient & { processID?: number | null }): Promise<void> {
  for (;;) {
    const { rows } = await ctx.pool.query(
      `select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
      [client.processID],
    );
    if (rows.length > 0) return;
  }
}

/** Runs the second statement while the first is done but not committed. */
async function atOnce(first: [string, number[]], second: [string, number[]]): Promise<void> {
  const [one, other] = [await ctx.pool.connect(), await ctx.pool.connect()];
  try {
    await one.query('begin');
    await one.query(...first);
    const done = other.query(...second);
    await waitsForLock(other);
    await one.query('commit');
    await done;
  } finally {
    for (const client of [one, other]) client.release();
  }
}

describe('suspending at the very same moment', () => {
  const CHANGES = ['is being published', 'is being transferred to them'] as const;
  it.each(CHANGES)('a course %s', async (change) => {
    for (const isFirst of [true, false]) {
      const { id: instructorId } = await someone(ctx, { roles: ['instructor'] });
      const isTransfer = change === 'is being transferred to them';
      const { id } = await createCourse(ctx.db, isTransfer ? {} : { instructorId, state: 'draft' });
      const write: [string, number[]] = isTransfer
        ? ['update courses set instructor_id = $2 where id = $1', [id, instructorId]]
        : [`update courses set state = 'published' where id = $1`, [id]];
      const suspend: [string, number[]] = [SUSPEND, [instructorId]];
      await (isFirst ? atOnce(write, suspend) : atOnce(suspend, write));
      expect(await isListed(id)).toBe(false);
    }
  });

  it('no statement lists the course of a suspended or deleted instructor', async () => {
    for (const state of ['suspended', 'deleted']) {
      const { instructor, paid } = await someCourses();
      await ctx.pool.query(
        `update users set state = $2, suspended_reason = case when $2 = 'suspended' then 'x' end where id = $1`,
        [instructor.id, state],
      );
      expect(await isListed(paid.id)).toBe(false);
      await ctx.pool.query('update courses set is_listed = true where id = $1', [paid.id]);
      expect(await isListed(paid.id)).toBe(false);
    }
  });
});
