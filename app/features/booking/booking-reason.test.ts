import { expect, it } from 'vitest';
import { withReason } from './booking-reason.ts';

it('sends the reason along, and nothing in its place when none was given', () => {
  expect(withReason('cancel', 'The studio is flooded')).toEqual({
    action: 'cancel',
    reason: 'The studio is flooded',
  });
  expect(withReason('decline', ' \n')).toEqual({ action: 'decline' });
});
