// Payment problems: who sees them, who resolves them, once, and what is recorded.
import { expect, it } from 'vitest';
import {
  listPaymentProblems,
  resolvePaymentProblem,
} from '#shared/features/payment-problem/payment-problem.contract.ts';
import type { PaymentProblemRow } from '#shared/features/payment-problem/payment-problem.contract.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { newAudit } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

let made = 0;
async function aProblem(): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into payment_problems (kind, gateway, gateway_id, detail, created_at)
     values ('wrong_amount', 'sandbox', $1, 'Expected 24.00 USD, the gateway says 2.40 USD.', now()) returning id`,
    [`pi_test_${++made}`],
  );
  return rows[0]?.id ?? 0;
}

type Listed = { items: PaymentProblemRow[]; total: number; counts: { open: number; resolved: number } };
const settle = (person: object, id: number, resolution = 'Refunded at the gateway.') =>
  call(resolvePaymentProblem, { ...person, params: { id }, body: { resolution } });

it('are resolved once, by an admin with a note, and stay listed', async () => {
  const admin = await someone(ctx, { roles: ['admin'], firstName: 'Mara', lastName: 'Voss' });
  const [first, second] = [await aProblem(), await aProblem()];
  const list = async (state: string) =>
    (await call(listPaymentProblems, { ...admin, query: { state } })).json<Listed>();
  expect((await list('open')).items.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]));
  const answers = await Promise.all([settle(admin, first), settle(admin, first), settle(admin, first)]);
  expect(statusesOf(answers)).toEqual([200, 409, 409]);
  const { items, counts } = await list('resolved');
  expect(items).toMatchObject([
    { id: first, resolvedBy: 'Mara Voss', resolution: 'Refunded at the gateway.', order: null },
  ]);
  expect(counts).toMatchObject({ resolved: 1 });
  expect((await list('open')).items.map(({ id }) => id)).not.toContain(first);
  expect(await newAudit(ctx, 'payment.resolve')).toMatchObject([
    { actor: admin.username, subject_id: String(first), details: { kind: 'wrong_amount' } },
  ]);
});

it('are hidden from officers, members and guests', async () => {
  const id = await aProblem();
  for (const person of [await someone(ctx, { roles: ['curriculum_officer'] }), await someone(ctx)]) {
    expect((await call(listPaymentProblems, person)).statusCode).toBe(403);
    expect((await settle(person, id)).statusCode).toBe(403);
  }
  expect((await call(listPaymentProblems)).statusCode).toBe(401);
  expect((await settle({}, id)).statusCode).toBe(401);
});

it('that don’t exist are 404, and a resolution without a note is 400', async () => {
  const admin = await someone(ctx, { roles: ['admin'] });
  expect((await settle(admin, 2_000_000_000)).statusCode).toBe(404);
  expect((await settle(admin, await aProblem(), '  ')).statusCode).toBe(400);
  expect((await settle(admin, 0)).statusCode).toBe(400);
});
