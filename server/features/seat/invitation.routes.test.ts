// Seat invitations: only the invited teacher can accept or decline.
import { describe, expect, it } from 'vitest';
import { createBundle, createCourse, createResource } from '#server/seed/factories.ts';
import { declineInvitation, giveUpSeat } from '#shared/features/seat/seat.contract.ts';
import { subjectsTo } from '../../../tests/server/mails.ts';
import {
  buySeats,
  causesOf,
  seatActions,
  seated,
  seatsOf,
  someTeacher,
} from '../../../tests/server/seat-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const { licensed, give, acceptInvitation, getInvitation, invited } = seatActions(app);

describe('an invited teacher', () => {
  it('sees the offer and its sender and accepts it; accepting again is no error', async () => {
    const licence = await licensed();
    const mara = await someTeacher(ctx);
    const { key, seatId } = await invited(licence, mara);
    expect((await getInvitation(key)).json()).toMatchObject({
      from: 'Bea Buyer',
      step: 'sign-in',
      isLive: true,
    });
    expect((await getInvitation(key, mara)).json()).toMatchObject({ email: mara.email, step: 'accept' });
    const taken = await acceptInvitation(key, mara);
    expect(taken.json()).toMatchObject({ seatId, href: `/curriculum/${licence.itemId}` });
    expect((await acceptInvitation(key, mara)).json()).toEqual(taken.json());
    expect((await getInvitation(key, mara)).json()).toMatchObject({ step: 'taken' });
    expect((await getInvitation(key)).statusCode).toBe(410);
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual(['seat']);
  });

  it('sees more than a stranger with the link, who learns next to nothing', async () => {
    const licence = await licensed();
    const [mara, stranger] = [await someTeacher(ctx), await someTeacher(ctx)];
    const { key } = await invited(licence, mara);
    const masked = `${mara.email[0]}…@releve.example`;
    for (const answer of [await getInvitation(key), await getInvitation(key, stranger)]) {
      expect(answer.json().email).toBe(masked);
      expect(answer.body).not.toContain(mara.email);
    }
    const refused = await acceptInvitation(key, stranger);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toBe(
      `This seat is for ${masked}. Sign in with the account that has this address.`,
    );
    expect((await acceptInvitation(key, licence.buyer)).statusCode).toBe(409);
    expect((await acceptInvitation(key, {})).statusCode).toBe(401);
    for (const wrong of [`${key}A`, key.slice(0, -1), `9${key}`, 'x', '1-', '%00', '../../etc']) {
      expect((await getInvitation(wrong)).statusCode).toBe(410);
    }
    expect((await seatsOf(ctx, licence.licenceId))[0]).toMatchObject({ state: 'invited', holder: null });
  });

  it('must have confirmed the address, and still have it', async () => {
    const licence = await licensed();
    const mara = await someTeacher(ctx);
    const { key } = await invited(licence, mara);
    await ctx.pool.query('update users set email_verified_at = null where id = $1', [mara.id]);
    expect((await getInvitation(key, mara)).json().step).toBe('confirm-address');
    const refused = await acceptInvitation(key, mara);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toContain('Confirm your address first');
    await ctx.pool.query(
      `update users set email_verified_at = now(), email = 'new-' || email, email_key = 'new-' || email_key where id = $1`,
      [mara.id],
    );
    expect((await acceptInvitation(key, mara)).statusCode).toBe(403);
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual([]);
  });

  it('gets one seat of a licence, even with two addresses', async () => {
    const licence = await licensed();
    const mara = await someTeacher(ctx);
    await seated(app, licence, mara);
    await ctx.pool.query(`update users set email = $2, email_key = $2 where id = $1`, [
      mara.id,
      `z-${mara.email}`,
    ]);
    const { key } = await invited(licence, { ...mara, email: `z-${mara.email}` });
    const again = await acceptInvitation(key, mara);
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toContain('another seat of this licence');
  });

  it('can accept a seat for an item they already have', async () => {
    const licence = await licensed();
    const mara = await someTeacher(ctx);
    await give(mara, licence.itemId, 'order_line');
    await seated(app, licence, mara);
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual(['order_line', 'seat']);
  });

  it('declines without an account; the seat is free again and the buyer is notified', async () => {
    const licence = await licensed();
    const mara = await someTeacher(ctx);
    const { key } = await invited(licence, mara);
    const decline = () => call(declineInvitation, { params: { key } });
    expect((await decline()).statusCode).toBe(204);
    expect((await decline()).statusCode).toBe(410);
    expect((await acceptInvitation(key, mara)).statusCode).toBe(410);
    expect((await seatsOf(ctx, licence.licenceId)).map(({ state }) => state)).toEqual(['free', 'free']);
    expect(await subjectsTo(ctx, licence.buyer.email)).toContainEqual(
      expect.stringContaining('A seat is free'),
    );
  });

  it('gives up the seat: access ends and the seat is free', async () => {
    const licence = await licensed();
    const mara = await someTeacher(ctx);
    const seatId = await seated(app, licence, mara);
    expect((await call(giveUpSeat, { params: { id: seatId }, ...mara })).statusCode).toBe(204);
    expect((await call(giveUpSeat, { params: { id: seatId }, ...mara })).statusCode).toBe(404);
    expect(await causesOf(ctx, mara.id, licence.itemId)).toEqual([]);
    expect((await seatsOf(ctx, licence.licenceId))[0]).toMatchObject({ state: 'free', email: null });
  });

  it('gets every part of a bundle and is enrolled in its courses', async () => {
    const [resource, course] = [await createResource(ctx.db), await createCourse(ctx.db)];
    const bundle = await createBundle(ctx.db, { state: 'draft', publishedAt: null });
    await ctx.pool.query('delete from bundle_items where bundle_id = $1', [bundle.id]);
    await ctx.pool.query(
      `insert into bundle_items (bundle_id, position, resource_id, course_id) values ($1, 0, $2, null), ($1, 1, null, $3)`,
      [bundle.id, resource.id, course.id],
    );
    await ctx.pool.query(`update bundles set state = 'published', published_at = now() where id = $1`, [
      bundle.id,
    ]);
    const licence = await buySeats(app, { itemType: 'bundle', itemId: bundle.id }, 2);
    const mara = await someTeacher(ctx);
    const seatId = await seated(app, licence, mara);
    expect(await causesOf(ctx, mara.id, resource.id)).toEqual(['seat']);
    expect(await causesOf(ctx, mara.id, course.id)).toEqual(['seat']);
    const { rows } = await ctx.pool.query('select course_id, state from enrollments where user_id = $1', [
      mara.id,
    ]);
    expect(rows).toEqual([{ course_id: course.id, state: 'active' }]);
    // Enrollment follows the seat back and forth; progress is kept.
    const place = async () =>
      (await ctx.pool.query<{ state: string }>('select state from enrollments where user_id = $1', [mara.id]))
        .rows;
    expect((await call(giveUpSeat, { params: { id: seatId }, ...mara })).statusCode).toBe(204);
    expect(await place()).toEqual([{ state: 'suspended' }]);
    await seated(app, licence, mara);
    expect(await place()).toEqual([{ state: 'active' }]);
  });
});
