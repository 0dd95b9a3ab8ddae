// What will be charged: the lines minus the coupon, plus tax. Buyers can't pay before the total is known.
import { useQuery } from '@tanstack/react-query';
import { postcodeLabel } from '#shared/features/checkout/address.rules.ts';
import * as contract from '#shared/features/checkout/checkout.contract.ts';
import type { RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { totalOf, type Line } from './checkout-items.ts';
import { getCheckoutOptionsQuery } from './checkout.api.ts';
import type { Address } from './pay-form.schema.ts';
import { isComplete, sentAddress } from './home-country.ts';

/** The coupon from the cart. */
export type SummaryCoupon = {
  preview: { code: string; discount: string; total: string } | null;
  isChecking: boolean;
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
  const before = preview?.total ?? subtotal;
  const couponCode = preview?.code;
  const sums = useQuery({
    queryKey: [contract.getCheckoutSummary.path, sent, couponCode, before, items ?? 'cart'],
    queryFn({ signal }) {
      const body = { ...sent, ...(items && { items: [...items] }), ...(couponCode && { couponCode }) };
      return browserApi.call(contract.getCheckoutSummary, { body }, signal);
    },
    enabled: isTaxed && isKnown && !isChecking,
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
    total: known?.total ?? before,
    // If the tax setting couldn't be loaded, the server refuses a total without it.
    isFinal: !isChecking && !isPending && (!isTaxed || known !== undefined),
    recheck: () => void sums.refetch(),
  };
}

function noteOf(address: Address, error: Error | null): string {
  if (error) return failureTextOf(error);
  return isComplete(address) ? 'One moment' : `Added once we know your ${postcodeLabel(address.country)}`;
}
