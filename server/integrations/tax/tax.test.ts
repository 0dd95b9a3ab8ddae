// What checkout relies on, from whoever works out the tax: nobody, or Stripe's SDK before a fake Stripe.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeStripe } from '../../../tests/server/fake-stripe.ts';
import { readConfig } from '#server/config.ts';
import { createTax } from './create-tax.ts';
import type { TaxedLine, TaxQuestion } from './tax.ts';

const fake = await startFakeStripe();
afterAll(() => fake.close());
beforeEach(() => fake.setTrouble());

const none = createTax(readConfig({}));
const stripe = createTax(readConfig({ ...fake.env, STRIPE_TAX: 'on' }));

const LINES: TaxedLine[] = [
  { reference: '1', amountCents: 2400, kind: 'resource' },
  { reference: '2', amountCents: 0, kind: 'resource' },
  { reference: '3', amountCents: 9900, kind: 'course' },
];
const question = (address: Partial<TaxQuestion['address']> = {}, lines = LINES): TaxQuestion => ({
  currency: 'USD',
  lines,
  address: { zip: '90001', region: 'CA', country: 'US', ...address },
});

describe('which of them it is', () => {
  it('is settings alone', () => {
    expect(none.name).toBe('none');
    expect(createTax(readConfig(fake.env)).name).toBe('none');
    expect(stripe.name).toBe('stripe');
  });
});

describe('nobody', () => {
  it('asks for none, for every line', async () => {
    const answer = await none.calculate(question());
    expect(answer).toEqual({
      taxCents: new Map([
        ['1', 0],
        ['2', 0],
        ['3', 0],
      ]),
      totalCents: 0,
      reference: null,
    });
  });
});

describe('Stripe Tax', () => {
  it('says the tax of each line and of all, on top of the prices', async () => {
    const { taxCents, totalCents, reference } = await stripe.calculate(question());
    expect([...taxCents]).toEqual([
      ['1', 228],
      ['2', 0],
      ['3', 941],
    ]);
    expect(totalCents).toBe(1169);
    expect(reference).toMatch(/^taxcalc_/);
  });

  it('owes nothing where the school does not have to collect it', async () => {
    expect(await stripe.calculate(question({ zip: '59001', region: 'MT' }))).toMatchObject({ totalCents: 0 });
  });

  it('is not asked about what is free', async () => {
    const before = fake.calls.length;
    const free = LINES.filter(({ amountCents }) => amountCents === 0);
    const answer = await stripe.calculate(question({ zip: null, region: null }, free));
    expect([...answer.taxCents]).toEqual([['2', 0]]);
    expect(fake.calls).toHaveLength(before);
  });

  it('takes as many lines as a cart holds', async () => {
    const many = Array.from({ length: 230 }, (_, at) => ({
      reference: `line ${at}`,
      amountCents: 1000 + at,
      kind: 'bundle',
    }));
    const { taxCents, totalCents } = await stripe.calculate(question({}, many));
    expect(taxCents.size).toBe(230);
    expect([...taxCents.values()].reduce((sum, cents) => sum + cents, 0)).toBe(totalCents);
    expect(taxCents.get('line 229')).toBe(Math.round(1229 * 0.095));
  });

  it.each([
    ['is missing', { zip: null, region: null }, 'Enter your ZIP code'],
    ['is unknown', { zip: '00000' }, 'We could not find this ZIP code'],
  ])('says what to do where the place %s', async (_, address, text) => {
    await expect(stripe.calculate(question(address))).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining(text),
      details: [{ path: 'zip' }],
    });
  });

  it.each(['fail', 'drop the reply'] as const)('says to come back later when calls %s', async (kind) => {
    fake.setTrouble({ kind, on: /tax/ });
    await expect(stripe.calculate(question())).rejects.toMatchObject({ code: 'unavailable' });
    fake.setTrouble();
    await expect(stripe.calculate(question())).resolves.toMatchObject({ totalCents: 1169 });
  });
});
