// Instructors earn through the same ledger as sellers: their share of each course sale, returned with a refund.
import { describe, expect, it } from 'vitest';
import { createCourse } from '#server/seed/factories.ts';
import { addToCart } from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { checkLedger, getLedgerBalances } from '#shared/features/ledger/ledger.contract.ts';
import { holdPayouts } from '#shared/features/payout/payout-staff.contract.ts';
import { getLesson } from '#shared/features/learning/learning.contract.ts';
import { getPaymentsOverview, listEarnings } from '#shared/features/payout/payout.contract.ts';
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { getInstructorDashboard } from '#shared/features/teaching/teaching.contract.ts';
import type { InstructorDashboard } from '#shared/features/teaching/teaching.schema.ts';
import { bookableTeacher, bookingTools } from '../../../tests/server/booking-tools.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { countQueries } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const { slotsOf, book } = bookingTools(app);
const admin = await someone(ctx, { roles: ['admin'] });

async function sellCourse(instructor: Person, instructorShare?: number) {
  const course = await createCourse(ctx.db, {
    instructorId: instructor.id,
    priceCents: 4900,
    modules: [{ lessons: [{}] }],
    ...(instructorShare !== undefined && { instructorShare }),
  });
  const buyer = await someone(ctx);
  const item = { itemType: 'course', itemId: course.id, quantity: 1 };
  const added = await call(addToCart, { body: item, ...buyer });
  expect(added.statusCode, added.body).toBeLessThan(300);
  const paid = await call(simpleCheckout, { ...buyer, body: { ...MARA, card: CARDS.good } });
  expect(paid.statusCode, paid.body).toBe(200);
  return { course, buyer, orderId: paid.json<{ orderId: number }>().orderId };
}

const sharesOf = async ({ id }: Person) => {
  const { rows } = await ctx.pool.query<{ share: number }>(
    'select share_cents::int as share from earnings where seller_id = $1 order by part_id',
    [id],
  );
  return rows.map(({ share }) => share);
};

describe('a course sale', () => {
  it('credits the instructor with the share of the settings, or of the course', async () => {
    const instructor = await someone(ctx, { roles: ['instructor'] });
    await sellCourse(instructor);
    await sellCourse(instructor, 50);
    await sellCourse(instructor, 0);
    // Without the role, later sales are the platform's.
    await ctx.pool.query(`update users set role = 'user', roles = '{user}' where id = $1`, [instructor.id]);
    await sellCourse(instructor);
    await ctx.pool.query(`update users set role = 'instructor', roles = '{instructor}' where id = $1`, [
      instructor.id,
    ]);
    expect(await sharesOf(instructor)).toEqual([4165, 2450]);
    const overview = await call(getPaymentsOverview, { ...instructor });
    expect(overview.json()).toMatchObject({ balance: '66.15' });
    const earnings = await call(listEarnings, { ...instructor });
    expect(earnings.json<{ total: number }>().total).toBe(2);
    const dashboard = await call(getInstructorDashboard, { ...instructor });
    expect(dashboard.json()).toMatchObject({
      earnings: { month: '66.15', owed: '66.15', courses: { amount: '66.15', sales: 2 } },
    });
  });

  it('is told apart from sessions on the dashboard, where refunded sales aren’t counted', async () => {
    const teacher = await bookableTeacher(ctx);
    await sellCourse(teacher);
    const read = async () =>
      (await call(getInstructorDashboard, { ...teacher })).json<InstructorDashboard>().earnings;
    await read();
    const few = await countQueries(ctx, read);
    const { orderId } = await sellCourse(teacher);
    const client = await someone(ctx);
    const [slot] = await slotsOf(teacher);
    expect((await book(client, teacher, { start: slot?.start })).statusCode).toBe(201);
    const paid = await call(simpleCheckout, { ...client, body: { ...MARA, card: CARDS.good } });
    expect(paid.statusCode, paid.body).toBe(200);
    const body = { kind: 'whole', reason: 'Bought the wrong one' };
    expect((await call(refundOrder, { params: { id: orderId }, body, ...admin })).statusCode).toBeLessThan(
      300,
    );
    await ctx.jobs.drain();
    const sums = {
      month: '92.65',
      courses: { amount: '41.65', sales: 1 },
      bookings: { amount: '51.00', sales: 1 },
    };
    expect(await read()).toEqual({ ...sums, before: '0.00', owed: '92.65' });
    await ctx.pool.query(
      `update orders set paid_at = paid_at - interval '1 month' where id in (select order_id from earnings where seller_id = $1)`,
      [teacher.id],
    );
    expect(await countQueries(ctx, read)).toBe(few);
    const none = { amount: '0.00', sales: 0 };
    expect(await read()).toEqual({
      month: '0.00',
      courses: none,
      bookings: none,
      before: '92.65',
      owed: '92.65',
    });
  });

  it('that is refunded ends access at once and takes the share back', async () => {
    const instructor = await someone(ctx, { roles: ['instructor'] });
    await sellCourse(instructor);
    const { course, buyer, orderId } = await sellCourse(instructor);
    const { rows } = await ctx.pool.query<{ id: number }>(
      'select l.id from lessons l join course_modules m on m.id = l.module_id where m.course_id = $1',
      [course.id],
    );
    const open = async () => [
      (await call(getLesson, { params: { id: rows[0]?.id ?? 0 }, ...buyer })).statusCode,
      (await call(saveLessonProgress, { params: { id: rows[0]?.id ?? 0 }, body: {}, ...buyer })).statusCode,
    ];
    const balance = async () =>
      (await call(getPaymentsOverview, { ...instructor })).json<{ balance: string }>().balance;
    expect(await open()).toEqual([200, 200]);
    expect(await balance()).toBe('83.30');
    const body = { kind: 'whole', reason: 'Bought the wrong one' };
    const refunded = await call(refundOrder, { params: { id: orderId }, body, ...admin });
    expect(refunded.statusCode, refunded.body).toBeLessThan(300);
    await ctx.jobs.drain();
    expect(await open()).toEqual([402, 402]);
    expect(await balance()).toBe('41.65');
    expect((await call(checkLedger, { ...admin })).json()).toMatchObject({
      unbalancedCount: 0,
      strayCount: 0,
    });
  });

  it('leaves the ledger balanced', async () => {
    await sellCourse(await someone(ctx, { roles: ['instructor'] }), 33);
    expect((await call(getLedgerBalances, { ...admin })).json()).toMatchObject({ total: '0.00' });
    expect((await call(checkLedger, { ...admin })).json()).toMatchObject({
      unbalancedCount: 0,
      strayCount: 0,
    });
    const { rows } = await ctx.pool.query(
      'select 1 from ledger_entries group by transaction_id having sum(amount_cents) <> 0',
    );
    expect(rows).toEqual([]);
  });

  it('is nobody’s business without a course or a store', async () => {
    expect((await call(getPaymentsOverview, { ...(await someone(ctx)) })).statusCode).toBe(404);
  });
});

it('an instructor’s payouts can be held, though there is no store', async () => {
  const instructor = await someone(ctx, { roles: ['instructor'] });
  await sellCourse(instructor);
  const hold = () =>
    call(holdPayouts, {
      params: { id: instructor.id },
      body: { reason: 'We look into two sales.' },
      ...admin,
    });
  expect((await hold()).statusCode).toBe(200);
  expect((await hold()).statusCode).toBe(409);
  expect((await call(getPaymentsOverview, { ...instructor })).json()).toMatchObject({
    hold: { reason: 'We look into two sales.' },
  });
});
