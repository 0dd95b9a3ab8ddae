import { expect, it } from 'vitest';
import { listFacts } from './certificate-facts.ts';

it('says when it was issued, until when it is valid, and what it is worth', () => {
  const facts = listFacts({
    code: 'RLV-8K2M-4T9Q',
    issuedOn: '2026-11-14',
    expiresOn: '2029-11-14',
    creditHours: 6,
  });
  expect(facts).toEqual([
    { label: 'Number', figure: 'RLV-8K2M-4T9Q' },
    { label: 'Issued', figure: 'November 14, 2026' },
    { label: 'Valid until', figure: 'November 14, 2029' },
    { label: 'Credit hours', figure: 6 },
  ]);
});

it('is valid for good without a last day, and leaves out hours it isn’t worth', () => {
  const facts = listFacts({ code: 'X', issuedOn: '2026-11-14', expiresOn: null, creditHours: null });
  expect(facts.slice(2)).toEqual([{ label: 'Valid until', figure: 'For good' }]);
});
