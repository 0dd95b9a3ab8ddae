// Everything that many may want at once, against two servers on one database, near and far. One start serves all of it.
import { describe } from 'vitest';
import { checkoutRaces } from './races/checkout-races.ts';
import { couponRaces } from './races/coupon-races.ts';
import { payoutRaces } from './races/payout-races.ts';
import { refundRaces } from './races/refund-races.ts';
import { seatRaces } from './races/seat-races.ts';
import { startTwoServers } from './two-servers.ts';

const two = await startTwoServers();

// The first two end with a look at what became of every charge: those that give money back come after them.
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
describe('payouts', () => {
  payoutRaces(two);
});
