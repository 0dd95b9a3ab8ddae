// What members and staff do in a story, through the API, with either gateway.
import { expect } from 'vitest';
import {
  getCardLink,
  previewSubscription,
  startSubscription,
  updateCardByLink,
  updateSubscription,
} from '#shared/features/billing/billing.contract.ts';
import { grantMembership } from '#shared/features/billing/staff-member.contract.ts';
import { confirmCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import type { Member } from './membership-tools.ts';
import type { CardBody, StoryGateway } from './story-gateways.ts';
import type { TestApp } from './test-app.ts';

type Offer = { planId: number; period: string };

export function storyRequests({ ctx, call }: TestApp, gateway: StoryGateway) {
  const one = async <T>(text: string, values: unknown[]) => (await ctx.pool.query(text, values)).rows[0] as T;

  /** As the browser does: lets the bank ask, once for the card and once for the payment. */
  async function send(
    who: Member,
    contract: typeof startSubscription | typeof updateSubscription,
    body: object,
  ) {
    let answer = await call(contract, { body, ...who });
    if (answer.json().status === 'confirm_card') {
      const { clientSecret } = answer.json<{ clientSecret: string }>();
      await gateway.approve(clientSecret);
      const [paymentMethod = ''] = clientSecret.split('_secret_', 1);
      answer = await call(contract, { body: { ...body, paymentMethod }, ...who });
    }
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    if (answer.json().status === 'requires_action') {
      const { clientSecret, orderId } = answer.json<{ clientSecret: string; orderId: number }>();
      await gateway.approve(clientSecret);
      expect((await call(confirmCheckout, { body: { orderId }, ...who })).json().status).toBe('paid');
    }
  }
  const tryOut = (who: Member, to: Offer) => send(who, startSubscription, { ...to, isTrial: true });
  const join = (who: Member, plan: object, card: CardBody) =>
    send(who, startSubscription, { name: 'Mara Okafor', zip: '10001', ...plan, ...card });
  const update = (who: Member, body: object) => send(who, updateSubscription, body);
  const setCard = (who: Member, card: CardBody) => update(who, { action: 'update_card', ...card });
  async function change(who: Member, to: object): Promise<void> {
    const preview = await call(previewSubscription, { body: to, ...who });
    await update(who, { action: 'change', ...to, expectedTotal: preview.json().total });
  }

  /** With the link in the latest email, signed out. */
  async function payByLink(who: Member, card: CardBody): Promise<void> {
    const mail = await one<{ text: string }>(
      `select text from mail_outbox where lower("to") = (select lower(email) from users where id = $1)
         and text like '%/subscription/card?token=%' order by created_at desc limit 1`,
      [who.id],
    );
    const token = /token=([\w.-]+)/.exec(mail.text)?.[1] ?? '';
    expect((await call(getCardLink, { body: { token } })).statusCode).toBe(200);
    const paid = await call(updateCardByLink, { body: { token, ...card, address: { zip: '10001' } } });
    expect(paid.json(), paid.body).toMatchObject({ status: 'done' });
  }

  const lastPaid = (who: Member) =>
    one<{ orderId: number; gatewayId: string }>(
      `select o.id as "orderId", p.gateway_id as "gatewayId" from orders o join payments p on p.order_id = o.id
       where o.user_id = $1 and o.is_invoice and p.state = 'succeeded' order by o.id desc limit 1`,
      [who.id],
    );
  async function refundLast(who: Member): Promise<void> {
    const { orderId } = await lastPaid(who);
    const body = { kind: 'whole', reason: 'A kindness' };
    const answer = await call(refundOrder, { params: { id: orderId }, body }, 'admin');
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  }
  const dispute = async (who: Member, state: 'open' | 'under_review' | 'won' | 'lost') =>
    gateway.dispute((await lastPaid(who)).gatewayId, state);
  async function grant(who: Member, planId: number): Promise<void> {
    const { email } = await one<{ email: string }>('select email from users where id = $1', [who.id]);
    const body = { email, planId, months: 3, reason: 'Press' };
    expect((await call(grantMembership, { body }, 'admin')).statusCode).toBe(201);
  }
  async function tryAgain(who: Member, to: Offer): Promise<void> {
    const answer = await call(startSubscription, { body: { ...to, isTrial: true }, ...who });
    expect(answer.statusCode).toBe(409);
  }
  return { tryOut, join, update, setCard, change, payByLink, refundLast, dispute, grant, tryAgain };
}
