// Personal data in seats: exported, and erased with the account; the studio keeps its seats.
import { expect, it } from 'vitest';
import { deleteAccount, exportAccount } from '#shared/features/privacy/privacy.contract.ts';
import { inviteTeacher } from '#shared/features/seat/seat.contract.ts';
import { somethingFor } from '../../../tests/server/checkout-tools.ts';
import { buySeats, causesOf, seated, seatsOf } from '../../../tests/server/seat-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';

const shop = await testApp();
const { ctx, call } = shop;

const person = async () => {
  const caller = await newcomer(ctx);
  return { ...caller, headers: { cookie: caller.cookie } };
};
let place = 0;
const remove = ({ cookie }: Caller) =>
  call(deleteAccount, { headers: { cookie }, from: `10.12.0.${++place}`, body: { password: PASSWORD } });
const fileOf = async ({ cookie }: Caller) =>
  (await call(exportAccount, { headers: { cookie }, from: `10.12.0.${++place}` })).json();

async function scene() {
  const [buyer, holder, invited] = [await person(), await person(), await person()];
  const { item } = await somethingFor(ctx, 2400);
  const licence = await buySeats(shop, item, 4, buyer);
  await seated(shop, licence, holder);
  const params = { id: licence.licenceId };
  for (const email of [invited.email, 'nobody@example.com']) {
    await call(inviteTeacher, { params, body: { email }, ...buyer });
  }
  await ctx.pool.query(
    `insert into licence_stamps (file_id, user_id, mark, refusal, created_at)
     select id, $1, 'x', 'locked', now() from resource_files limit 1`,
    [holder.id],
  );
  return { ...licence, buyer, holder, invited, itemId: item.itemId };
}

it("exports seats to each user without the others' data", async () => {
  const { buyer, holder, invited } = await scene();
  const buyers = await fileOf(buyer);
  expect(buyers.seats.forMe).toEqual([]);
  expect(buyers.seats.handedOut).toHaveLength(3);
  expect(buyers.seats.handedOut[0]).toMatchObject({ position: 2, state: 'held' });
  for (const one of [holder, invited]) {
    const file = await fileOf(one);
    expect(file.seats.forMe).toHaveLength(1);
    expect(file.seats.handedOut).toEqual([]);
    expect(JSON.stringify(file.seats)).not.toContain('@');
  }
  expect(JSON.stringify(buyers.seats)).not.toContain('@');
});

it('frees seats when a holder or invited user deletes their account', async () => {
  const { holder, invited, licenceId, itemId } = await scene();
  expect((await remove(holder)).statusCode).toBe(204);
  expect((await remove(invited)).statusCode).toBe(204);
  expect(await seatsOf(ctx, licenceId)).toEqual([
    { state: 'free', email: null, holder: null },
    { state: 'free', email: null, holder: null },
    { state: 'invited', email: 'nobody@example.com', holder: null },
  ]);
  expect(await causesOf(ctx, holder.id, itemId)).toEqual([]);
  const { rows } = await ctx.pool.query('select 1 from licence_stamps where user_id = $1', [holder.id]);
  expect(rows).toEqual([]);
});

it('frees nothing for an unconfirmed address', async () => {
  const { invited, licenceId } = await scene();
  await ctx.pool.query('update users set email_verified_at = null where id = $1', [invited.id]);
  expect((await remove(invited)).statusCode).toBe(204);
  expect((await seatsOf(ctx, licenceId)).map(({ state }) => state)).toEqual(['held', 'invited', 'invited']);
});

it('lets teachers keep their seats when the buyer deletes their account, and ends open invitations', async () => {
  const { buyer, holder, licenceId, itemId } = await scene();
  expect((await remove(buyer)).statusCode).toBe(204);
  expect((await seatsOf(ctx, licenceId)).map(({ state }) => state)).toEqual(['held', 'free', 'free']);
  expect(await causesOf(ctx, holder.id, itemId)).toEqual(['seat']);
});
