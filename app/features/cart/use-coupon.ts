// A coupon applied to the cart or to given items: the discount, or why there is none.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CouponPreview } from '#shared/features/checkout/checkout.contract.ts';
import type { RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { COUPON_PREVIEWS, previewCoupon } from '#app/lib/coupon.api.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { isBlocked, type CartLine } from './cart.api.ts';
import { clearStoredCoupon, storeCoupon, noteRefusal, useStoredCoupon, useRefusal } from './stored-coupon.ts';

const GOOD_FOR_MS = 30_000;

export type CouponView = {
  /** As entered; empty: none. */
  code: string;
  /** The discount; null while loading, or if refused. */
  preview: CouponPreview | null;
  /** Why the stored code doesn't apply. */
  refusal: string | null;
  /** The discount is still loading. */
  isChecking: boolean;
  apply: (code: string) => void;
  isApplying: boolean;
  /** Why the code just entered was refused. */
  problem: string | null;
  forget: () => void;
  /** The checkout refused it. */
  refuse: (message: string) => void;
  /** Checks it again. */
  recheck: () => void;
};

type Basis = {
  lines: readonly CartLine[];
  /** Given if there is no cart on the server to check. */
  items?: readonly RequestedItem[] | undefined;
};

export function useCoupon({ lines, items }: Basis): CouponView {
  const client = useQueryClient();
  const code = useStoredCoupon();
  const refusal = useRefusal(code);
  const buyable = lines.filter((line) => !isBlocked(line));
  const basis = buyable.map(({ itemType, itemId, quantity, price }) => [itemType, itemId, quantity, price]);
  const keyOf = (given: string) => [...COUPON_PREVIEWS, given.toLowerCase(), items ? 'named' : 'cart', basis];
  const ask = (given: string, signal?: AbortSignal) => {
    const body = { code: given, ...(items && { items: [...items] }) };
    return previewCoupon(body, signal);
  };
  const tried = useQuery({
    queryKey: keyOf(code),
    queryFn: ({ signal }) => ask(code, signal),
    enabled: code !== '' && refusal === null && buyable.length > 0,
    staleTime: GOOD_FOR_MS,
    retry: (count, error) => count < 2 && !(error instanceof ApiError),
    // After a quantity change, shows the previous discount until the new one is known.
    placeholderData: keepPreviousData,
  });
  const applied = useMutation({
    mutationFn: (given: string) => ask(given),
    onSuccess(preview, given) {
      client.setQueryData(keyOf(given), preview);
      storeCoupon(given);
    },
  });
  const isKnown = code !== '' && refusal === null && tried.data !== undefined && !tried.isError;
  return {
    code,
    preview: isKnown && !tried.isPlaceholderData ? tried.data : null,
    refusal: code === '' ? null : (refusal ?? (tried.error ? failureTextOf(tried.error) : null)),
    isChecking:
      code !== '' &&
      refusal === null &&
      buyable.length > 0 &&
      !tried.isError &&
      (!isKnown || tried.isPlaceholderData),
    apply: (given) => applied.mutate(given),
    isApplying: applied.isPending,
    problem: applied.error ? failureTextOf(applied.error) : null,
    forget() {
      applied.reset();
      clearStoredCoupon();
    },
    refuse: noteRefusal,
    recheck: () => void client.invalidateQueries({ queryKey: COUPON_PREVIEWS }),
  };
}
