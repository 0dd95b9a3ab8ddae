import { expect, it } from 'vitest';
import { APPLICATION_TRANSITIONS, ROLE_OF_APPLICATION } from './application.states.ts';

it('an application is decided or withdrawn once, and never reopened', () => {
  expect(APPLICATION_TRANSITIONS).toEqual({
    waiting: ['approved', 'declined', 'withdrawn'],
    approved: [],
    declined: [],
    withdrawn: [],
  });
});

it('an application leads to its role', () => {
  expect(ROLE_OF_APPLICATION).toEqual({ sell: 'seller', teach: 'instructor' });
});
