// What will be charged: the lines minus the coupon, plus tax, minus booking credit. Buyers can't pay before the total is known.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { postcodeLabel } from '#shared/features/checkout/address.rules.ts';
import * as contract from '#shared/features/checkout/checkout.contract.ts';
import type { CouponPreview } from '#shared/features/checkout/checkout.contract.ts';
import { applyCredit } from '#shared/features/membership/booking-credit.rules.ts';
import type { RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useUser } from '#app/lib/user.api.ts';
import { getBookingCreditQuery } from '#app/components/membership/booking-credit.api.ts';
import { isBlocked, lineCents, totalOf, type Line } from './checkout-items.ts';
import { getCheckoutOptionsQuery } from './checkout.api.ts';
import type { Address } from './pay-form.schema.ts';
import { centsToDecimal, decimalToCents, sumCents } from '#shared/money.ts';
import { isComplete, sentAddress } from './home-country.ts';

/** The coupon from the cart. */
export type SummaryCoupon = {
  preview: Pick<CouponPreview, 'code' | 'discount' | 'total' | 'lines'> | null;
  isChecking: boolean;
};

/** What a member can pay sessions with. */
export type CheckoutCredit = {
  /** What it pays of this order. */
  amount: string;
  /** What is left after this order. */
  left: string;
  endsAt: string;
  isUsed: boolean;
  setUsed: (isUsed: boolean) => void;
};

export type CheckoutSummary = {
  subtotal: string;
  /** Null: no discount. */
  discount: string | null;
  couponCode: string | undefined;
  /** Null: no tax, or not known yet. */
  tax: string | null;
  /** Shown instead of the tax until it is known. */
  taxNote: string | null;
  /** Null: the viewer has none, or there is nothing it pays for. */
  credit: CheckoutCredit | null;
  total: string;
  /** Whether the total is exactly what will be charged. */
  isFinal: boolean;
  recheck: () => void;
};

type Basis = {
  lines: readonly Line[];
  items?: readonly RequestedItem[] | undefined;
  coupon: SummaryCoupon;
  address: Address;
};

export function useGetCheckoutSummary({ lines, items, coupon, address }: Basis): CheckoutSummary {
  const { data: options, isPending } = useQuery(getCheckoutOptionsQuery());
  const { preview, isChecking } = coupon;
  const isTaxed = options !== undefined && options.tax !== 'none';
  const isKnown = isComplete(address);
  const sent = sentAddress(address);
  const subtotal = totalOf(lines);
  const credit = useCredit(lines, preview);
  const creditChoice = credit.view?.isUsed === false ? { useCredit: false } : {};
  const before = minus(preview?.total ?? subtotal, credit.usedCents);
  const couponCode = preview?.code;
  const sums = useQuery({
    queryKey: [contract.getCheckoutSummary.path, sent, couponCode, before, items ?? 'cart'],
    queryFn({ signal }) {
      const body = {
        ...sent,
        ...creditChoice,
        ...(items && { items: [...items] }),
        ...(couponCode && { couponCode }),
      };
      return browserApi.call(contract.getCheckoutSummary, { body }, signal);
    },
    enabled: isTaxed && isKnown && !isChecking && !credit.isLoading,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
    staleTime: 60_000,
  });
  const known = isTaxed && isKnown ? sums.data : undefined;
  return {
    subtotal,
    discount: preview?.discount ?? null,
    couponCode,
    tax: known?.tax ?? null,
    taxNote: isTaxed && !known ? noteOf(address, sums.error) : null,
    credit: credit.view,
    total: known?.total ?? before,
    // If the tax setting couldn't be loaded, the server refuses a total without it.
    isFinal: !isChecking && !isPending && !credit.isLoading && (!isTaxed || known !== undefined),
    recheck() {
      credit.recheck();
      void sums.refetch();
    },
  };
}

const minus = (amount: string, cents: number) => centsToDecimal(decimalToCents(amount) - cents);

/** As the server applies it: to sessions, after the coupon and before tax. */
function useCredit(lines: readonly Line[], preview: SummaryCoupon['preview']) {
  const user = useUser();
  const [isUsed, setUsed] = useState(true);
  const payable = lines.filter((line) => !isBlocked(line));
  const isNeeded = Boolean(user) && payable.some(({ itemType }) => itemType === 'booking');
  const { data, isLoading, refetch } = useQuery({ ...getBookingCreditQuery(), enabled: isNeeded });
  const credit = isNeeded ? data?.credit : null;
  const leftCents = decimalToCents(credit?.left ?? '0.00');
  const nets = payable.map((line) => {
    const off = preview?.lines.find((one) => one.itemType === line.itemType && one.itemId === line.itemId);
    return { itemType: line.itemType, netCents: lineCents(line) - decimalToCents(off?.discount ?? '0.00') };
  });
  const amountCents = sumCents(applyCredit(leftCents, nets));
  const usedCents = isUsed ? amountCents : 0;
  const view: CheckoutCredit | null =
    credit && amountCents > 0
      ? {
          amount: centsToDecimal(amountCents),
          left: centsToDecimal(leftCents - usedCents),
          endsAt: credit.endsAt,
          isUsed,
          setUsed,
        }
      : null;
  return { view, usedCents, isLoading, recheck: () => void (isNeeded && refetch()) };
}

function noteOf(address: Address, error: Error | null): string {
  if (error) return failureTextOf(error);
  return isComplete(address) ? 'One moment' : `Added once we know your ${postcodeLabel(address.country)}`;
}
