// All races, against two servers on one database, with and without latency. One start serves all of them.
import { describe } from 'vitest';
import { bookingRaces } from './races/booking-races.ts';
import { checkoutRaces } from './races/checkout-races.ts';
import { couponRaces } from './races/coupon-races.ts';
import { learningRaces } from './races/learning-races.ts';
import { membershipRaces } from './races/membership-races.ts';
import { payoutRaces } from './races/payout-races.ts';
import { refundRaces } from './races/refund-races.ts';
import { seatRaces } from './races/seat-races.ts';
import { startTwoServers } from './two-servers.ts';

const two = await startTwoServers();

// The first two end by checking every charge; those that refund money come after them.
describe('carts and checkouts', () => {
  checkoutRaces(two);
});
describe('coupons', () => {
  couponRaces(two);
});
describe('seats', () => {
  seatRaces(two);
});
describe('refunds and disputes', () => {
  refundRaces(two);
});
describe('bookings', () => {
  bookingRaces(two);
});
describe('memberships', () => {
  membershipRaces(two);
});
describe('learning', () => {
  learningRaces(two);
});
describe('payouts', () => {
  payoutRaces(two);
});
