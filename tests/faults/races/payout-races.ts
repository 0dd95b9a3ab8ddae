// Payouts on two servers with one database, with and without latency: concurrent runs pay once, refunds in between are
// reversed once, and a killed server leaves nobody unpaid or paid twice.
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { startRun } from '#server/features/payout/payout-run.service.ts';
import { sendPayoutJob } from '#server/features/payout/payout-send.service.ts';
import { refundOrder } from '../../server/payout-refunds.ts';
import { payableSeller, sell, type Sold } from '../../server/payout-tools.ts';
import { expectBalancedBooks } from '../books.ts';
import { FULL, ROUNDS, until, type TwoServers } from '../two-servers.ts';
import { reporter } from './race-tools.ts';

export function payoutRaces(two: TwoServers): void {
  const { ctx, rows } = two;

  const SELLERS = FULL ? 10 : 3;
  const RUNS = FULL ? 10 : 4;
  const PATIENCE = 120;

  const noted = reporter('done after');

  type Seller = { id: number; accountId: string; sold: Sold[] };

  async function newSellers(): Promise<Seller[]> {
    const sellers: Seller[] = [];
    for (let n = 0; n < SELLERS; n++) {
      const { id, accountId } = await payableSeller(ctx);
      const sold: Sold[] = [];
      for (const priceCents of [2400, 1000, 1999]) {
        sold.push(await sell(ctx, { sellerId: id, priceCents }, 8));
      }
      sellers.push({ id, accountId, sold });
    }
    return sellers;
  }

  const run = () => inTransaction(ctx.db, (tx) => startRun(ctx, tx, { startedBy: null }));
  const runsAtOnce = () => Promise.all(Array.from({ length: RUNS }, run));

  /** Every run ended, and nothing in transit: to sellers, back from them, or back to buyers. */
  async function untilQuiet(): Promise<void> {
    await until(
      'Everything is settled',
      PATIENCE,
      () =>
        rows<{ what: string }>(
          `select 'run ' || id as what from payout_runs where ended_at is null
         union all select 'payout ' || id from payouts where state = 'processing'
         union all select 'reversal ' || id from payout_reversals where state = 'requested'
         union all select 'refund ' || id from refunds where state = 'requested'`,
        ),
      (open) => open.length === 0,
    );
  }

  type Standing = { bank: number; sent: number; payouts: number; owed: number; due: number };

  /** At the bank and in the ledger, which must agree. */
  async function standingOf({ id, accountId }: Seller): Promise<Standing> {
    const [found] = await rows<Standing>(
      `select a.balance_cents::int as bank,
      (select coalesce(sum(amount_cents), 0)::int from sandbox_transfers t where t.account_id = a.id) as sent,
      (select coalesce(sum(amount_cents), 0)::int from payouts where seller_id = $1 and state = 'paid') as payouts,
      seller_owed($1)::int as owed,
      (select sum(share_cents - returned_cents)::int from earnings where seller_id = $1) as due
     from sandbox_accounts a where a.id = $2`,
      [id, accountId],
    );
    if (!found) throw new Error('No such account');
    return found;
  }

  const shares = ({ sold }: Seller) => sold.reduce((sum, { shareCents }) => sum + shareCents, 0);

  describe.each(ROUNDS)('with $delay ms before PostgreSQL, round $round', ({ delay }) => {
    beforeEach(() => two.setDelay(delay));
    const note = (race: string, what: string, since: number) =>
      noted(race, what, { delay, ms: Date.now() - since });

    it(`${RUNS} runs at once pay each seller once`, async () => {
      const sellers = await newSellers();
      const since = Date.now();
      await runsAtOnce();
      await untilQuiet();
      for (const seller of sellers) {
        const all = shares(seller);
        expect(await standingOf(seller)).toEqual({ bank: all, sent: all, payouts: all, owed: 0, due: all });
        expect(await rows('select id from payouts where seller_id = $1', [seller.id])).toHaveLength(1);
      }
      await expectBalancedBooks(rows);
      note('Payout runs at once', `${RUNS} runs, ${SELLERS} sellers: one payout each, to the cent`, since);
    });

    it('refunds between runs: sales minus refunds are at the bank, to the cent', async () => {
      const sellers = await newSellers();
      const since = Date.now();
      const refund = ({ orderId }: Sold, cents: number) =>
        refundOrder(ctx, orderId, cents, { isPatient: false });
      await Promise.all([
        runsAtOnce(),
        ...sellers.flatMap(({ sold: [first, second] }) => [
          first && refund(first, 2400),
          second && refund(second, 333),
        ]),
      ]);
      await untilQuiet();
      await run();
      await untilQuiet();
      for (const seller of sellers) {
        const { bank, due, owed, payouts, sent } = await standingOf(seller);
        expect({ bank, owed }).toEqual({ bank: due, owed: 0 });
        expect(payouts).toBe(sent);
      }
      await expectBalancedBooks(rows);
      note(
        'Refunds during payouts',
        'every account holds its shares minus refunds; nobody owes or is owed anything',
        since,
      );
    });

    it('a server killed in the middle: every seller is paid, once', async () => {
      const sellers = await newSellers();
      const since = Date.now();
      const runId = await run();
      await until(
        'A payout is on its way',
        PATIENCE,
        () => rows('select id from payouts where run_id = $1', [runId]),
        (begun) => begun.length > 0,
      );
      two.servers[0]?.child.kill('SIGKILL');
      await two.restart(0);
      await until(
        'Everybody is paid',
        PATIENCE,
        async () => {
          // What the cleanup job does each minute, without waiting for it.
          const left = await rows<{ id: number }>(`select id from payouts where state = 'processing'`);
          for (const { id } of left) {
            await ctx.jobs.send(ctx.db, sendPayoutJob, { payoutId: id }, { singletonKey: `payout ${id}` });
          }
          if (left.length === 0) await run();
          return rows('select part_id from earnings where seller_id = any($1) and state <> $2', [
            sellers.map(({ id }) => id),
            'paid',
          ]);
        },
        (unpaid) => unpaid.length === 0,
      );
      for (const seller of sellers) {
        const all = shares(seller);
        expect(await standingOf(seller)).toMatchObject({ bank: all, sent: all, payouts: all, owed: 0 });
      }
      await expectBalancedBooks(rows);
      note('A server killed during a payout run', `${SELLERS} sellers paid, each once`, since);
      await ctx.pool.query('update payout_runs set ended_at = now() where ended_at is null');
    });
  });
}
