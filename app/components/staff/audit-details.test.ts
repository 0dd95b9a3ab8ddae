import { expect, it } from 'vitest';
import { detailLines } from './audit-details.ts';

it.each([
  [{ reason: 'Spam in reviews' }, [['Reason', 'Spam in reviews']]],
  [{ roles: ['curriculum_officer', 'seller'] }, [['Roles', 'curriculum officer, seller']]],
  [{ isRegistrationOpen: { from: true, to: false } }, [['Registration open', 'yes → no']]],
  [{ roles: { before: ['user'], after: ['admin'] } }, [['Roles', 'user → admin']]],
  [{ roles: { from: [], to: ['admin'] } }, [['Roles', 'nothing → admin']]],
  [
    { jobName: 'mail-send', attempts: 3 },
    [
      ['Job name', 'mail-send'],
      ['Attempts', '3'],
    ],
  ],
  [{ nested: { firstThing: 1, other: 'x' } }, [['Nested', 'First thing: 1; Other: x']]],
  [{ nothing: null, empty: [], gone: undefined }, []],
])('%j reads as %j', (details, lines) => {
  expect(detailLines(details).map(({ name, value }) => [name, value])).toEqual(lines);
});
