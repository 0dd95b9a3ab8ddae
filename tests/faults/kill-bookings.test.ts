// kill -9 of a server between holding a time, paying for it and confirming it: no money is lost, no booking is left
// without a payment, and nobody is booked twice. Twenty kills with FAULTS=all.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { someTeacher, type Teacher } from '../server/reservation-tools.ts';
import { expectBalancedBooks, fatesOf, sandboxCharges } from './books.ts';
import { report } from './report.ts';
import {
  FULL,
  GOOD_CARD,
  newBuyer,
  postTo,
  startTwoServers,
  until,
  type Answer,
  type Buyer,
} from './two-servers.ts';

const KILLS = FULL ? 20 : 2;
const AT_ONCE = 6;

const two = await startTwoServers();
const { ctx, rows } = two;

/** As a browser does: no answer, or a 5xx, and it sends the same again to whichever server answers. */
async function post(path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(200)) {
    const { url } = two.servers[Math.floor(Math.random() * two.servers.length)] ?? { url: '' };
    const answer = await postTo(url + path, body, headers).catch(() => null);
    if (answer && answer.status < 500) return answer;
  }
  throw new Error(`${path} was not answered in two minutes`);
}

/** Holds the time and pays for it. A hold whose answer was lost is found again. */
async function bookAndPay(teacher: Teacher, start: Date, client: Buyer): Promise<number> {
  const headers = { cookie: client.cookie };
  const held = await post('/api/bookings', { sessionTypeId: teacher.sessionTypeId, start }, headers);
  expect([201, 409], JSON.stringify(held.body)).toContain(held.status);
  const body = { email: client.email, name: 'Mara Okafor', zip: '10001', card: GOOD_CARD };
  const paid = await post('/api/simple-checkout', body, { ...headers, 'idempotency-key': randomUUID() });
  return paid.status;
}

const HOUR = 3_600_000;

it(
  'kills between hold, payment and confirmation lose no money and leave no booking unpaid',
  { timeout: 600_000 },
  async () => {
    const teacher = await someTeacher(ctx);
    await rows(
      `insert into weekly_hours (instructor_id, weekday, start_minute, end_minute)
     select $1, weekday, 0, 1440 from generate_series(1, 7) as weekday`,
      [teacher.id],
    );
    const first = Math.ceil(Date.now() / (24 * HOUR)) * 24 * HOUR + 48 * HOUR;
    let booked = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const clients = await Promise.all(Array.from({ length: AT_ONCE }, () => newBuyer(ctx)));
      const all = clients.map((client, n) =>
        bookAndPay(teacher, new Date(first + (kill * AT_ONCE + n) * HOUR), client),
      );
      await sleep(20 + (kill / KILLS) * 600);
      const index = kill % two.servers.length;
      two.servers[index]?.child.kill('SIGKILL');
      await two.restart(index);
      booked += (await Promise.all(all)).length;
    }
    const fates = await until(
      'every charge is fulfilled or refunded',
      120,
      async () => fatesOf(rows, await sandboxCharges(rows)),
      ({ open }) => open === 0,
    );
    await expectBalancedBooks(rows);
    // A confirmed booking is paid for, and what is paid for is confirmed.
    const unpaid = await rows(
      `select b.id from bookings b join reservations r on r.id = b.reservation_id
     where b.state = 'confirmed' and r.instructor_id = $1 and not exists (
       select 1 from order_lines l join orders o on o.id = l.order_id
       where l.item_type = 'booking' and l.item_id = r.id and l.is_live and o.state = 'paid')`,
      [teacher.id],
    );
    expect(unpaid).toEqual([]);
    const lost = await rows(
      `select l.id from order_lines l join orders o on o.id = l.order_id
     where l.item_type = 'booking' and o.state = 'paid' and not exists (
       select 1 from bookings b where b.reservation_id = l.item_id and b.state = 'confirmed')`,
    );
    expect(lost).toEqual([]);
    const [counts] = await rows<{ confirmed: number; mails: number }>(
      `select count(*) filter (where b.state = 'confirmed')::int as confirmed,
       (select count(*)::int from mail_outbox where subject like 'Your order%') as mails
     from bookings b join reservations r on r.id = b.reservation_id where r.instructor_id = $1`,
      [teacher.id],
    );
    expect(counts?.confirmed).toBe(fates.fulfilled);
    expect(counts?.mails).toBe(fates.fulfilled);
    expect(fates.fulfilled).toBeGreaterThan(0);
    await report('kill -9 between hold, payment and confirmation of bookings', [
      `${KILLS} kills during ${booked} bookings: ${fates.fulfilled} confirmed and paid, ${fates.refunded} refunded, none left open, none twice`,
    ]);
  },
);
