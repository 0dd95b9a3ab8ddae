// Claiming a free resource, and reporting one.
import { describe, expect, it } from 'vitest';
import { createEntitlement, createResource } from '#server/seed/factories.ts';
import * as noticeContract from '#shared/features/moderation/rights-notice.contract.ts';
import * as contract from '#shared/features/resource/resource.contract.ts';
import { type Person, someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
let place = 0;
/** Calls from one address are limited, which is tested where it is meant. */
const from = () => `10.3.0.${++place % 250}`;

describe('claiming a free resource', () => {
  const claim = (id: number | string, person: Partial<Person>) =>
    call(contract.claimFreeResource, { params: { id }, ...person });
  const rowsOf = async ({ id }: Person) =>
    (await ctx.pool.query('select cause, state from entitlements where user_id = $1', [id])).rows;

  it('grants it permanently, however often it is clicked', async () => {
    const { id } = await createResource(ctx.db, { priceCents: 0 });
    const me = await someone(ctx);
    const answer = await claim(id, me);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ isOwned: true, canReview: true, isMine: false });
    expect((await claim(id, me)).json()).toEqual(answer.json());
    expect(await rowsOf(me)).toEqual([{ cause: 'free', state: 'active' }]);
    // Theirs even if it costs something later, or is taken off sale.
    await ctx.pool.query(`update resources set price_cents = 900, state = 'archived' where id = $1`, [id]);
    expect((await claim(id, me)).json()).toMatchObject({ isOwned: true });
    expect((await claim(id, await someone(ctx))).statusCode).toBe(404);
  });

  it('fifty times at once creates one row', async () => {
    const { id } = await createResource(ctx.db, { priceCents: 0 });
    const me = await someone(ctx);
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(id, me)));
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    expect(await rowsOf(me)).toHaveLength(1);
  });

  it('requires payment if it is not free', async () => {
    const { id } = await createResource(ctx.db, { priceCents: 50 });
    const me = await someone(ctx);
    const answer = await claim(id, me);
    expect(answer.statusCode).toBe(402);
    expect(answer.json()).toEqual({
      code: 'payment_required',
      message: 'This resource isn’t free. Buy it to download it.',
    });
    expect(await rowsOf(me)).toEqual([]);
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'resource', itemId: id, cause: 'order_line' });
    expect((await claim(id, me)).statusCode).toBe(200);
  });

  it('grants nothing to its seller, and nothing unlisted to others', async () => {
    const seller = await someSeller(ctx);
    const own = await createResource(ctx.db, { sellerId: seller.id, priceCents: 0, state: 'draft' });
    expect((await claim(own.id, seller)).json()).toMatchObject({ isMine: true, isOwned: false });
    expect((await claim(own.id, await someone(ctx))).statusCode).toBe(404);
    expect((await call(contract.claimFreeResource, { params: { id: own.id } }, 'officer')).statusCode).toBe(
      404,
    );
    expect((await claim(2_000_000_000, seller)).statusCode).toBe(404);
    expect(await rowsOf(seller)).toEqual([]);
  });

  it('does not undo what staff revoked', async () => {
    const { id } = await createResource(ctx.db, { priceCents: 0 });
    const me = await someone(ctx);
    await claim(id, me);
    await ctx.pool.query(`update entitlements set state = 'revoked' where user_id = $1`, [me.id]);
    expect((await claim(id, me)).statusCode).toBe(403);
    expect(await rowsOf(me)).toEqual([{ cause: 'free', state: 'revoked' }]);
  });

  it('requires a signed-in user and valid ids', async () => {
    const { id } = await createResource(ctx.db, { priceCents: 0 });
    expect((await claim(id, {})).statusCode).toBe(401);
    expect((await claim('x', await someone(ctx))).statusCode).toBe(400);
  });
});

describe('reporting a resource', () => {
  const body = 'These are my own lesson plans, copied word for word.';
  const report = (id: number, person: Partial<Person>, values: object = {}, address = from()) =>
    call(noticeContract.reportResource, {
      params: { id },
      body: { reason: 'copyright', body, ...values },
      from: address,
      ...person,
    });

  it('is stored for staff, one open report at a time', async () => {
    const { id } = await createResource(ctx.db);
    const me = await someone(ctx);
    const answers = await Promise.all([report(id, me), report(id, me), report(id, me)]);
    expect(statusesOf(answers)).toEqual([204, 409, 409]);
    const refused = answers.find((answer) => answer.statusCode === 409);
    expect(refused?.json().message).toBe(
      'We already have your report about this resource and will review it.',
    );
    const { rows } = await ctx.pool.query(
      'select resource_id, reason, body, state from rights_notices where reporter_id = $1',
      [me.id],
    );
    expect(rows).toEqual([{ resource_id: id, reason: 'copyright', body, state: 'open' }]);
    const mine = async () =>
      (await call(contract.getResourceAccess, { params: { id }, ...me })).json().hasReported;
    expect(await mine()).toBe(true);
    expect((await report(id, await someone(ctx))).statusCode).toBe(204);
    await ctx.pool.query(
      `update rights_notices set state = 'dismissed', decided_at = now() where reporter_id = $1`,
      [me.id],
    );
    expect(await mine()).toBe(false);
    expect((await report(id, me)).statusCode).toBe(204);
  });

  it('stores plain text', async () => {
    const { id } = await createResource(ctx.db);
    const me = await someone(ctx);
    await report(id, me, { body: `<b>${body}</b>\r\n\u0007see it` });
    const { rows } = await ctx.pool.query('select body from rights_notices where reporter_id = $1', [me.id]);
    expect(rows).toEqual([{ body: `<b>${body}</b>\nsee it` }]);
    const other = await createResource(ctx.db);
    expect((await report(other.id, me, { body: '\u0000'.repeat(30) })).statusCode).toBe(400);
  });

  it('rejects guests, invisible resources and incomplete reports', async () => {
    const { id } = await createResource(ctx.db);
    const me = await someone(ctx);
    expect((await report(id, {})).statusCode).toBe(401);
    expect((await report((await createResource(ctx.db, { state: 'draft' })).id, me)).statusCode).toBe(404);
    for (const values of [{ reason: 'dislike' }, { body: 'bad' }, { body: 'x'.repeat(4001) }, { body: 7 }]) {
      expect((await report(id, me, values)).statusCode).toBe(400);
    }
  });

  it('is limited per address', async () => {
    const { id } = await createResource(ctx.db);
    const me = await someone(ctx);
    const answers = [];
    for (const _ of Array.from({ length: 21 })) answers.push(await report(id, me, {}, '10.4.0.1'));
    expect(answers[0]?.statusCode).toBe(204);
    expect(answers.slice(1, 20).every((answer) => answer.statusCode === 409)).toBe(true);
    expect(answers[20]?.statusCode).toBe(429);
  });
});
