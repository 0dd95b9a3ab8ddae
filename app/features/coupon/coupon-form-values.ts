// A coupon as its form holds it: text as typed, converted for the server, which reports errors per field.
import type { Coupon, CouponNamed } from '#shared/features/coupon/coupon-management.contract.ts';
import type { CouponItemKind, CouponKind } from '#shared/features/coupon/coupon.states.ts';
import type { CouponBody } from './coupon-management.api.ts';

export type CouponValues = {
  code: string;
  kind: CouponKind;
  percent: string;
  amount: string;
  kinds: CouponItemKind[];
  items: CouponNamed[];
  sellers: { id: number; name: string }[];
  startsAt: string;
  endsAt: string;
  maxUses: string;
  maxPerPerson: string;
  minimum: string;
  isFirstOrderOnly: boolean;
  note: string;
};

export const NEW_COUPON: CouponValues = {
  code: '',
  kind: 'percent',
  percent: '10',
  amount: '',
  kinds: [],
  items: [],
  sellers: [],
  startsAt: '',
  endsAt: '',
  maxUses: '',
  maxPerPerson: '',
  minimum: '',
  isFirstOrderOnly: false,
  note: '',
};

export function valuesOf(coupon: Coupon): CouponValues {
  const { code, kind, kinds, items, sellers, isFirstOrderOnly, note } = coupon;
  const text = (number: number | null) => (number === null ? '' : String(number));
  return {
    code,
    kind,
    percent: text(coupon.percent),
    amount: coupon.amount ?? '',
    kinds,
    items,
    sellers,
    startsAt: localOf(coupon.startsAt),
    endsAt: localOf(coupon.endsAt),
    maxUses: text(coupon.maxUses),
    maxPerPerson: text(coupon.maxPerPerson),
    minimum: coupon.minimum === '0.00' ? '' : coupon.minimum,
    isFirstOrderOnly,
    note,
  };
}

export function bodyOf(values: CouponValues): CouponBody {
  const { code, kind, kinds, items, sellers, isFirstOrderOnly, note } = values;
  return {
    code,
    kind,
    percent: kind === 'percent' ? wholeOf(values.percent) : null,
    amount: kind === 'fixed' ? values.amount.trim() || null : null,
    kinds,
    items: items.map(({ itemType, itemId }) => ({ itemType, itemId })),
    sellers: sellers.map(({ id }) => id),
    startsAt: isoOf(values.startsAt),
    endsAt: isoOf(values.endsAt),
    maxUses: wholeOf(values.maxUses),
    maxPerPerson: wholeOf(values.maxPerPerson),
    minimum: values.minimum.trim() || '0',
    isFirstOrderOnly,
    note,
  };
}

/** An invalid number is sent as one the server refuses, not as empty. */
function wholeOf(text: string): number | null {
  const typed = text.trim().replace(/%$/, '').trim();
  if (typed === '') return null;
  return /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
}

/** In the viewer's time zone, as a datetime-local field expects it. */
function localOf(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function isoOf(local: string): string | null {
  const time = Date.parse(local);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
