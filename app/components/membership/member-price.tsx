// A price with what members pay: a hint for everyone, and the price itself for members.
import './member-price.css';
import { useMemberPrice } from '#app/lib/member.api.ts';
import type { DiscountedKind } from '#shared/features/plan/plan.rules.ts';
import { formatMoney, formatPrice } from '#shared/money.ts';

export function MemberPrice({ kind, price }: { kind: DiscountedKind; price: string }) {
  const { amount, isOwn } = useMemberPrice(kind, price);
  if (amount === null) return formatPrice(price);
  if (!isOwn) {
    return (
      <>
        {formatPrice(price)} <span className="member-hint">{formatMoney(amount)} for members</span>
      </>
    );
  }
  return (
    <>
      {formatPrice(amount)}{' '}
      <span className="member-hint">
        <span className="sr-only">as a member, instead of </span>
        <s>{formatMoney(price)}</s>
      </span>
    </>
  );
}
