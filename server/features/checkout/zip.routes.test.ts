// ZIP codes: known, unknown and invalid ones.
import { expect, it } from 'vitest';
import { findZipCode } from '#shared/features/checkout/checkout.contract.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { call, app } = await testApp();

const lookUp = (zip: string) => call(findZipCode, { params: { zip } });

it('answers many requests at once before the data is loaded', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => lookUp('60601')));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(answers[0]?.json()).toMatchObject({ city: 'Chicago', state: 'IL' });
});

it.each([
  ['10001', 'New York', 'NY'],
  ['02134', 'Allston', 'MA'],
  ['00501', 'Holtsville', 'NY'],
  ['00901', 'San Juan', 'PR'],
  ['00802', 'St Thomas', 'VI'],
  ['96910', 'Hagatna', 'GU'],
  ['20500', 'Washington', 'DC'],
  ['90210', 'Beverly Hills', 'CA'],
])('%s is %s, %s', async (zip, city, state) => {
  const answer = await lookUp(zip);
  expect([answer.statusCode, answer.json()]).toEqual([200, { zip, city, state }]);
});

it('an unknown ZIP code gets 404 with a helpful message', async () => {
  for (const zip of ['99999', '00000']) {
    const answer = await lookUp(zip);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect(answer.json().message).toContain('five digits');
  }
});

it('an invalid ZIP code gets 400', async () => {
  const none = [
    '1',
    '1234',
    '123456',
    '12345-6789',
    'abcde',
    'K1A',
    ' 10001',
    '1e400',
    '٠٠٠٠٠',
    '__proto__',
    "'or1",
  ];
  for (const zip of none) expect((await lookUp(zip)).statusCode, zip).toBe(400);
  expect((await app.inject('/api/zipcode-lookup/')).statusCode).toBeLessThan(500);
  expect((await app.inject('/api/zipcode-lookup/%00%0a%ff')).statusCode).toBe(400);
});
