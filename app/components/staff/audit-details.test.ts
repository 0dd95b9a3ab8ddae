import { expect, it } from 'vitest';
import { detailLines } from './audit-details.ts';

it.each([
  [{ reason: 'Spam in reviews' }, [['Reason', 'Spam in reviews']]],
  [{ roles: ['curriculum_officer', 'seller'] }, [['Roles', 'curriculum officer, seller']]],
  [
    { jobName: 'mail-send', attempts: 3 },
    [
      ['Job name', 'mail-send'],
      ['Attempts', '3'],
    ],
  ],
  [
    {
      before: { isRegistrationOpen: true, siteName: 'A' },
      after: { isRegistrationOpen: false, siteName: 'A' },
    },
    [['Registration open', 'yes → no']],
  ],
  [
    {
      before: { role: 'user', roles: ['user'] },
      after: { role: 'admin', roles: ['seller', 'admin'] },
      why: 'x',
    },
    [
      ['Role', 'user → admin'],
      ['Roles', 'user → seller, admin'],
      ['Why', 'x'],
    ],
  ],
  [
    { before: { supportEmail: '' }, after: { supportEmail: 'a@b.c' } },
    [['Support email', 'nothing → a@b.c']],
  ],
  [{ nested: { firstThing: 1, other: 'x' } }, [['Nested', 'First thing: 1; Other: x']]],
  [{ nothing: null, empty: [], gone: undefined }, []],
])('%j reads as %j', (details, lines) => {
  expect(detailLines(details).map(({ name, value }) => [name, value])).toEqual(lines);
});
