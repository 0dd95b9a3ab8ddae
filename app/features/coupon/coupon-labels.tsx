// Labels for coupons: state, scope and limits.
import type { Coupon } from '#shared/features/coupon/coupon-management.contract.ts';
import {
  COUPON_ITEM_KIND_LABELS,
  COUPON_STATE_LABELS,
  type CouponState,
} from '#shared/features/coupon/coupon.states.ts';
import { formatDay } from '#shared/dates.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatMoney } from '#shared/money.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const TONES: Readonly<Record<CouponState, BadgeTone>> = {
  active: 'ok',
  planned: 'act',
  over: 'plain',
  used_up: 'warn',
  off: 'plain',
};

export function CouponStateBadge({ standing }: { standing: CouponState }) {
  return <Badge tone={TONES[standing]}>{COUPON_STATE_LABELS[standing]}</Badge>;
}

/** “on courses, bundles and 2 items”. */
export function formatCouponScope({ kinds, items, sellers, seller }: Coupon): string {
  const parts = [
    ...kinds.map((kind) => COUPON_ITEM_KIND_LABELS[kind].toLowerCase()),
    ...sellers.map(({ name }) => `everything by ${name}`),
    ...(items.length > 2 ? [`${items.length} items`] : items.map(({ title }) => `“${title}”`)),
  ];
  if (parts.length > 0) return `on ${new Intl.ListFormat('en').format(parts)}`;
  return seller ? 'on everything by this seller' : 'on everything';
}

/** “until Dec 31, 2026, once each, for $20.00 or more, first order only”. */
export function formatCouponLimit(coupon: Coupon): string[] {
  const { standing, startsAt, endsAt, maxPerPerson, minimum, isFirstOrderOnly } = coupon;
  return [
    startsAt && standing === 'planned' ? `from ${formatDay(startsAt)}` : '',
    endsAt ? `until ${formatDay(endsAt)}` : '',
    maxPerPerson === null ? '' : maxPerPerson === 1 ? 'once each' : `${formatCount(maxPerPerson)} times each`,
    minimum === '0.00' ? '' : `for ${formatMoney(minimum)} or more`,
    isFirstOrderOnly ? 'first order only' : '',
  ].filter(Boolean);
}

/** “3 of 100, 1 pending”. */
export function formatCouponUses({ usedCount, heldCount, maxUses }: Coupon): string {
  const used = formatCount(usedCount) + (maxUses === null ? '' : ` of ${formatCount(maxUses)}`);
  return heldCount > 0 ? `${used}, ${formatCount(heldCount)} pending` : used;
}
