// Links in emails about payments, and the invoices a member sees.
import { describe, expect, it } from 'vitest';
import {
  confirmCardLink,
  getCardLink,
  getSubscription,
  listSubscriptionInvoices,
  previewSubscription,
  startSubscription,
  updateCardByLink,
  updateSubscription,
} from '#shared/features/billing/billing.contract.ts';
import {
  ASKS,
  DECLINED_LATER,
  type Member,
  VISA,
  parkDemoMembers,
  passDays,
  someMember,
  somePlan,
} from '../../../tests/server/membership-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
await parkDemoMembers(ctx);

const mine = async (member: Member) => (await call(getSubscription, member)).json().subscription;

/** The link in the latest email to a member. */
async function tokenFor(member: Member): Promise<string> {
  const { rows } = await ctx.pool.query<{ text: string }>(
    `select text from mail_outbox where lower("to") = (select lower(email) from users where id = $1)
       and text like '%/subscription/card?token=%' order by created_at desc, id desc limit 1`,
    [member.id],
  );
  return /token=([\w.-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
}

async function lateMember() {
  const member = await someMember(ctx);
  const plan = await somePlan(ctx);
  const body = { name: 'Mara Okafor', zip: '10001', planId: plan.id, period: 'month', card: VISA };
  await call(startSubscription, { body, ...member });
  await call(updateSubscription, { body: { action: 'update_card', card: DECLINED_LATER }, ...member });
  await passDays(ctx, 32);
  expect(await mine(member)).toMatchObject({ state: 'past_due' });
  return { member, token: await tokenFor(member) };
}

describe('the link about a failed payment', () => {
  it('shows what is due and pays it without signing in, once', async () => {
    const { member, token } = await lateMember();
    const shown = (await call(getCardLink, { body: { token } })).json();
    expect(shown).toMatchObject({
      state: 'past_due',
      due: '19.00',
      hasAddress: true,
      card: { lastFour: '0341' },
    });
    const paid = await call(updateCardByLink, { body: { token, card: VISA } });
    expect(paid.json(), paid.body).toEqual({ status: 'done' });
    expect(await mine(member)).toMatchObject({ state: 'active', card: { lastFour: '4242' } });
    expect((await call(getCardLink, { body: { token } })).json()).toMatchObject({ due: null });
    const invoices = (await call(listSubscriptionInvoices, member)).json<
      { state: string; total: string }[]
    >();
    expect(invoices.map(({ state, total }) => [state, total])).toEqual([
      ['paid', '19.00'],
      ['paid', '19.00'],
    ]);
  });

  it('waits for the bank’s confirmation, also without signing in', async () => {
    const { member, token } = await lateMember();
    const asked = (await call(updateCardByLink, { body: { token, card: ASKS } })).json();
    expect(asked).toMatchObject({ status: 'requires_action' });
    expect((await call(confirmCardLink, { body: { token } })).json()).toMatchObject({
      status: 'requires_action',
    });
    await ctx.sandbox?.hearBuyer(asked.clientSecret, { answer: 'approve' });
    expect((await call(confirmCardLink, { body: { token } })).json()).toMatchObject({ status: 'paid' });
    expect(await mine(member)).toMatchObject({ state: 'active' });
  });

  it('with a declined card keeps the membership as it was', async () => {
    const { member, token } = await lateMember();
    const card = { ...VISA, number: '4000 0000 0000 0002' };
    expect((await call(updateCardByLink, { body: { token, card } })).statusCode).toBe(402);
    expect(await mine(member)).toMatchObject({ state: 'past_due', card: { lastFour: '0341' } });
  });

  it('is refused when changed, expired or over', async () => {
    const { member, token } = await lateMember();
    const [id, expires, signature] = token.split('.');
    const other = `${Number(id) + 1}.${expires}.${signature}`;
    expect((await call(getCardLink, { body: { token: other } })).statusCode).toBe(404);
    expect((await call(updateCardByLink, { body: { token: 'x', card: VISA } })).statusCode).toBe(404);
    expect((await call(confirmCardLink, { body: { token: other } })).statusCode).toBe(404);
    ctx.clock.advance(31 * 86_400_000);
    expect((await call(getCardLink, { body: { token } })).statusCode).toBe(410);
    ctx.clock.advance(-31 * 86_400_000);
    await call(updateSubscription, { body: { action: 'cancel' }, ...member });
    expect((await call(updateCardByLink, { body: { token, card: VISA } })).statusCode).toBe(410);
  });
});

it('the reminder before a trial ends has a link that adds card and address', async () => {
  const member = await someMember(ctx);
  const plan = await somePlan(ctx, { trialDays: 14 });
  await call(startSubscription, { body: { planId: plan.id, period: 'month', isTrial: true }, ...member });
  await passDays(ctx, 12);
  const token = await tokenFor(member);
  expect((await call(getCardLink, { body: { token } })).json()).toMatchObject({
    state: 'trialing',
    due: null,
    price: '19.00',
    hasAddress: false,
  });
  const body = { token, card: VISA, address: { zip: '10001' } };
  expect((await call(updateCardByLink, { body })).json()).toEqual({ status: 'done' });
  expect(await mine(member)).toMatchObject({ state: 'trialing', hasAddress: true });
  await passDays(ctx, 3);
  expect(await mine(member)).toMatchObject({ state: 'active' });
  const { rows } = await ctx.pool.query('select zip, country from orders where user_id = $1', [member.id]);
  expect(rows).toEqual([{ zip: '10001', country: 'US' }]);
});

it('guests see what a plan costs before they have an account', async () => {
  const plan = await somePlan(ctx);
  const asked = { planId: plan.id, period: 'year', zip: '10001' };
  expect((await call(previewSubscription, { body: asked })).json()).toMatchObject({
    total: '190.00',
    credit: '0.00',
  });
});

it('invoices are their member’s alone', async () => {
  expect((await call(listSubscriptionInvoices)).statusCode).toBe(401);
  expect((await call(listSubscriptionInvoices, await someMember(ctx))).json()).toEqual([]);
});
