import { describe, expect, it } from 'vitest';
import {
  heldForBuyer,
  paidFor,
  saleLines,
  shareOf,
  undone,
  type SoldPart,
  figuresOf,
} from './ledger.rules.ts';

const part = (part: Partial<SoldPart>): SoldPart => ({
  sellerId: 7,
  amountCents: 1000,
  discountCents: 200,
  taxCents: 80,
  feeCents: 120,
  ...part,
});

describe('a sold part', () => {
  it('was paid at its price minus the discount', () => expect(paidFor(part({}))).toBe(800));

  it('gives its seller the price minus the fee', () => expect(shareOf(part({}))).toBe(680));

  it('without a seller belongs to the platform', () => expect(shareOf(part({ sellerId: null }))).toBe(0));
});

describe('a sale in the ledger', () => {
  it('owes each seller their share, passes the tax on, and keeps the rest', () => {
    const lines = saleLines([
      part({ sellerId: 9 }),
      part({ sellerId: 7 }),
      part({ sellerId: 9, feeCents: 100 }),
    ]);
    expect(lines).toEqual([
      { account: 'gateway', sellerId: null, amountCents: 2640 },
      { account: 'platform_revenue', sellerId: null, amountCents: -340 },
      { account: 'tax_payable', sellerId: null, amountCents: -240 },
      { account: 'seller_payable', sellerId: 7, amountCents: -680 },
      { account: 'seller_payable', sellerId: 9, amountCents: -1380 },
    ]);
  });

  it('without a seller earns the platform everything but the tax', () => {
    expect(saleLines([part({ sellerId: null })])).toEqual([
      { account: 'gateway', sellerId: null, amountCents: 880 },
      { account: 'platform_revenue', sellerId: null, amountCents: -800 },
      { account: 'tax_payable', sellerId: null, amountCents: -80 },
    ]);
  });

  it('paid in part with booking credit brings that much less money', () => {
    expect(saleLines([part({ creditCents: 300 })])).toEqual([
      { account: 'gateway', sellerId: null, amountCents: 580 },
      { account: 'booking_credit', sellerId: null, amountCents: 300 },
      { account: 'platform_revenue', sellerId: null, amountCents: -120 },
      { account: 'tax_payable', sellerId: null, amountCents: -80 },
      { account: 'seller_payable', sellerId: 7, amountCents: -680 },
    ]);
  });

  it('is reversed by the same entries with opposite signs', () => {
    expect(undone(heldForBuyer(500))).toEqual([
      { account: 'gateway', sellerId: null, amountCents: -500 },
      { account: 'buyer_payable', sellerId: null, amountCents: 500 },
    ]);
  });
});

describe('the totals of a period', () => {
  const none = { sales: 0, fees: 0, refunds: 0, disputes: 0, tax: 0, payouts: 0 };

  it('are all zero, without a minus, if nothing was recorded', () => {
    expect(Object.values(figuresOf([])).every((cents) => Object.is(cents, 0))).toBe(true);
  });

  it('count what buyers paid, what was earned, and the tax', () => {
    const sale = saleLines([part({})]).map(({ account, amountCents }) => ({
      account,
      kind: 'sale' as const,
      cents: amountCents,
    }));
    expect(figuresOf(sale)).toEqual({ ...none, sales: 880, fees: 120, tax: 80 });
  });

  it('subtract booking credit from what the platform earned', () => {
    const sale = saleLines([part({ creditCents: 50 })]).map(({ account, amountCents }) => ({
      account,
      kind: 'sale' as const,
      cents: amountCents,
    }));
    expect(figuresOf(sale)).toEqual({ ...none, sales: 830, fees: 70, tax: 80 });
  });

  it('leave out money of orders that were never fulfilled', () => {
    expect(
      figuresOf([
        { account: 'gateway', kind: 'sale', cents: 500 },
        { account: 'buyer_payable', kind: 'sale', cents: -500 },
        { account: 'buyer_payable', kind: 'refund', cents: 500 },
        { account: 'gateway', kind: 'refund', cents: -500 },
      ]),
    ).toEqual(none);
  });

  it('subtract a failed refund from the refunds', () => {
    expect(
      figuresOf([
        { account: 'gateway', kind: 'refund', cents: -300 },
        { account: 'gateway', kind: 'refund', cents: -200 },
        { account: 'gateway', kind: 'refund_failed', cents: 200 },
      ]),
    ).toEqual({ ...none, refunds: 300 });
  });

  it('count a disputed amount as lost only once it is in neither account', () => {
    const taken = { account: 'gateway', kind: 'dispute', cents: -400 } as const;
    const disputed = { account: 'disputed', kind: 'dispute', cents: 400 } as const;
    expect(figuresOf([taken, disputed])).toEqual(none);
    expect(figuresOf([taken, disputed, { ...disputed, cents: -400 }])).toEqual({ ...none, disputes: 400 });
  });

  it('count payouts minus reversals', () => {
    expect(
      figuresOf([
        { account: 'gateway', kind: 'payout_paid', cents: -900 },
        { account: 'gateway', kind: 'reversal', cents: 250 },
        { account: 'in_transit', kind: 'payout_paid', cents: 900 },
      ]),
    ).toEqual({ ...none, payouts: 650 });
  });
});
