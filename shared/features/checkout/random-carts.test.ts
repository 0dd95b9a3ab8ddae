// Ten thousand carts with three sellers and the platform, coupons, fees, tax, refunds and lost disputes: every cent
// charged is always accounted for, and nobody is debited or credited twice.
import { expect, it } from 'vitest';
import { discountLines, type CouponTerms } from '#shared/features/coupon/coupon.rules.ts';
import { refundableRemainder, returnsOf, type RefundablePart } from '#shared/features/refund/refund.rules.ts';
import { sumCents } from '#shared/money.ts';
import { paidFor, saleLines, shareOf, type SoldPart } from '#shared/features/ledger/ledger.rules.ts';
import { divideCents, feeOf, priceLine } from './pricing.rules.ts';

const CARTS = 10_000;
/** Takes seconds, on a machine that does other things too. */
const PATIENCE_MS = 60_000;

/** The same numbers in every run. */
function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
  return {
    upTo: (most: number) => next() % (most + 1),
    oneOf: <T>(of: readonly T[]) => of[next() % of.length] as T,
  };
}

const FEES = new Map([
  [3, 1500],
  [4, 999],
  [5, 0],
]);

type Roll = ReturnType<typeof dice>;

function someTerms({ upTo, oneOf }: Roll): CouponTerms {
  const isPercent = upTo(1) === 1;
  return {
    kind: isPercent ? 'percent' : 'fixed',
    percent: isPercent ? 1 + upTo(99) : null,
    amountCents: isPercent ? null : 1 + upTo(9000),
    sellerId: oneOf([null, null, 3]),
    kinds: oneOf([[], [], ['bundle'], ['resource', 'course']] as const),
    items: [],
    sellers: oneOf([[], [4, 5]]),
    minimumCents: 0,
  };
}

/** As an order is created: priced, discounted, taxed, and with the fee on what is paid. */
function someCart(roll: Roll): SoldPart[] {
  const { upTo, oneOf } = roll;
  const lines = Array.from({ length: 1 + upTo(5) }, (_, itemId) => {
    const isBundle = upTo(3) === 0;
    const sellerId = oneOf([null, 3, 4, 5]);
    const parts = Array.from({ length: isBundle ? 2 + upTo(3) : 1 }, () => ({
      priceCents: upTo(9999),
      paidCents: isBundle && upTo(3) === 0 ? upTo(9999) : 0,
    }));
    const unit = isBundle
      ? upTo(sumCents(parts.map((part) => part.priceCents)))
      : (parts[0]?.priceCents ?? 0);
    const { amountCents, partCents } = priceLine(unit, 1 + upTo(4), parts);
    const kind = isBundle
      ? ('bundle' as const)
      : sellerId === null
        ? ('course' as const)
        : ('resource' as const);
    return { itemType: kind, itemId, kind, sellerId, amountCents, partCents };
  });
  const discounts = upTo(2) === 0 ? [] : discountLines(someTerms(roll), lines);
  return lines.flatMap((line, at) => {
    const off = discounts[at]?.partCents ?? line.partCents.map(() => 0);
    const net = line.partCents.map((cents, part) => cents - (off[part] ?? 0));
    const tax = upTo(2) === 0 ? divideCents(Math.round(sumCents(net) * 0.08875), net) : net.map(() => 0);
    return line.partCents.map((amountCents, part) => ({
      sellerId: line.sellerId,
      amountCents,
      discountCents: off[part] ?? 0,
      taxCents: sumCents(net) === 0 ? 0 : (tax[part] ?? 0),
      feeCents: feeOf(net[part] ?? 0, line.sellerId === null ? null : (FEES.get(line.sellerId) ?? 0)),
    }));
  });
}

const asReturnable = (part: SoldPart, partId: number): RefundablePart => ({
  partId,
  lineId: partId,
  sellerId: part.sellerId,
  wholeCents: paidFor(part) + part.taxCents,
  taxCents: part.taxCents,
  shareCents: shareOf(part),
  returnedCents: 0,
  returnedTaxCents: 0,
  returnedShareCents: 0,
});

it(
  `${CARTS} random carts: shares, fees, tax and refunds add up to the charge, to the cent`,
  () => {
    const roll = dice(20_261_116);
    const wrong: string[] = [];
    const check = (isRight: boolean, what: string, cart: number) => {
      if (!isRight) wrong.push(`${what} of cart ${cart}`);
    };
    for (let cart = 0; cart < CARTS; cart++) {
      const parts = someCart(roll);
      check(
        parts.every((part) => paidFor(part) >= 0),
        'a price below zero',
        cart,
      );
      check(
        parts.every((part) => shareOf(part) >= 0 && part.feeCents >= 0),
        'a share or fee below zero',
        cart,
      );
      const charge = sumCents(parts.map((part) => paidFor(part) + part.taxCents));
      const shares = sumCents(parts.map(shareOf));
      const fees = sumCents(parts.map((part) => part.feeCents));
      const tax = sumCents(parts.map((part) => part.taxCents));
      check(shares + fees + tax === charge, 'the shares', cart);
      const sale = saleLines(parts);
      check(sumCents(sale.map((line) => line.amountCents)) === 0, 'the ledger', cart);
      check(sale[0]?.amountCents === charge, 'the charge in the ledger', cart);
      let state = parts.map(asReturnable);
      let refunded = 0;
      for (let step = roll.upTo(4); step > 0; step--) {
        const chosen = roll.upTo(1) ? state : state.slice(0, 1 + roll.upTo(state.length - 1));
        const left = sumCents(chosen.map(refundableRemainder));
        if (left === 0) continue;
        const amount = roll.upTo(2) === 0 ? left : 1 + roll.upTo(left - 1);
        const returns = returnsOf(chosen, amount);
        refunded += amount;
        check(sumCents(returns.map((back) => back.amountCents)) === amount, 'a refund', cart);
        state = state.map((part) => {
          const back = returns.find(({ partId }) => partId === part.partId);
          if (!back) return part;
          return {
            ...part,
            returnedCents: part.returnedCents + back.amountCents,
            returnedTaxCents: part.returnedTaxCents + back.taxCents,
            returnedShareCents: part.returnedShareCents + back.shareCents,
          };
        });
      }
      const kept = state.map((part) => ({
        share: part.shareCents - part.returnedShareCents,
        tax: part.taxCents - part.returnedTaxCents,
        rest:
          refundableRemainder(part) -
          (part.shareCents - part.returnedShareCents) -
          (part.taxCents - part.returnedTaxCents),
      }));
      check(
        kept.every(({ share, tax: due, rest }) => share >= 0 && due >= 0 && rest >= 0),
        'more went back than there was',
        cart,
      );
      const held = sumCents(kept.map(({ share, tax: due, rest }) => share + due + rest));
      check(held + refunded === charge, 'what is left and what went back', cart);
    }
    expect(wrong).toEqual([]);
  },
  PATIENCE_MS,
);
