// Handing out seats: every rule, and what becomes of access.
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { joinGuestOrders } from '#server/features/order/order-key.service.ts';
import { listPurchases } from '#shared/features/order/order.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import {
  exportSeats,
  getLicence,
  listLicences,
  listSeats,
  listTeachers,
  resendInvitation,
  giveUpSeat,
} from '#shared/features/seat/seat.contract.ts';
import { CARDS, somethingFor } from '../../../tests/server/checkout-tools.ts';
import { mailsTo, subjectsTo } from '../../../tests/server/mails.ts';
import {
  buySeats,
  causesOf,
  keyMailed,
  seatActions,
  seated,
  seatsOf,
  someTeacher,
} from '../../../tests/server/seat-tools.ts';
import type { Person } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;

const { licensed, give, invite, acceptInvitation, getInvitation, revoke, reassignSeat, invited } =
  seatActions(app);

describe('the buyer', () => {
  it('has the first seat and assigns the others', async () => {
    const licence = await licensed(3);
    const [mara, ben] = [await someTeacher(ctx), await someTeacher(ctx)];
    await seated(app, licence, mara);
    await invited(licence, ben);
    const answer = await call(getLicence, { params: { id: licence.licenceId }, ...licence.buyer });
    expect(answer.json()).toMatchObject({ quantity: 3, held: 1, invited: 1, isLive: true });
    const list = (await call(listLicences, licence.buyer)).json();
    expect(list).toMatchObject({ total: 1, seats: { quantity: 3, inUse: 2, invited: 1, free: 0 } });
    const full = await invite(licence, 'more@example.com', licence.buyer);
    expect(full.statusCode).toBe(409);
    expect(full.json().message).toContain('All seats of this licence are assigned');
    expect(await mailsTo(ctx, 'more@example.com')).toEqual([]);
  });

  it('sees who holds what: by licence, by teacher, in search and as CSV', async () => {
    const first = await licensed(3);
    const second = { ...(await buySeats(app, (await somethingFor(ctx, 900)).item, 2, first.buyer)) };
    const mara = await someTeacher(ctx, { firstName: 'Mara', lastName: 'Lindqvist' });
    await seated(app, first, mara);
    await invite(first, '=ben@example.com', first.buyer);
    await seated(app, { ...second, buyer: first.buyer }, mara);
    const seats = (query: Record<string, string>) =>
      call(listSeats, { params: { id: first.licenceId }, query, ...first.buyer }).then((answer) =>
        answer.json(),
      );
    expect(await seats({})).toMatchObject({
      total: 2,
      items: [
        { position: 2, state: 'held', email: mara.email, name: 'Mara Lindqvist' },
        { position: 3, state: 'invited', email: '=ben@example.com', name: null },
      ],
    });
    expect(await seats({ q: 'lindqvist' })).toMatchObject({ total: 1, items: [{ email: mara.email }] });
    expect(await seats({ q: '%' })).toMatchObject({ total: 0 });
    const teachers = (await call(listTeachers, { query: { q: 'mara' }, ...first.buyer })).json();
    expect(teachers.total).toBe(1);
    expect(teachers.items[0]).toMatchObject({ email: mara.email, name: 'Mara Lindqvist' });
    expect(teachers.items[0].seats).toHaveLength(2);
    const file = await call(exportSeats, first.buyer);
    expect(file.headers['content-type']).toContain('text/csv');
    const lines = file.body.trim().split('\n');
    // Two licences: one row for each of their five seats, the buyer's own too, under a head.
    expect(lines).toHaveLength(6);
    expect(file.body).toContain('Mara Lindqvist');
    expect(file.body).toContain(`"'=ben@example.com"`.replaceAll('"', ''));
    expect(file.body).toContain('Bea Buyer');
  });

  it("can't invite their own address, nor one address twice, however it is written", async () => {
    const licence = await licensed(4);
    const own = await invite(licence, ` ${licence.buyer.email.toUpperCase()} `, licence.buyer);
    expect(own.statusCode).toBe(409);
    expect(own.json().details).toMatchObject([{ path: 'email' }]);
    expect((await invite(licence, 'mara@example.com', licence.buyer)).statusCode).toBe(201);
    const again = await invite(licence, 'MARA@Example.com', licence.buyer);
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toContain('mara@example.com already has a seat');
    for (const email of ['mara', '', 'a@b@c.de', 'a b@example.com', 'x'.repeat(250) + '@example.com']) {
      expect((await invite(licence, email, licence.buyer)).statusCode).toBe(400);
    }
    expect((await seatsOf(ctx, licence.licenceId)).map(({ state }) => state)).toEqual([
      'invited',
      'free',
      'free',
    ]);
  });

  it('resends an invitation, which invalidates the old link, only a limited number of times', async () => {
    const licence = await licensed();
    const mara = await someTeacher(ctx);
    const { seatId, key } = await invited(licence, mara);
    const resend = () => call(resendInvitation, { params: { id: seatId }, ...licence.buyer });
    expect((await resend()).statusCode).toBe(200);
    expect((await getInvitation(key)).statusCode).toBe(410);
    expect((await acceptInvitation(key, mara)).statusCode).toBe(410);
    const newer = await keyMailed(ctx, mara.email);
    expect(newer).not.toBe(key);
    expect((await acceptInvitation(newer, mara)).statusCode).toBe(200);
    expect((await resend()).json().message).toContain('no longer open');
    expect((await resend()).statusCode).toBe(409);
    expect((await resend()).statusCode).toBe(429);
  });

  it('revokes an invitation, and a seat with its access; other causes stay', async () => {
    const licence = await licensed();
    const [mara, ben] = [await someTeacher(ctx), await someTeacher(ctx)];
    const offer = await invited(licence, ben);
    expect((await revoke(offer.seatId, ben.email, licence.buyer)).statusCode).toBe(204);
    const late = await acceptInvitation(offer.key, ben);
    expect(late.statusCode).toBe(410);
    expect(late.json().message).toContain('This invitation is no longer valid');
    const seatId = await seated(app, licence, mara);
    await give(mara, licence.itemId, 'grant');
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual(['grant', 'seat']);
    expect((await revoke(seatId, mara.email, licence.buyer)).statusCode).toBe(204);
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual(['grant']);
    expect(await subjectsTo(ctx, mara.email)).toContainEqual(expect.stringContaining('Your seat has ended'));
    expect((await revoke(seatId, mara.email, licence.buyer)).statusCode).toBe(409);
    // Accepted again, it counts as a new cause.
    await seated(app, licence, mara);
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual(['grant', 'seat']);
  });

  it('reassigns a seat in one step, or not at all', async () => {
    const licence = await licensed();
    const [mara, ben] = [await someTeacher(ctx), await someTeacher(ctx)];
    const seatId = await seated(app, licence, mara);
    expect((await reassignSeat(seatId, mara.email, licence.buyer.email, licence.buyer)).statusCode).toBe(409);
    expect((await reassignSeat(seatId, mara.email, mara.email, licence.buyer)).statusCode).toBe(409);
    await invite(licence, 'third@example.com', licence.buyer);
    expect((await reassignSeat(seatId, mara.email, 'third@example.com', licence.buyer)).statusCode).toBe(409);
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual(['seat']);
    expect((await reassignSeat(seatId, 'wrong@example.com', ben.email, licence.buyer)).statusCode).toBe(409);
    const moved = await reassignSeat(seatId, mara.email.toUpperCase(), ben.email, licence.buyer);
    expect(moved.json()).toMatchObject({ id: seatId, state: 'invited', email: ben.email, name: null });
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual([]);
    expect((await acceptInvitation(await keyMailed(ctx, ben.email), ben)).statusCode).toBe(200);
    expect(await causesOf(ctx, ben.id, licence.itemId)).toEqual(['seat']);
  });

  it('is the only one who can do this', async () => {
    const licence = await licensed();
    const [mara, other] = [await someTeacher(ctx), await someTeacher(ctx)];
    const seatId = await seated(app, licence, mara);
    const params = { id: seatId };
    for (const person of [other, mara]) {
      expect((await invite(licence, 'x@example.com', person)).statusCode).toBe(404);
      expect((await revoke(seatId, mara.email, person)).statusCode).toBe(404);
      expect((await reassignSeat(seatId, mara.email, 'x@example.com', person)).statusCode).toBe(404);
      expect((await call(resendInvitation, { params, ...person })).statusCode).toBe(404);
      expect((await call(listSeats, { params: { id: licence.licenceId }, ...person })).statusCode).toBe(404);
      expect((await call(listTeachers, person)).json().total).toBe(0);
    }
    for (const person of [other, licence.buyer]) {
      expect((await call(giveUpSeat, { params, ...person })).statusCode).toBe(404);
    }
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual(['seat']);
  });

  it("and the holder see it among their purchases, with the seat's owner", async () => {
    const licence = await licensed(3);
    const mara = await someTeacher(ctx);
    const seatId = await seated(app, licence, mara);
    const row = async (person: Person) => (await call(listPurchases, person)).json().items[0];
    expect(await row(licence.buyer)).toMatchObject({
      itemId: licence.itemId,
      licence: { id: licence.licenceId, quantity: 3, held: 1, invited: 0 },
      seat: null,
    });
    expect(await row(mara)).toMatchObject({
      itemId: licence.itemId,
      cause: 'seat',
      order: null,
      licence: null,
      seat: { id: seatId, from: 'Bea Buyer' },
    });
    await revoke(seatId, mara.email, licence.buyer);
    expect(await row(mara)).toBeUndefined();
  });

  it('has no seats for a single copy', async () => {
    const licence = await licensed(1);
    expect((await invite(licence, 'x@example.com', licence.buyer)).statusCode).toBe(404);
    expect(await seatsOf(ctx, licence.licenceId)).toEqual([]);
  });
});

describe('a refunded line', () => {
  const refund = async (orderId: number) => {
    const body = { kind: 'whole', reason: 'The studio has closed.' };
    await call(refundOrder, { params: { id: orderId }, body }, 'admin');
    await ctx.jobs.drain();
  };

  it('assigns no seats and says why; its holders lose only this cause', async () => {
    const licence = await licensed(4);
    const [mara, ben] = [await someTeacher(ctx), await someTeacher(ctx)];
    const seatId = await seated(app, licence, mara);
    await give(mara, licence.itemId, 'grant');
    const { key, seatId: offered } = await invited(licence, ben);
    await refund(licence.orderId);
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual(['grant']);
    expect((await getInvitation(key, ben)).json()).toMatchObject({ isLive: false });
    const refused = await acceptInvitation(key, ben);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain('was refunded');
    for (const answer of [
      await invite(licence, 'x@example.com', licence.buyer),
      await reassignSeat(seatId, mara.email, 'x@example.com', licence.buyer),
      await call(resendInvitation, { params: { id: offered }, ...licence.buyer }),
    ]) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json().message).toContain('was refunded');
    }
    // What is left can be cleared away.
    expect((await revoke(offered, ben.email, licence.buyer)).statusCode).toBe(204);
  });

  it('that is refunded while someone accepts a seat leaves no access', async () => {
    const licence = await licensed(4);
    const teachers = [await someTeacher(ctx), await someTeacher(ctx), await someTeacher(ctx)];
    const keys: string[] = [];
    for (const teacher of teachers) keys.push((await invited(licence, teacher)).key);
    const taken = teachers.map((teacher, at) => acceptInvitation(keys[at] ?? '', teacher));
    await Promise.all([refund(licence.orderId), ...taken]);
    for (const { id } of teachers) expect(await causesOf(ctx, id, licence.itemId)).toEqual([]);
  });
});

it("a guest's licence has seats to assign once it has joined an account", async () => {
  const { item } = await somethingFor(ctx, 2400);
  const bea = await someTeacher(ctx);
  await ctx.pool.query('update users set email_verified_at = null where id = $1', [bea.id]);
  const body = {
    email: bea.email,
    name: 'Bea',
    zip: '10001',
    card: CARDS.good,
    items: [{ ...item, quantity: 3 }],
  };
  expect((await call(simpleCheckout, { body })).statusCode).toBe(200);
  expect((await call(listLicences, bea)).json().total).toBe(0);
  await inTransaction(ctx.db, (tx) => joinGuestOrders(ctx, tx, { userId: bea.id, email: bea.email }));
  const { items } = (await call(listLicences, bea)).json();
  expect(items).toMatchObject([{ quantity: 3, held: 0, isLive: true }]);
  const mara = await someTeacher(ctx);
  await seated(app, { buyer: bea, licenceId: items[0].id }, mara);
  expect(await causesOf(ctx, mara.id, item.itemId)).toEqual(['seat']);
});

describe('concurrently', () => {
  const many = <T>(times: number, one: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: times }, (_, n) => one(n)));

  it('more invitations than seats: as many succeed as there are seats', async () => {
    const licence = await licensed(4);
    const answers = await many(8, (n) =>
      invite(licence, `t${n}-${licence.licenceId}@example.com`, licence.buyer),
    );
    expect(statusesOf(answers)).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    const seats = await seatsOf(ctx, licence.licenceId);
    expect(new Set(seats.map(({ email }) => email)).size).toBe(3);
  });

  it('one address invited often: one seat, one email', async () => {
    const licence = await licensed(6);
    const answers = await many(5, () =>
      invite(licence, `once-${licence.licenceId}@example.com`, licence.buyer),
    );
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409]);
    expect(await mailsTo(ctx, `once-${licence.licenceId}@example.com`)).toHaveLength(1);
  });

  it('two tabs accept: accepted once, both succeed', async () => {
    const licence = await licensed();
    const mara = await someTeacher(ctx);
    const { key } = await invited(licence, mara);
    expect(statusesOf(await many(5, () => acceptInvitation(key, mara)))).toEqual([200, 200, 200, 200, 200]);
    const { rows } = await ctx.pool.query('select tenure from seats where holder_id = $1', [mara.id]);
    expect(rows).toEqual([{ tenure: 1 }]);
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual(['seat']);
  });

  it('revoking a seat while it is being accepted leaves access matching the seat', async () => {
    const licence = await licensed();
    for (let round = 0; round < 5; round++) {
      const mara = await someTeacher(ctx);
      const { key, seatId } = await invited(licence, mara);
      await Promise.all([acceptInvitation(key, mara), revoke(seatId, mara.email, licence.buyer)]);
      const holds = (await seatsOf(ctx, licence.licenceId)).some(({ holder }) => holder === mara.id);
      expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual(holds ? ['seat'] : []);
      expect(holds).toBe(false);
    }
  });

  it('reassigning one seat to many others: one of them gets it', async () => {
    const licence = await licensed(2);
    const mara = await someTeacher(ctx);
    const { seatId } = await invited(licence, mara);
    const answers = await many(5, (n) =>
      reassignSeat(seatId, mara.email, `r${n}-${seatId}@example.com`, licence.buyer),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409]);
  });
});
