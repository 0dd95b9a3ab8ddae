// Seats assigned, accepted, revoked and reassigned by many at once, against two servers on one database, with and
// without latency: never more holders than seats, and access matches the seats.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '#server/platform/session.service.ts';
import {
  GOOD_CARD,
  newBuyer,
  newResource,
  ROUNDS,
  type Answer,
  type TwoServers,
  type Buyer,
} from '../two-servers.ts';
import { atOnce, countOf, reporter, slowest } from './race-tools.ts';

export function seatRaces(two: TwoServers): void {
  const { ctx, post, rows } = two;

  const INVITATIONS = 12;
  const TABS = 10;

  const noted = reporter();

  const noFailures = (answers: readonly Answer[]) =>
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);

  type Licence = { id: number; itemId: number; buyer: Buyer };

  /** A licence with so many seats, including the buyer's. */
  async function newLicence(quantity: number): Promise<Licence> {
    const buyer = await newBuyer(ctx);
    const itemId = await newResource(ctx);
    const body = {
      email: buyer.email,
      name: 'Bea Buyer',
      zip: '10001',
      items: [{ itemType: 'resource', itemId, quantity }],
      card: GOOD_CARD,
    };
    const paid = await post('/api/simple-checkout', body, { cookie: buyer.cookie });
    expect(paid.body).toMatchObject({ status: 'paid' });
    const [line] = await rows<{ id: number }>('select id from order_lines where order_id = $1', [
      paid.body['orderId'],
    ]);
    return { id: line?.id ?? 0, itemId, buyer };
  }

  const invite = ({ id, buyer }: Licence, email: string) =>
    post(`/api/licences/${id}/seats`, { email }, { cookie: buyer.cookie });
  const accept = (key: string, { cookie }: Buyer) =>
    post(`/api/seat-invitations/${key}/accept`, '{}', { cookie });
  const revoke = ({ buyer }: Licence, seatId: number, email: string) =>
    post(`/api/seats/${seatId}/revoke`, { email }, { cookie: buyer.cookie });
  const reassign = ({ buyer }: Licence, seatId: number, from: string, email: string) =>
    post(`/api/seats/${seatId}/reassign`, { from, email }, { cookie: buyer.cookie });

  /** The current invitation link. */
  async function keyFor(email: string): Promise<string> {
    const mails = await rows<{ text: string }>('select text from mail_outbox where "to" = $1', [email]);
    const open = await rows<{ hash: Buffer }>('select key_hash as hash from seats where email = $1', [email]);
    const keys = mails.flatMap(({ text }) => /\/seats\/([\w-]+)/.exec(text)?.[1] ?? []);
    const isOpen = (key: string) =>
      open.some(({ hash }) => hash?.equals(hashToken(key.slice(key.indexOf('-') + 1))));
    return keys.find(isOpen) ?? keys[0] ?? 'none';
  }

  async function invited(licence: Licence, teacher: Buyer): Promise<{ seatId: number; key: string }> {
    const answer = await invite(licence, teacher.email);
    expect(answer.status).toBe(201);
    return { seatId: Number(answer.body['id']), key: await keyFor(teacher.email) };
  }

  /** Whatever happened: no more holders than seats, each once, and access for exactly the holders. */
  async function expectOnlyHolders({ id, itemId, buyer }: Licence, quantity: number): Promise<number> {
    const seats = await rows<{ holder: number | null; email: string | null }>(
      'select holder_id as holder, email from seats where line_id = $1',
      [id],
    );
    expect(seats).toHaveLength(quantity - 1);
    const holders = seats.flatMap(({ holder }) => holder ?? []);
    const emails = seats.flatMap(({ email }) => email ?? []);
    expect(new Set(holders).size).toBe(holders.length);
    expect(new Set(emails).size).toBe(emails.length);
    const using = await rows<{ user_id: number }>(
      `select distinct user_id from entitlements where item_type = 'resource' and item_id = $1 and state = 'active'`,
      [itemId],
    );
    const byNumber = (a: number, b: number) => a - b;
    expect(using.map(({ user_id }) => user_id).toSorted(byNumber)).toEqual(
      [buyer.id, ...holders].toSorted(byNumber),
    );
    return holders.length;
  }

  describe.each(ROUNDS)('with $delay ms before PostgreSQL, round $round', ({ delay }) => {
    beforeEach(async () => {
      two.setDelay(delay);
      await ctx.pool.query('delete from rate_limits');
    });
    const note = (race: string, what: string, answers: readonly Answer[]) =>
      noted(race, what, { delay, ms: slowest(answers) });

    it(`${INVITATIONS} invitations at once for four free seats: four succeed`, async () => {
      const licence = await newLicence(5);
      const answers = await atOnce(INVITATIONS, () => invite(licence, `${randomUUID()}@example.com`));
      noFailures(answers);
      expect(countOf(answers, 201)).toBe(4);
      expect(countOf(answers, 409)).toBe(INVITATIONS - 4);
      await expectOnlyHolders(licence, 5);
      note('Seats: twelve invitations at once, four free', 'four are sent, eight get 409', answers);
    });

    it('one address invited often at once: one seat and one email', async () => {
      const licence = await newLicence(6);
      const email = `${randomUUID()}@example.com`;
      const answers = await atOnce(TABS, () => invite(licence, email));
      noFailures(answers);
      expect(countOf(answers, 201)).toBe(1);
      expect(await rows('select 1 from mail_outbox where "to" = $1', [email])).toHaveLength(1);
      await expectOnlyHolders(licence, 6);
      note('Seats: one address invited ten times at once', 'one seat, one email', answers);
    });

    it('an invitation accepted in many tabs, and by strangers with the link: accepted once, by the invited teacher', async () => {
      const licence = await newLicence(4);
      const [mara, ...strangers] = await Promise.all(Array.from({ length: 6 }, () => newBuyer(ctx)));
      if (!mara) throw new Error('nobody');
      const { key } = await invited(licence, mara);
      const people = [...Array.from({ length: 5 }, () => mara), ...strangers];
      const answers = await atOnce(people.length, (n) => accept(key, people[n] ?? mara));
      noFailures(answers);
      expect(countOf(answers, 200)).toBe(5);
      // If they are late, the link is no longer valid; otherwise they are told that it is for someone else.
      expect(countOf(answers, 403) + countOf(answers, 410)).toBe(5);
      expect(await expectOnlyHolders(licence, 4)).toBe(1);
      note(
        'Seats: one invitation, five tabs and five strangers',
        'accepted once; the strangers get nothing',
        answers,
      );
    });

    it('reassigning a seat while it is being accepted leaves access matching the seat', async () => {
      const licence = await newLicence(3);
      const [mara, ben] = [await newBuyer(ctx), await newBuyer(ctx)];
      const { seatId, key } = await invited(licence, mara);
      const answers = await Promise.all([
        accept(key, mara),
        revoke(licence, seatId, mara.email),
        reassign(licence, seatId, mara.email, ben.email),
        accept(key, mara),
      ]);
      noFailures(answers);
      await expectOnlyHolders(licence, 3);
      // Whatever came first, the buyer's action about her was the last.
      expect(await rows('select 1 from seats where holder_id = $1', [mara.id])).toEqual([]);
      note(
        'Seats: accepted, revoked and reassigned at once',
        'access matches the seat, and the buyer has the last word',
        answers,
      );
    });

    it('one seat reassigned to many others at once, who all try to accept it: one holder', async () => {
      const licence = await newLicence(2);
      const mara = await newBuyer(ctx);
      const others = await Promise.all(Array.from({ length: 6 }, () => newBuyer(ctx)));
      const { seatId, key } = await invited(licence, mara);
      expect((await accept(key, mara)).status).toBe(200);
      const answers = await atOnce(others.length, (n) =>
        reassign(licence, seatId, mara.email, others[n]?.email ?? ''),
      );
      noFailures(answers);
      expect(countOf(answers, 200)).toBe(1);
      const keys = await Promise.all(others.map(({ email }) => keyFor(email)));
      const taken = await atOnce(others.length, (n) => accept(keys[n] ?? '', others[n] ?? mara));
      noFailures(taken);
      expect(countOf(taken, 200)).toBe(1);
      expect(await expectOnlyHolders(licence, 2)).toBe(1);
      note(
        'Seats: one seat reassigned to six others at once',
        'one of them is invited and holds it',
        answers,
      );
    });

    it('a refund while seats are being accepted: nobody keeps access', async () => {
      const licence = await newLicence(4);
      const teachers = await Promise.all(Array.from({ length: 3 }, () => newBuyer(ctx)));
      const offers: { key: string }[] = [];
      for (const teacher of teachers) offers.push(await invited(licence, teacher));
      const fall = async (): Promise<Answer> => {
        const startedAt = Date.now();
        const client = await ctx.pool.connect();
        // As a refund does it: the line first, what hangs on it in a statement of its own.
        await client.query('begin');
        await client.query('update order_lines set is_live = false where id = $1', [licence.id]);
        await client.query(
          `update entitlements e set state = 'revoked' from seats s where s.line_id = $1 and e.cause = 'seat'
           and e.cause_ref = s.id || '.' || s.tenure and e.user_id = s.holder_id`,
          [licence.id],
        );
        await client.query('commit');
        client.release();
        return { status: 200, body: {}, ms: Date.now() - startedAt };
      };
      const answers = await Promise.all([
        ...teachers.map((teacher, n) => accept(offers[n]?.key ?? '', teacher)),
        fall(),
      ]);
      noFailures(answers);
      const using = await rows(
        `select 1 from entitlements where item_id = $1 and item_type = 'resource' and cause = 'seat' and state = 'active'`,
        [licence.itemId],
      );
      expect(using).toEqual([]);
      note('Seats: a refund while three seats are being accepted', 'nobody keeps access', answers);
    });
  });
}
