// Both gateways for stories told through the API: the cards people enter, their banks, and the events they send.
import { signBody } from '#server/integrations/gateway/webhook-body.ts';
import type { DisputeState } from '#shared/features/refund/refund.states.ts';
import type { FakeStripe } from './fake-stripe.ts';
import { ASKS, DECLINED_LATER, VISA } from './membership-tools.ts';
import type { TestApp } from './test-app.ts';

/** The part of a request that has the card. */
export type CardBody = { card: object } | { paymentMethod: string };

export type StoryGateway = {
  cards: { good: CardBody; declinesLater: CardBody; asks: CardBody };
  /** The bank asked its customer, and they said yes. */
  approve(clientSecret: string): Promise<unknown>;
  dispute(gatewayId: string, state: DisputeState): Promise<unknown>;
  /** Delivers what the gateway has sent since the last time: newest first, and each twice. */
  deliver(): Promise<number>;
  /** What it has charged and not refunded, in cents. */
  heldCents(): Promise<number>;
};

async function post({ app }: TestApp, url: string, body: string, signature: Record<string, string>) {
  const headers = { 'content-type': 'application/json', ...signature };
  const answer = await app.inject({ method: 'POST', url, headers, payload: body });
  if (answer.statusCode !== 200) throw new Error(`The event was refused: ${answer.body}`);
}

async function tell(bodies: readonly string[], send: (body: string) => Promise<void>): Promise<number> {
  for (const body of bodies.toReversed()) for (let time = 0; time < 2; time++) await send(body);
  return bodies.length;
}

async function secretOf(ctx: TestApp['ctx']): Promise<string> {
  await ctx.gateway.readEvent(Buffer.from('{}'), {}).catch(() => null);
  const { rows } = await ctx.pool.query<{ secret: string }>(
    'select webhook_secret as secret from sandbox_secrets',
  );
  return rows[0]?.secret ?? '';
}

export function sandboxStory(testApp: TestApp): StoryGateway {
  const { ctx } = testApp;
  let secret: string | undefined;
  return {
    cards: { good: { card: VISA }, declinesLater: { card: DECLINED_LATER }, asks: { card: ASKS } },
    approve: async (secret) => ctx.sandbox?.hearBuyer(secret, { answer: 'approve' }),
    dispute: async (id, state) => ctx.sandbox?.setDispute(id, state),
    async deliver() {
      // Its secret is created on first use.
      secret ??= await secretOf(ctx);
      const signWith = secret;
      const { rows } = await ctx.pool.query<{ body: string }>(
        `with told as (update sandbox_events set delivered_at = $1 where delivered_at is null returning *)
         select body from told order by created_at`,
        [ctx.clock.now()],
      );
      return tell(
        rows.map(({ body }) => body),
        (body) =>
          post(testApp, '/api/webhooks/sandbox', body, {
            'sandbox-signature': signBody(signWith, Buffer.from(body), ctx.clock.now()),
          }),
      );
    },
    async heldCents() {
      const { rows } = await ctx.pool.query<{ held: number }>(
        `select coalesce(sum(p.amount_cents - p.refunded_cents), 0)::int as held
         from sandbox_payments p where p.state = 'succeeded'`,
      );
      return rows[0]?.held ?? 0;
    },
  };
}

export function stripeStory(testApp: TestApp, stripe: FakeStripe): StoryGateway {
  const { ctx } = testApp;
  let told = 0;
  return {
    cards: {
      good: { paymentMethod: 'ctoken_visa' },
      declinesLater: { paymentMethod: 'ctoken_chargeCustomerFail' },
      asks: { paymentMethod: 'ctoken_authenticationRequired' },
    },
    async approve(secret) {
      const [id = ''] = secret.split('_secret_', 1);
      if (id.startsWith('seti_')) stripe.books.cards.authenticate(id);
      else stripe.authenticate(id);
    },
    dispute: async (id, state) => stripe.books.dispute(id, state === 'open' ? 'needs_response' : state),
    deliver() {
      const news = stripe.events.slice(told);
      told = stripe.events.length;
      return tell(
        news.map(({ body }) => body),
        (body) =>
          post(testApp, '/api/webhooks/stripe', body, {
            'stripe-signature': stripe.sign(body, ctx.clock.now()),
          }),
      );
    },
    heldCents: async () =>
      stripe.books.charges.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
  };
}
