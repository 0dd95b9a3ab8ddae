// Many refunds at once against two servers on one database, with and without latency: never more than was paid, and
// nobody is debited twice.
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSession } from '#server/platform/session.service.ts';
import { createBundle, createCourse, createPerson } from '#server/seed/factories.ts';
import { centsToDecimal } from '#shared/money.ts';
import { DISPUTE_STATES, type DisputeState } from '#shared/features/refund/refund.states.ts';
import { expectBalancedBooks } from '../books.ts';
import {
  FULL,
  GOOD_CARD,
  guest,
  newBuyer,
  newResource,
  ROUNDS,
  until,
  type Answer,
  type TwoServers,
} from '../two-servers.ts';
import { atOnce, countOf, reporter, slowest } from './race-tools.ts';

export function refundRaces(two: TwoServers): void {
  const { ctx, post, rows } = two;
  const AT_ONCE = 20;
  /** This many refunds make up a whole order; twice as many are requested. Each waits for those before it. */
  const PARTS = FULL ? 10 : 4;

  let staff = { cookie: '' };
  beforeAll(async () => {
    const username = `a-${randomUUID().slice(0, 18)}`;
    const admin = await createPerson(ctx.db, { username, roles: ['admin'] });
    const { token } = await createSession(ctx, ctx.db, {
      userId: admin?.id ?? 0,
      address: '127.0.0.1',
      userAgent: 'test',
    });
    staff = { cookie: `releve_session=${token}` };
  });

  const noted = reporter();

  async function bought(prices: readonly number[] = [2400], buyer?: { cookie: string }) {
    const items = [];
    for (const price of prices)
      items.push({ itemType: 'resource', itemId: await newResource(ctx, price), quantity: 1 });
    const body = { ...guest(), items, card: GOOD_CARD };
    const answer = await post('/api/simple-checkout', body, buyer);
    expect(answer).toMatchObject({ status: 200, body: { status: 'paid' } });
    return { orderId: Number(answer.body['orderId']), items };
  }

  const refund = (orderId: number, body: object) =>
    post(`/api/admin/orders/${orderId}/refunds`, { reason: 'A race', ...body }, staff);
  const play = (orderId: number, state: DisputeState) =>
    post(`/api/admin/orders/${orderId}/sandbox-dispute`, { state }, staff);
  /** With latency, some may have waited too long in the queue; they are asked to try again. */
  const isTold = ({ status }: Answer) => [200, 409, 503].includes(status);

  type Standing = {
    waiting: number;
    open: number;
    refunded: number;
    atGateway: number;
    sellers: number;
    books: number;
    live: number;
  };

  /** The order, the gateway and the ledger. */
  async function standing(orderId: number): Promise<Standing> {
    const [found] = await rows<Standing>(
      `select (select count(*)::int from refunds r where r.order_id = o.id and r.state = 'requested') as waiting,
       (select count(*)::int from webhook_events w join payments p on p.gateway_id = w.gateway_id
         where p.order_id = o.id and w.state = 'waiting')
       + (select count(*)::int from sandbox_events s join payments p on s.body like '%' || p.gateway_id || '%'
         where p.order_id = o.id and s.delivered_at is null) as open,
       o.refunded_cents::int as refunded,
       (select sum(s.refunded_cents)::int from sandbox_payments s join payments p on p.gateway_id = s.id
         where p.order_id = o.id) as "atGateway",
       (select coalesce(-sum(e.amount_cents), 0)::int from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
         where t.order_id = o.id and e.account = 'seller_payable') as sellers,
       (select count(*)::int from ledger_transactions t where t.order_id = o.id and t.kind = 'refund') as books,
       (select count(*)::int from order_lines l where l.order_id = o.id and l.is_live) as live
     from orders o where o.id = $1`,
      [orderId],
    );
    if (!found) throw new Error(`There is no order ${orderId}`);
    return found;
  }

  /** When all jobs are done and every webhook is processed. */
  const atRest = (orderId: number) =>
    until(
      'nothing is on its way',
      60,
      () => standing(orderId),
      ({ waiting, open }) => waiting === 0 && open === 0,
    );

  describe.each(ROUNDS)('with $delay ms before PostgreSQL, round $round', ({ delay }) => {
    beforeEach(() => two.setDelay(delay));
    const note = (race: string, what: string, ms: number) => noted(race, what, { delay, ms });

    it('20 full refunds at once: one succeeds', async () => {
      const { orderId } = await bought();
      const answers = await atOnce(AT_ONCE, () => refund(orderId, { kind: 'whole' }));
      expect([countOf(answers, 200), answers.every(isTold)]).toEqual([1, true]);
      expect(await atRest(orderId)).toMatchObject({
        refunded: 2400,
        atGateway: 2400,
        sellers: 0,
        books: 1,
        live: 0,
      });
      note('20 full refunds at once', 'one refund, the others rejected', slowest(answers));
    });

    it(`${PARTS * 2} refunds of a tenth, ${PARTS} of them possible, at once: never more than was paid`, async () => {
      const { orderId } = await bought([2000]);
      const part = { kind: 'amount', amount: centsToDecimal(2000 / PARTS) };
      const answers = await atOnce(PARTS * 2, () => refund(orderId, part));
      expect(answers.every(isTold)).toBe(true);
      expect(countOf(answers, 200)).toBeLessThanOrEqual(PARTS);
      while ((await refund(orderId, part)).status === 200);
      expect(await atRest(orderId)).toMatchObject({
        refunded: 2000,
        atGateway: 2000,
        sellers: 0,
        books: PARTS,
        live: 0,
      });
      note(
        `${PARTS * 2} refunds of a tenth at once`,
        `${PARTS} refunds, the others got 409; exactly the payment was refunded`,
        slowest(answers),
      );
    });

    it('refunding a course while its bundle is being paid: the bundle never costs only the rest', async () => {
      const { cookie } = await newBuyer(ctx);
      const course = await createCourse(ctx.db, { priceCents: 6000 });
      const courseItem = { itemType: 'course' as const, itemId: course.id };
      const plan = { itemType: 'resource' as const, itemId: await newResource(ctx, 6500) };
      const { id: itemId } = await createBundle(ctx.db, { priceCents: 9500, items: [courseItem, plan] });
      const pay = (item: object) =>
        post(
          '/api/simple-checkout',
          { ...guest(), items: [{ ...item, quantity: 1 }], card: GOOD_CARD },
          { cookie },
        );
      const orderId = Number((await pay(courseItem)).body['orderId']);
      const answers = await Promise.all([
        refund(orderId, { kind: 'whole' }),
        pay({ itemType: 'bundle', itemId }),
      ]);
      expect(answers.every(isTold), JSON.stringify(answers)).toBe(true);
      const spent = () =>
        rows<{ waiting: number; cents: number; hasBundle: boolean }>(
          `select (select count(*)::int from refunds r join orders o on o.id = r.order_id
             where o.user_id = mine.user_id and r.state = 'requested') as waiting,
           sum(p.amount_cents - p.returned_cents)::int as cents, bool_or(l.is_live and l.item_type = 'bundle') as "hasBundle"
           from orders mine join order_lines l on l.order_id = mine.id join order_parts p on p.line_id = l.id
           where mine.user_id = (select user_id from orders where id = $1) and mine.paid_at is not null
             and mine.state <> 'cancelled' group by mine.user_id`,
          [orderId],
        );
      const [after] = await until('the refunds are paid', 60, spent, ([row]) => row?.waiting === 0);
      // Either way the bundle costs $95.00 in all: $14.40 was refunded, or nothing had been deducted.
      if (after?.hasBundle) expect(after.cents).toBeGreaterThanOrEqual(9500);
      note(
        'A course refunded while its bundle is paid for',
        'the bundle for $95.00 or not at all',
        slowest(answers),
      );
    });

    it('a refund and its webhook, delivered five times in parallel: recorded once', async () => {
      const { orderId } = await bought();
      const made = await refund(orderId, { kind: 'amount', amount: '5.00' });
      expect(made.status).toBe(200);
      await atRest(orderId);
      // Sent again with new event ids while another refund is in progress.
      const again = await refund(orderId, { kind: 'amount', amount: '5.00' });
      await rows(
        `update sandbox_events set delivered_at = null, next_attempt_at = now(), attempts = 0
       where type = 'charge.refunded' and body like '%' || (select gateway_id from payments where order_id = $1) || '%'`,
        [orderId],
      );
      await rows(
        `insert into sandbox_events (id, type, body, created_at, next_attempt_at)
       select 'evt_' || md5(random()::text), type, replace(body, id, 'evt_' || n || md5(random()::text)), now(), now()
       from sandbox_events, generate_series(1, 5) n
       where type = 'charge.refunded' and body like '%' || (select gateway_id from payments where order_id = $1) || '%'`,
        [orderId],
      );
      expect(again.status).toBe(200);
      expect(await atRest(orderId)).toMatchObject({
        refunded: 1000,
        atGateway: 1000,
        sellers: 2040 - 850,
        books: 2,
        live: 1,
      });
      note('A refund and its webhook five times', 'recorded once', again.ms);
    });

    it('a refund and a dispute at the same time: the seller is debited once', async () => {
      const { orderId } = await bought();
      const [refunded] = await Promise.all([refund(orderId, { kind: 'whole' }), play(orderId, 'lost')]);
      const end = await atRest(orderId);
      expect(end).toMatchObject({ sellers: 0, live: 0 });
      note(
        'A refund and a dispute at the same time',
        `the refund got ${refunded.status}; the seller was debited once`,
        refunded.ms,
      );
    });

    it('a dispute whose states arrive in any order: the last one counts', async () => {
      const states: DisputeState[] = FULL ? [...DISPUTE_STATES, 'lost', 'won'] : ['lost', 'won'];
      const { orderId } = await bought();
      // Sent one after another, processed by two servers in any order.
      const since = Date.now();
      for (const state of states) expect((await play(orderId, state)).status).toBe(200);
      const end = await atRest(orderId);
      expect(end).toMatchObject({ sellers: 2040, live: 1 });
      note('A dispute in any order', `${states.join(', ')}: ends as won`, Date.now() - since);
    });

    it('refunding one of two lines, with an item owned through two causes, ends only that cause', async () => {
      const buyer = await newBuyer(ctx);
      const { orderId, items } = await bought([2400, 1000], { cookie: buyer.cookie });
      const itemId = items[0]?.itemId ?? 0;
      await rows(
        `insert into entitlements (user_id, item_type, item_id, cause, cause_ref, created_at)
       values ($1, 'resource', $2, 'grant', 'race', now())`,
        [buyer.id, itemId],
      );
      const [line] = await rows<{ id: number }>(
        'select id from order_lines where order_id = $1 and item_id = $2',
        [orderId, itemId],
      );
      const answers = await atOnce(5, () => refund(orderId, { kind: 'line', lineId: line?.id }));
      expect(countOf(answers, 200)).toBe(1);
      expect(await atRest(orderId)).toMatchObject({ refunded: 2400, live: 1 });
      const causes = await rows(
        `select cause, item_id = $2 as first, state from entitlements where user_id = $1 order by cause, item_id`,
        [buyer.id, itemId],
      );
      expect(causes).toEqual([
        { cause: 'grant', first: true, state: 'active' },
        { cause: 'order_line', first: true, state: 'revoked' },
        { cause: 'order_line', first: false, state: 'active' },
      ]);
      note(
        'One of two lines refunded five times at once',
        'one refund; the other line and the other cause stay',
        slowest(answers),
      );
    });

    it('leaves a balanced ledger', async () => {
      await expectBalancedBooks(rows);
    });
  });
}
