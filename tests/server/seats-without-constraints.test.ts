// The seat races again, each without the constraint behind it: then they are lost. So the database decides, and the
// tests of these races (tests/faults/races/seat-races.ts) would notice.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { completeOrder } from '#server/features/payment/complete-order.queries.ts';
import { keyMailed, seatActions, someTeacher } from './seat-tools.ts';
import { testApp, type TestApp } from './test-app.ts';

type Race = {
  name: string;
  constraints: string[];
  /** The count of what must exist once. */
  run(app: TestApp): Promise<number>;
};

async function count({ ctx }: TestApp, text: string, value: unknown): Promise<number> {
  const { rows } = await ctx.pool.query<{ n: number }>(`select count(*)::int as n from ${text}`, [value]);
  return rows[0]?.n ?? 0;
}

const RACES: Race[] = [
  {
    name: 'one address invited at once has one seat',
    constraints: ['drop index seats_email'],
    async run(app) {
      const { licensed, invite } = seatActions(app);
      const licence = await licensed(5);
      const email = `${randomUUID()}@example.com`;
      await Promise.all(Array.from({ length: 4 }, () => invite(licence, email, licence.buyer)));
      return count(app, 'seats where email = $1', email);
    },
  },
  {
    name: 'one person with two addresses holds one seat',
    constraints: ['drop index seats_holder'],
    async run(app) {
      const { licensed, invite, acceptInvitation } = seatActions(app);
      const { ctx } = app;
      const licence = await licensed(4);
      const mara = await someTeacher(ctx);
      for (const email of [mara.email, `z-${mara.email}`]) {
        await invite(licence, email, licence.buyer);
        const key = await keyMailed(ctx, email);
        await ctx.pool.query('update users set email = $2, email_key = $2 where id = $1', [mara.id, email]);
        await acceptInvitation(key, mara);
      }
      return count(app, 'seats where holder_id = $1', mara.id);
    },
  },
  {
    name: 'an order completed twice has its seats once',
    constraints: ['drop index seats_position'],
    async run(app) {
      const { ctx } = app;
      const { licensed } = seatActions(app);
      const { orderId, licenceId, buyer } = await licensed(2);
      const again = { orderId, userId: buyer.id, buyer: `u${buyer.id}`, now: ctx.clock.now(), sale: null };
      await inTransaction(ctx.db, (tx) => completeOrder(tx, again));
      return count(app, 'seats where line_id = $1', licenceId);
    },
  },
  {
    name: 'a seat that was not paid for cannot be made',
    constraints: ['drop trigger seat_was_paid on seats'],
    async run(app) {
      const { licensed } = seatActions(app);
      const { licenceId } = await licensed(2);
      await app.ctx.pool
        .query('insert into seats (line_id, position) values ($1, 3)', [licenceId])
        .catch(() => {});
      return count(app, 'seats where line_id = $1', licenceId);
    },
  },
];

const lawful = await testApp();
const lawless = await testApp();
for (const statement of RACES.flatMap(({ constraints }) => constraints)) {
  await lawless.ctx.pool.query(statement);
}

describe.each(RACES)('$name', ({ run }) => {
  it('holds with its constraint', async () => {
    expect(await run(lawful)).toBe(1);
  });

  it('breaks without it', async () => {
    // A race is not lost every time, only sooner or later.
    let most = 0;
    for (let round = 0; round < 20 && most < 2; round++) most = Math.max(most, await run(lawless));
    expect(most).toBeGreaterThan(1);
  });
});
