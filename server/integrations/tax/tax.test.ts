// What checkout relies on for both tax providers: none, and Stripe's SDK against a fake Stripe.
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

describe('the tax provider', () => {
  it('is chosen by the settings', () => {
    expect(none.name).toBe('none');
    expect(createTax(readConfig(fake.env)).name).toBe('none');
    expect(stripe.name).toBe('stripe');
  });
});

describe('no provider', () => {
  it('charges none, for every line', async () => {
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
  it('returns the tax of each line and the total, on top of the prices', async () => {
    const { taxCents, totalCents, reference } = await stripe.calculate(question());
    expect([...taxCents]).toEqual([
      ['1', 228],
      ['2', 0],
      ['3', 941],
    ]);
    expect(totalCents).toBe(1169);
    expect(reference).toMatch(/^taxcalc_/);
  });

  it("charges nothing where the school doesn't have to collect it", async () => {
    expect(await stripe.calculate(question({ zip: '59001', region: 'MT' }))).toMatchObject({ totalCents: 0 });
  });

  it('is not called for free items', async () => {
    const before = fake.calls.length;
    const free = LINES.filter(({ amountCents }) => amountCents === 0);
    const answer = await stripe.calculate(question({ zip: null, region: null }, free));
    expect([...answer.taxCents]).toEqual([['2', 0]]);
    expect(fake.calls).toHaveLength(before);
  });

  it('accepts as many lines as a cart can hold', async () => {
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
    ['is unknown', { zip: '00000' }, 'We couldn’t find this ZIP code'],
  ])('explains what to do if the address %s', async (_, address, text) => {
    await expect(stripe.calculate(question(address))).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining(text),
      details: [{ path: 'zip' }],
    });
  });

  it.each(['fail', 'drop the reply'] as const)('asks to try again later when calls %s', async (kind) => {
    fake.setTrouble({ kind, on: /tax/ });
    await expect(stripe.calculate(question())).rejects.toMatchObject({ code: 'unavailable' });
    fake.setTrouble();
    await expect(stripe.calculate(question())).resolves.toMatchObject({ totalCents: 1169 });
  });
});
