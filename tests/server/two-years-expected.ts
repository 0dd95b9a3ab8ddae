// What two years of memberships have to come to, with either gateway: worked out by hand from the calendar. Day 0 is
// November 15, 2026.

/** Charges are `[day, cents]`. */
type Expected = { state: string; endsOn: string; charges: [number, number][]; mails: string[] };

export const EXPECTED: Readonly<Record<string, Expected>> = {
  // A trial, saved by the emailed link; a card that fails on day 165 and another two days later; an upgrade on day 200 for
  // $59.00 less 26 of 31 days of $19.00; two months of pause; a downgrade; canceled and resumed; then a year.
  ada: {
    state: 'active',
    endsOn: '2029-04-08',
    charges: [
      [14, 1900],
      [44, 1900],
      [75, 1900],
      [105, 1900],
      [134, 1900],
      [168, 1900],
      [195, 1900],
      [200, 4307],
      [230, 5900],
      [323, 5900],
      [354, 5900],
      [384, 5900],
      [415, 1900],
      [446, 1900],
      [475, 1900],
      [506, 1900],
      [510, 17354],
    ],
    mails: [
      '0 Your Barre trial has started',
      '11 Your Barre trial ends on Nov 29, 2026',
      '14 Your order RV at Relevé',
      '44 Your order RV at Relevé',
      '75 Your order RV at Relevé',
      '105 Your order RV at Relevé',
      '134 Your order RV at Relevé',
      '165 We couldn’t renew your Barre membership',
      '167 We couldn’t renew your Barre membership',
      '168 Your order RV at Relevé',
      '195 Your order RV at Relevé',
      '200 Your order RV at Relevé',
      '230 Your order RV at Relevé',
      '323 Your order RV at Relevé',
      '354 Your order RV at Relevé',
      '384 Your order RV at Relevé',
      '415 Your order RV at Relevé',
      '446 Your order RV at Relevé',
      '460 Your Barre membership ends on Mar 4, 2028',
      '475 Your order RV at Relevé',
      '506 Your order RV at Relevé',
      '510 Your order RV at Relevé',
    ],
  },
  // A year, renewed and refunded; then some months, canceled.
  ben: {
    state: 'cancelled',
    endsOn: '2028-06-18',
    charges: [
      [1, 19000],
      [366, 19000],
      [520, 1900],
      [550, 1900],
    ],
    mails: [
      '1 Your order RV at Relevé',
      '352 Your Barre membership renews on Nov 16, 2027',
      '366 Your order RV at Relevé',
      '500 We’re refunding $190.00 of your order RV',
      '500 Your Barre membership has ended',
      '520 Your order RV at Relevé',
      '550 Your order RV at Relevé',
      '560 Your Barre membership ends on Jun 18, 2028',
      '581 Your Barre membership has ended',
    ],
  },
  // A bank that wants to be asked each time, a dispute lost, a dispute won.
  cleo: {
    state: 'cancelled',
    endsOn: '2027-05-25',
    charges: [
      [2, 1900],
      [33, 1900],
      [64, 1900],
      [94, 1900],
      [130, 5900],
      [161, 5900],
    ],
    mails: [
      '2 Your order RV at Relevé',
      '32 We couldn’t renew your Barre membership',
      '33 Your order RV at Relevé',
      '63 We couldn’t renew your Barre membership',
      '64 Your order RV at Relevé',
      '94 Your order RV at Relevé',
      '110 Your Barre membership has ended',
      '130 Your order RV at Relevé',
      '161 Your order RV at Relevé',
      '170 Your Grand Studio membership ends on May 25, 2027',
      '191 Your Grand Studio membership has ended',
    ],
  },
  // A card that never pays again; then years.
  dan: {
    state: 'active',
    endsOn: '2029-02-03',
    charges: [
      [3, 1900],
      [80, 59000],
      [445, 59000],
    ],
    mails: [
      '3 Your order RV at Relevé',
      '33 We couldn’t renew your Barre membership',
      '35 We couldn’t renew your Barre membership',
      '40 We couldn’t renew your Barre membership',
      '47 We couldn’t renew your Barre membership',
      '54 Your Barre membership has ended',
      '80 Your order RV at Relevé',
      '90 Your Grand Studio membership ends on Feb 3, 2028',
      '431 Your Grand Studio membership renews on Feb 3, 2028',
      '445 Your order RV at Relevé',
    ],
  },
  // Three months from the team.
  eve: {
    state: 'cancelled',
    endsOn: '2027-02-19',
    charges: [],
    mails: ['4 Your Barre membership has started', '96 Your Barre membership has ended'],
  },
};
