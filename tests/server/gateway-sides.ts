// Both gateways, for tests of what payments rely on: the sandbox with its own tables, Stripe's SDK against a fake
// Stripe.
import { readConfig } from '#server/config.ts';
import type { Gateway, GatewayEvent, PaymentMethod } from '#server/integrations/gateway/gateway.ts';
import { createStripe } from '#server/integrations/gateway/stripe.ts';
import { signBody } from '#server/integrations/gateway/webhook-body.ts';
import type { DisputeState } from '#shared/features/refund/refund.states.ts';
import type { FakeStripe } from './fake-stripe.ts';
import type { TestContext } from './test-database.ts';

export type Side = {
  gateway: Gateway;
  pays: PaymentMethod;
  declines: PaymentMethod;
  isPoor: PaymentMethod;
  asks: PaymentMethod;
  answer(payment: { id: string; clientSecret: string }, isApproved: boolean): Promise<unknown>;
  /** The amounts actually charged, per payment. */
  chargesOf(id: string): Promise<number>;
  eventsOf(id: string): Promise<GatewayEvent[]>;
  /** Cards that can be kept for later: one pays, one declines then, one asks each time. */
  kept: { pays: PaymentMethod; declines: PaymentMethod; asks: PaymentMethod };
  /** Acts as the buyer's bank. */
  dispute(id: string, state: DisputeState): Promise<unknown>;
};

export const card = (number: string): PaymentMethod => ({
  card: { number, expMonth: 12, expYear: 2030, cvc: '123' },
});

export function gatewaySides(ctx: TestContext, stripe: FakeStripe): [Side, Side] {
  const count = async (text: string, values: unknown[]) =>
    Number((await ctx.pool.query<{ count: string }>(text, values)).rows[0]?.count);

  async function sandboxEvents(id: string): Promise<GatewayEvent[]> {
    const { rows } = await ctx.pool.query<{ body: string; secret: string }>(
      `select body, (select webhook_secret from sandbox_secrets) as secret from sandbox_events
       where body like '%' || $1 || '%' order by created_at, type`,
      [id],
    );
    const heard: GatewayEvent[] = [];
    for (const { body, secret } of rows) {
      const bytes = Buffer.from(body);
      const headers = { 'sandbox-signature': signBody(secret, bytes, ctx.clock.now()) };
      const event = await ctx.gateway.readEvent(bytes, headers);
      if (event) heard.push(event);
    }
    return heard;
  }

  async function stripeEvents(gateway: Gateway, id: string): Promise<GatewayEvent[]> {
    const heard: GatewayEvent[] = [];
    for (const { body } of stripe.events.filter((event) => event.body.includes(id))) {
      const headers = { 'stripe-signature': stripe.sign(body, ctx.clock.now()) };
      const event = await gateway.readEvent(Buffer.from(body), headers);
      if (event && event.type !== 'payment_intent.created') heard.push(event);
    }
    return heard;
  }

  function stripeSide(): Side {
    const { stripe: config } = readConfig(stripe.env);
    if (!config) throw new Error('Stripe is not configured');
    const gateway = createStripe(config, () => ctx.clock.now());
    return {
      gateway,
      pays: { paymentMethod: 'pm_card_visa' },
      declines: { paymentMethod: 'pm_card_chargeDeclined' },
      isPoor: { paymentMethod: 'ctoken_chargeDeclinedInsufficientFunds' },
      asks: { paymentMethod: 'pm_card_authenticationRequired' },
      kept: {
        pays: { paymentMethod: 'pm_card_visa' },
        declines: { paymentMethod: 'pm_card_chargeCustomerFail' },
        asks: { paymentMethod: 'ctoken_authenticationRequired' },
      },
      answer: async ({ id }, isApproved) => stripe.authenticate(id, isApproved),
      chargesOf: async (id) => stripe.books.charges.filter(({ intent }) => intent === id).length,
      eventsOf: (id) => stripeEvents(gateway, id),
      dispute: async (id, state) => stripe.books.dispute(id, state === 'open' ? 'needs_response' : state),
    };
  }

  const sandboxSide: Side = {
    gateway: ctx.gateway,
    pays: card('4242424242424242'),
    declines: card('4000000000000002'),
    isPoor: card('4000000000009995'),
    asks: card('4000002500003155'),
    kept: {
      pays: card('4242424242424242'),
      declines: card('4000000000000341'),
      asks: card('4000002500003155'),
    },
    answer: async ({ clientSecret }, isApproved) =>
      ctx.sandbox?.hearBuyer(clientSecret, { answer: isApproved ? 'approve' : 'refuse' }),
    chargesOf: (id) =>
      count(`select count(*) from sandbox_charges where payment_id = $1 and outcome = 'succeeded'`, [id]),
    eventsOf: sandboxEvents,
    dispute: async (id, state) => ctx.sandbox?.setDispute(id, state),
  };
  return [sandboxSide, stripeSide()];
}
