// Cards the gateway keeps and charges later, for both gateways.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeStripe } from '../../../tests/server/fake-stripe.ts';
import { gatewaySides } from '../../../tests/server/gateway-sides.ts';
import { testContext } from '../../../tests/server/test-database.ts';
import type { NewGatewayPayment, PaymentMethod } from './gateway.ts';

const ctx = await testContext();
const stripe = await startFakeStripe();
afterAll(() => stripe.close());

let made = 0;
const wanted = (): NewGatewayPayment => ({
  key: `renewal of test ${++made}`,
  amountCents: 1900,
  currency: 'USD',
  description: 'Order RV-000001',
  email: 'ana@example.com',
  metadata: { orderId: '1' },
});

beforeEach(() => stripe.setTrouble());

describe.each(gatewaySides(ctx, stripe))('$gateway.name', (side) => {
  const { gateway } = side;
  const pay = (id: string, method: PaymentMethod, key = `attempt ${id} ${++made}`) =>
    gateway.confirmPayment(id, { key, method, returnUrl: 'http://localhost:5000/subscription/success' });
  const someCustomer = async () =>
    (await gateway.createCustomer({ key: `customer ${++made}`, email: 'ana@example.com', name: 'Ana' })).id;
  const save = (customer: string, method: PaymentMethod, key = `card ${++made}`) =>
    gateway.saveCard(customer, { key, method, returnUrl: 'http://localhost:5000/subscription/success' });
  /** Also where the bank asks before it lets a card be kept. */
  async function keep(customer: string, method: PaymentMethod): Promise<string> {
    const first = await save(customer, method);
    if (first.status === 'saved') return first.card.id;
    if (first.status === 'declined') throw new Error(first.reason);
    const [setup = ''] = first.clientSecret.split('_secret_');
    stripe.books.cards.authenticate(setup);
    const saved = await save(customer, { paymentMethod: setup });
    if (saved.status !== 'saved') throw new Error('The card was not kept');
    return saved.card.id;
  }
  const paidLater = async (customer: string, savedCard: string, isAway: boolean) => {
    const { id } = await gateway.createPayment({ ...wanted(), customer });
    return pay(id, { savedCard, customer, isAway });
  };

  it('creates a customer once per key', async () => {
    const asked = { key: `customer ${++made}`, email: 'mara@example.com', name: 'Mara' };
    const ids = await Promise.all(Array.from({ length: 4 }, () => gateway.createCustomer(asked)));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
  });

  it('keeps a card, once per key, and charges it later with nobody there', async () => {
    const customer = await someCustomer();
    const key = `card ${++made}`;
    const saved = [await save(customer, side.kept.pays, key), await save(customer, side.kept.pays, key)];
    expect(saved[0]).toMatchObject({
      status: 'saved',
      card: { brand: 'Visa', lastFour: '4242', expYear: expect.any(Number) },
    });
    expect(saved[1]).toEqual(saved[0]);
    const savedCard = await keep(customer, side.kept.pays);
    const payment = await paidLater(customer, savedCard, true);
    expect(payment).toMatchObject({ state: 'succeeded', declined: null });
    expect(await side.chargesOf(payment.id)).toBe(1);
  });

  it('keeps no card that is declined', async () => {
    const tried = await save(await someCustomer(), side.declines);
    expect(tried).toEqual({ status: 'declined', reason: 'The bank declined this card.' });
  });

  it('explains a kept card that is declined later; the payment stays open for another', async () => {
    const customer = await someCustomer();
    const { id } = await gateway.createPayment({ ...wanted(), customer });
    const bad = { savedCard: await keep(customer, side.kept.declines), customer, isAway: true };
    expect(await pay(id, bad)).toMatchObject({
      state: 'requires_payment_method',
      declined: 'The bank declined this card.',
    });
    const good = { savedCard: await keep(customer, side.kept.pays), customer, isAway: true };
    expect((await pay(id, good)).state).toBe('succeeded');
    expect(await side.chargesOf(id)).toBe(1);
  });

  it('a bank that asks declines when nobody is there, and asks when someone is', async () => {
    const customer = await someCustomer();
    const savedCard = await keep(customer, side.kept.asks);
    const away = await paidLater(customer, savedCard, true);
    expect(away).toMatchObject({
      state: 'requires_payment_method',
      declined: 'The bank wants you to confirm this payment yourself.',
    });
    const there = await paidLater(customer, savedCard, false);
    expect(there.state).toBe('requires_action');
    await side.answer(there, true);
    expect((await gateway.findPayment(there.id))?.state).toBe('succeeded');
  });

  it('charges a kept card once per attempt, and none that is removed', async () => {
    const customer = await someCustomer();
    const savedCard = await keep(customer, side.kept.pays);
    const { id } = await gateway.createPayment({ ...wanted(), customer });
    const method = { savedCard, customer, isAway: true };
    await Promise.all(Array.from({ length: 6 }, () => pay(id, method, `later ${id}`)));
    expect(await side.chargesOf(id)).toBe(1);
    await gateway.removeCard(savedCard);
    await gateway.removeCard(savedCard);
    const removed = await paidLater(customer, savedCard, true);
    expect(removed.state).toBe('requires_payment_method');
    expect(removed.declined).not.toBeNull();
    expect(await side.chargesOf(removed.id)).toBe(0);
  });

  it('never charges a card for someone else', async () => {
    const savedCard = await keep(await someCustomer(), side.kept.pays);
    const stranger = await someCustomer();
    const { id } = await gateway.createPayment({ ...wanted(), customer: stranger });
    const tried = await pay(id, { savedCard, customer: stranger, isAway: true }).catch(
      (error: unknown) => error,
    );
    expect(tried).not.toMatchObject({ state: 'succeeded' });
    expect(await side.chargesOf(id)).toBe(0);
  });
});
