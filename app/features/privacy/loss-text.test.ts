import { expect, it } from 'vitest';
import { lossLines } from './loss-text.ts';

const NOTHING = {
  courses: [],
  resources: 0,
  seats: 0,
  membership: null,
  credit: null,
  packages: [],
  bookings: 0,
};

it('lists nothing for someone who paid for nothing', () => expect(lossLines(NOTHING)).toEqual([]));

it('lists everything that was paid for, by name where it has one', () => {
  const lines = lossLines({
    courses: ['Ballet', 'Tap'],
    resources: 1,
    seats: 3,
    membership: { plan: 'Studio', paidUntil: '2026-12-24T12:00:00Z' },
    credit: { left: '30.00', endsAt: '2027-02-10T12:00:00Z' },
    packages: [{ title: 'Four reviews', sessionsLeft: 2 }],
    bookings: 1,
  });
  expect(lines).toEqual([
    '2 paid courses, with your progress: “Ballet”, “Tap”',
    '1 paid resource you can’t download anymore',
    'Your membership “Studio”, paid until Dec 24, 2026: it ends at once',
    '$30.00 of booking credit, which you could use until Feb 10, 2027',
    '2 sessions left in the package “Four reviews”',
    '1 booked session is canceled, and not refunded',
    '3 seats for colleagues that you paid for',
  ]);
});

it('names five courses and counts the others', () => {
  const courses = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  expect(lossLines({ ...NOTHING, courses })).toEqual([
    '7 paid courses, with your progress: “A”, “B”, “C”, “D”, “E”, 2 more',
  ]);
});
