// What we send to Stripe to save a card and to charge it later: the exact parameters and keys, each of them a parameter
// of Stripe's published API, as the SDK's types have it.
import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { startFakeStripe } from '../../../tests/server/fake-stripe.ts';
import { gatewaySides } from '../../../tests/server/gateway-sides.ts';
import { testContext } from '../../../tests/server/test-database.ts';

const ctx = await testContext();
const stripe = await startFakeStripe();
afterAll(() => stripe.close());
const [, { gateway }] = gatewaySides(ctx, stripe);

const returnUrl = 'http://localhost:5000/payment-success?order=1';

/** The parameters of one of Stripe's calls, from the types generated from its OpenAPI description. */
async function published(resource: string, type: string): Promise<Set<string>> {
  const text = await readFile(`node_modules/stripe/esm/resources/${resource}.d.ts`, 'utf8');
  const [, body = ''] = new RegExp(`export interface ${type} \\{\\n([\\s\\S]*?)\\n\\}`).exec(text) ?? [];
  return new Set([...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = '']) => name));
}

async function expectPublished(params: object, resource: string, type: string): Promise<void> {
  const known = await published(resource, type);
  expect(known.size).toBeGreaterThan(3);
  const sent = Object.keys(params).map((name) => name.replace(/\[.*/, ''));
  expect(sent.filter((name) => !known.has(name))).toEqual([]);
}

it('saves a card for later, and charges it with its owner away and present', async () => {
  const { id: customer } = await gateway.createCustomer({
    key: 'releve-customer-1-ana@example.com',
    email: 'ana@example.com',
    name: 'Ana',
  });
  const method = { paymentMethod: 'ctoken_visa' };
  const saved = await gateway.saveCard(customer, { key: 'releve-card-1-a', method, returnUrl });
  if (saved.status !== 'saved') throw new Error('The card was not saved');
  const payment = {
    key: 'releve-payment-1',
    amountCents: 1900,
    currency: 'USD',
    description: 'Order RV-000001',
    email: 'ana@example.com',
    metadata: { orderId: '1', paymentId: '1', order: 'RV-000001' },
    customer,
  };
  const away = await gateway.createPayment(payment);
  const savedCard = saved.card.id;
  await gateway.confirmPayment(away.id, {
    key: 'releve-payment-1-try-1',
    method: { savedCard, customer, isAway: true },
    returnUrl,
  });
  const present = await gateway.createPayment({ ...payment, key: 'releve-payment-2' });
  await gateway.confirmPayment(present.id, {
    key: 'releve-payment-2-try-1',
    method: { savedCard, customer, isAway: false },
    returnUrl,
  });

  const created = {
    amount: '1900',
    currency: 'usd',
    'automatic_payment_methods[enabled]': 'true',
    customer,
    description: 'Order RV-000001',
    'metadata[orderId]': '1',
    'metadata[paymentId]': '1',
    'metadata[order]': 'RV-000001',
    'metadata[email]': 'ana@example.com',
  };
  expect(stripe.requests).toEqual([
    {
      call: 'POST /v1/customers',
      params: { email: 'ana@example.com', name: 'Ana' },
      key: 'releve-customer-1-ana@example.com',
    },
    {
      call: 'POST /v1/setup_intents',
      params: {
        customer,
        confirm: 'true',
        // Kept for payments nobody is there for: the setup has `usage` where a payment has `setup_future_usage`.
        usage: 'off_session',
        'allowed_payment_method_types[0]': 'card',
        'expand[0]': 'payment_method',
        return_url: returnUrl,
        confirmation_token: 'ctoken_visa',
      },
      key: 'releve-card-1-a',
    },
    { call: 'POST /v1/payment_intents', params: created, key: 'releve-payment-1' },
    {
      call: `POST /v1/payment_intents/${away.id}/confirm`,
      params: { payment_method: savedCard, return_url: returnUrl, off_session: 'true' },
      key: 'releve-payment-1-try-1',
    },
    { call: 'POST /v1/payment_intents', params: created, key: 'releve-payment-2' },
    {
      call: `POST /v1/payment_intents/${present.id}/confirm`,
      params: { payment_method: savedCard, return_url: returnUrl },
      key: 'releve-payment-2-try-1',
    },
  ]);
  const [, setup, create, confirm] = stripe.requests.map(({ params }) => params);
  await expectPublished({ email: 1, name: 1 }, 'Customers', 'CustomerCreateParams');
  await expectPublished(setup ?? {}, 'SetupIntents', 'SetupIntentCreateParams');
  await expectPublished(create ?? {}, 'PaymentIntents', 'PaymentIntentCreateParams');
  await expectPublished(confirm ?? {}, 'PaymentIntents', 'PaymentIntentConfirmParams');
});
