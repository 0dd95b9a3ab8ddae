// The ledger: daily totals plus queued transactions always equal the entries, even during a rollup.
import { describe, expect, it } from 'vitest';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import {
  exportLedger,
  exportLedgerSellers,
  getLedgerBalances,
  listLedger,
  checkLedger,
  type LedgerCheck,
  type LedgerTransaction,
} from '#shared/features/ledger/ledger.contract.ts';
import { decimalToCents } from '#shared/money.ts';
import { CARDS, MARA, someBuyer } from '../../../tests/server/checkout-tools.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { newAudit } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { rollUpLedger } from './ledger.queries.ts';

const app = await testApp();
const { ctx, call } = app;
const admin = await someone(ctx, { roles: ['admin'] });

async function buy(priceCents = 2400) {
  const { buyer, thing } = await someBuyer(app, priceCents);
  const answer = await call(simpleCheckout, { ...buyer, body: { ...MARA, card: CARDS.good } });
  expect(answer.statusCode).toBe(200);
  return { orderId: answer.json<{ orderId: number }>().orderId, thing };
}

type Balances = { accounts: { account: string; balance: string; entryCount: number }[]; total: string };
async function balances(): Promise<Balances> {
  return (await call(getLedgerBalances, admin)).json();
}

/** What every entry there is adds up to. */
async function entriesSay(): Promise<Map<string, { cents: number; entries: number }>> {
  const { rows } = await ctx.pool.query<{ account: string; cents: string; entries: number }>(
    `select account, sum(amount_cents) as cents, count(*)::int as entries from ledger_entries group by account`,
  );
  return new Map(rows.map(({ account, cents, entries }) => [account, { cents: Number(cents), entries }]));
}

async function expectSame(): Promise<void> {
  const shown = await balances();
  expect(shown.total).toBe('0.00');
  const found = new Map(
    shown.accounts.map(({ account, balance, entryCount }) => [
      account,
      { cents: decimalToCents(balance), entries: entryCount },
    ]),
  );
  expect(found).toEqual(await entriesSay());
}

const waiting = async () =>
  (await ctx.pool.query<{ n: number }>('select count(*)::int as n from ledger_unrolled')).rows[0]?.n ?? -1;

describe('balances', () => {
  it('equal the total of all entries before, during and after the rollup', async () => {
    for (const price of [1900, 2400, 555]) await buy(price);
    expect(await waiting()).toBeGreaterThanOrEqual(3);
    await expectSame();
    expect(await rollUpLedger(ctx.db, { limit: 1 })).toBe(1);
    await expectSame();
    while ((await rollUpLedger(ctx.db, { limit: 100 })) > 0);
    expect(await waiting()).toBe(0);
    await expectSame();
    expect(await rollUpLedger(ctx.db, { limit: 100 })).toBe(0);
    await expectSame();
  });

  it('stay correct while several rollups and purchases run at once', async () => {
    const { rows } = await ctx.pool.query<{ n: number }>(
      `with made as (
         insert into ledger_transactions (kind, cause, created_at)
         select 'sale', 'test ' || n, now() - n * interval '1 hour' from generate_series(1, 400) n returning id
       ), entered as (
         insert into ledger_entries (transaction_id, account, amount_cents, currency)
         select id, a.account, a.sign * (100 + id % 50), 'USD' from made,
           (values ('gateway', 1), ('platform_revenue', -1)) as a(account, sign)
       ) select count(*)::int as n from made`,
    );
    expect(rows[0]?.n).toBe(400);
    const roller = async () => {
      let taken = 0;
      for (let found = 1; found > 0;) taken += found = await rollUpLedger(ctx.db, { limit: 7 });
      return taken;
    };
    const watcher = async () => {
      for (let at = 0; at < 10; at++) expect((await balances()).total).toBe('0.00');
      return 0;
    };
    const taken = await Promise.all([roller(), roller(), roller(), watcher(), buy().then(() => 0)]);
    expect(taken.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(400);
    await rollUpLedger(ctx.db, { limit: 1000 });
    await expectSame();
    const proof = (await call(checkLedger, admin)).json<LedgerCheck>();
    expect(proof).toMatchObject({ total: '0.00', unbalancedCount: 0, strayCount: 0 });
    expect((await call(getLedgerBalances, admin)).json()).toMatchObject({ proof });
  });

  it('fail the ledger check when a daily total was changed by hand', async () => {
    await ctx.pool.query(`update ledger_days set amount_cents = amount_cents + 1 where account = 'gateway'
      and day = (select max(day) from ledger_days where account = 'gateway')`);
    expect((await call(checkLedger, admin)).json()).toMatchObject({ unbalancedCount: 0, strayCount: 1 });
    await ctx.pool.query(`update ledger_days set amount_cents = amount_cents - 1 where account = 'gateway'
      and day = (select max(day) from ledger_days where account = 'gateway')`);
    expect((await call(checkLedger, admin)).json()).toMatchObject({ strayCount: 0 });
  });
});

type Page = { items: LedgerTransaction[]; next: number | null };
const read = async (query: Record<string, string> = {}) =>
  (await call(listLedger, { ...admin, query })).json<Page>();

describe('transactions', () => {
  it('are paged without duplicates, and each sums to zero', async () => {
    const seen = new Set<number>();
    let pages = 0;
    for (let after: number | null = 0; after !== null && pages < 4; pages++) {
      const page: Page = await read(after ? { after: String(after) } : {});
      for (const { id, entries } of page.items) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
        expect(entries.reduce((sum, { amount }) => sum + decimalToCents(amount), 0)).toBe(0);
      }
      after = page.next;
    }
    expect(seen.size).toBe(100);
  });

  it('can be filtered by order, seller, account, kind and day', async () => {
    const { orderId, thing } = await buy(4200);
    const number = `RV-${String(orderId).padStart(6, '0')}`;
    const ofOrder = await read({ order: number });
    expect(ofOrder.items).toMatchObject([{ kind: 'sale', order: { id: orderId, number } }]);
    expect(ofOrder.items[0]?.entries).toMatchObject([
      { account: 'gateway', amount: '42.00', seller: null },
      { account: 'platform_revenue', amount: '-6.30' },
      {
        account: 'seller_payable',
        amount: '-35.70',
        seller: { id: thing.seller.id, name: 'Barre & Beyond' },
      },
    ]);
    const ids = ofOrder.items.map(({ id }) => id);
    const idsOf = async (query: Record<string, string>) => (await read(query)).items.map(({ id }) => id);
    expect(await idsOf({ sellerId: String(thing.seller.id) })).toEqual(ids);
    expect(await idsOf({ sellerId: String(thing.seller.id), account: 'seller_payable' })).toEqual(ids);
    expect(await idsOf({ account: 'seller_payable' })).toContain(ids[0]);
    expect(await idsOf({ account: 'in_transit', order: number })).toEqual([]);
    expect(await idsOf({ kind: 'refund', order: number })).toEqual([]);
    const today = ctx.clock.now().toISOString().slice(0, 10);
    expect(await idsOf({ order: number, from: today, to: today })).toEqual(ids);
    expect(await idsOf({ order: number, from: '2020-01-01', to: '2020-12-31' })).toEqual([]);
    expect(await idsOf({ order: 'mara' })).toEqual([]);
    expect((await call(listLedger, { ...admin, query: { from: 'soon' } })).statusCode).toBe(400);
  });
});

const csv = (text: string) =>
  text
    .replace('\uFEFF', '')
    .trim()
    .split('\n')
    .map((line) => line.split(','));

describe('exports', () => {
  it('contain every entry of the month and sum to zero', async () => {
    const month = ctx.clock.now().toISOString().slice(0, 7);
    const answer = await call(exportLedger, { ...admin, query: { month } });
    expect(answer.headers['content-disposition']).toContain(`ledger-${month}.csv`);
    const [head, ...rows] = csv(answer.body);
    const amountAt = head?.indexOf('Amount') ?? -1;
    expect(rows.reduce((sum, row) => sum + decimalToCents(row[amountAt] ?? ''), 0)).toBe(0);
    const { rows: counted } = await ctx.pool.query<{ n: number }>(
      `select count(*)::int as n from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
       where to_char(t.created_at at time zone 'UTC', 'YYYY-MM') = $1`,
      [month],
    );
    expect(rows).toHaveLength(counted[0]?.n ?? -1);
    expect(rows.length).toBeGreaterThan(5);
    expect(await newAudit(ctx, 'ledger.export')).toMatchObject([{ details: { month, what: 'entries' } }]);
  });

  it('list each seller’s sales, earnings and balance; names that look like formulas stay text', async () => {
    const { thing } = await buy(10_000);
    await ctx.pool.query(`update sellers set name = '=HYPERLINK("x")' where user_id = $1`, [thing.seller.id]);
    const month = ctx.clock.now().toISOString().slice(0, 7);
    const body = (await call(exportLedgerSellers, { ...admin, query: { month } })).body;
    expect(body).toContain(`'=HYPERLINK`);
    const [head = [], ...rows] = csv(body);
    const mine = rows.find(([id]) => id === String(thing.seller.id)) ?? [];
    const value = (name: string) => mine[head.indexOf(name)];
    expect([
      value('Gross'),
      value('Fees'),
      value('Earned'),
      value('Net'),
      value('Balance at the end'),
    ]).toEqual(['100.00', '15.00', '85.00', '85.00', '85.00']);
    for (const row of rows) {
      const cents = (name: string) => decimalToCents(row[head.indexOf(name)] ?? '');
      expect(cents('Gross') - cents('Discounts') - cents('Fees')).toBe(cents('Earned'));
    }
  });
});

it('requires the payments permission', async () => {
  const officer = await someone(ctx, { roles: ['curriculum_officer'] });
  for (const contract of [listLedger, getLedgerBalances, checkLedger]) {
    expect((await call(contract, officer)).statusCode).toBe(403);
    expect((await call(contract)).statusCode).toBe(401);
  }
});
