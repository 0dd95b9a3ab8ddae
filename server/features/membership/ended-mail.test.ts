// The email when a payment that came back ended a membership: once, however often the gateway reports it.
import { describe, expect, it } from 'vitest';
import { getSubscription, startSubscription } from '#shared/features/billing/billing.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { passDays, someMember, somePlan, VISA, type Member } from '../../../tests/server/membership-tools.ts';
import { dispute, hearGateway } from '../../../tests/server/refund-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

async function joined(): Promise<{ member: Member; orderId: number }> {
  const member = await someMember(ctx);
  const { id: planId } = await somePlan(ctx);
  const body = { name: 'Mara Okafor', zip: '10001', planId, period: 'month', card: VISA };
  const answer = await call(startSubscription, { body, ...member });
  expect(answer.statusCode, answer.body).toBe(201);
  return { member, orderId: await latestOrderOf(member) };
}

async function latestOrderOf({ id }: Member): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select id from orders where user_id = $1 and is_invoice order by id desc limit 1',
    [id],
  );
  return rows[0]?.id ?? 0;
}

async function refund(id: number, what: object): Promise<void> {
  const body = { reason: 'Asked for it back', ...what };
  const answer = await call(refundOrder, { params: { id }, body }, 'admin');
  expect(answer.statusCode, answer.body).toBe(200);
  await ctx.jobs.drain();
  for (let time = 0; time < 3; time += 1) await hearGateway(ctx, id);
}

async function endingsTo({ id }: Member): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ text: string }>(
    `select text from mail_outbox where lower("to") = (select lower(email) from users where id = $1)
       and subject like 'Your Plan % membership has ended'`,
    [id],
  );
  return rows.map(({ text }) => text);
}

const stateOf = async (member: Member) =>
  (await call(getSubscription, member)).json<{ subscription: { state: string } }>().subscription.state;

describe('the email that a membership has ended', () => {
  it('follows the refund of its payment', async () => {
    const { member, orderId } = await joined();
    await refund(orderId, { kind: 'whole' });
    expect(await stateOf(member)).toBe('cancelled');
    expect(await endingsTo(member)).toEqual([expect.stringContaining('Its last payment was refunded')]);
  });

  it('follows a lost dispute, and names it', async () => {
    const { member, orderId } = await joined();
    await dispute(ctx, orderId, 'open');
    await hearGateway(ctx, orderId);
    expect(await endingsTo(member)).toEqual([]);
    await dispute(ctx, orderId, 'lost');
    await Promise.all([hearGateway(ctx, orderId), hearGateway(ctx, orderId)]);
    await hearGateway(ctx, orderId);
    expect(await stateOf(member)).toBe('cancelled');
    expect(await endingsTo(member)).toEqual([expect.stringContaining('Your bank took back')]);
  });

  it('is not sent for a part of the payment, or an earlier period', async () => {
    const { member, orderId } = await joined();
    await refund(orderId, { kind: 'amount', amount: '5.00' });
    await passDays(ctx, 32);
    expect(await latestOrderOf(member)).not.toBe(orderId);
    await refund(orderId, { kind: 'whole' });
    expect(await stateOf(member)).toBe('active');
    expect(await endingsTo(member)).toEqual([]);
  });
});
