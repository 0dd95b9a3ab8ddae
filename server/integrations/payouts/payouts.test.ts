// Both payout gateways with the same questions: accounts, transfers once, reversals once, and clear refusals.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startFakeStripe } from '../../../tests/server/fake-stripe.ts';
import { testContext } from '../../../tests/server/test-database.ts';
import { GatewayRefusedError, GatewayUnreachableError } from '#server/integrations/gateway/gateway.ts';
import { describeNeeds } from './stripe-connect.ts';

const stripe = await startFakeStripe();
afterAll(() => stripe.close());
const atStripe = await testContext(stripe.env);
const atBank = await testContext();

const back = { returnUrl: 'https://releve.test/back', refreshUrl: 'https://releve.test/again' };
const finish = async (name: string, id: string) => {
  if (name === 'stripe') stripe.connect.finish(id);
  else await atBank.testBank?.hearSeller(id, 'ready');
};

describe.each([
  { name: 'stripe', payouts: atStripe.payouts },
  { name: 'sandbox', payouts: atBank.payouts },
])('$name', ({ name, payouts }) => {
  const newAccount = () =>
    payouts.createAccount({ key: randomUUID(), email: 'odile@example.com', sellerId: 7 });
  const readyAccount = async () => {
    const { id } = await newAccount();
    await finish(name, id);
    return id;
  };
  const wanted = (accountId: string, amountCents = 2040) => ({
    key: randomUUID(),
    accountId,
    amountCents,
    currency: 'USD',
    group: randomUUID(),
  });

  it('is chosen by the settings', () => expect(payouts.name).toBe(name));

  it('opens an account once per key, which lists what it still needs', async () => {
    const asked = { key: randomUUID(), email: 'odile@example.com', sellerId: 7 };
    const first = await payouts.createAccount(asked);
    expect(first).toMatchObject({ state: 'started', needs: expect.any(Array) });
    expect(first.needs.length).toBeGreaterThan(0);
    expect((await payouts.createAccount(asked)).id).toBe(first.id);
    expect(await payouts.onboardingLink(first.id, back)).toMatch(/\/(setup|test-bank)/);
    await finish(name, first.id);
    expect(await payouts.findAccount(first.id)).toEqual({ id: first.id, state: 'ready', needs: [] });
    expect(await payouts.findAccount('acct_nobody')).toBeNull();
  });

  it('transfers once per key, however often it is requested', async () => {
    const transfer = wanted(await readyAccount());
    const made = await Promise.all([1, 2, 3].map(() => payouts.transfer(transfer)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await expect(payouts.transfer({ ...transfer, amountCents: 1 })).rejects.toThrow(GatewayRefusedError);
  });

  it("rejects accounts that are not ready or don't exist", async () => {
    const { id } = await newAccount();
    await expect(payouts.transfer(wanted(id))).rejects.toThrow(GatewayRefusedError);
    await expect(payouts.transfer(wanted('acct_nobody'))).rejects.toThrow(GatewayRefusedError);
  });

  it('reverses once per key, and never more than was sent', async () => {
    const { id } = await payouts.transfer(wanted(await readyAccount()));
    const how = { key: randomUUID(), amountCents: 1020 };
    const [first, again] = [await payouts.reverse(id, how), await payouts.reverse(id, how)];
    expect(again).toEqual(first);
    await expect(payouts.reverse(id, { key: randomUUID(), amountCents: 1021 })).rejects.toThrow(
      GatewayRefusedError,
    );
    await expect(payouts.reverse('tr_nobody', how)).rejects.toThrow(GatewayRefusedError);
  });
});

it('Stripe finds an existing transfer when the key has expired, and no response is no refusal', async () => {
  const { payouts } = atStripe;
  const { id } = await payouts.createAccount({ key: randomUUID(), email: 'a@example.com', sellerId: 8 });
  stripe.connect.finish(id);
  const wanted = { key: randomUUID(), accountId: id, amountCents: 500, currency: 'USD', group: randomUUID() };
  expect(await payouts.findTransfer(wanted)).toBeNull();
  stripe.setTrouble({ kind: 'drop the reply', on: /POST \/v1\/transfers/ });
  await expect(payouts.transfer(wanted)).rejects.toThrow(GatewayUnreachableError);
  stripe.setTrouble();
  const made = await payouts.findTransfer(wanted);
  expect(await payouts.transfer(wanted)).toEqual(made);
  const how = { key: randomUUID(), amountCents: 200 };
  expect(await payouts.findReversal(made?.id ?? '', how)).toBeNull();
  const reversed = await payouts.reverse(made?.id ?? '', how);
  expect(await payouts.findReversal(made?.id ?? '', how)).toEqual(reversed);
  stripe.connect.restrict(id, ['individual.verification.document']);
  expect(await payouts.findAccount(id)).toMatchObject({
    state: 'restricted',
    needs: ['A document that shows who you are'],
  });
});

it('lists what is missing in words, each once', () => {
  expect(describeNeeds(['external_account', 'individual.dob.day', 'individual.dob.year', 'x.y'])).toEqual([
    'The bank account the money goes to',
    'Your name, address and date of birth',
    'A few more details',
  ]);
});
