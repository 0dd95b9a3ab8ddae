// The demo school's coupons: of the house and of two sellers, in every state a coupon can be in.
import type { CouponItemKind } from '#shared/features/coupon/coupon.states.ts';

export type SeedCoupon = {
  code: string;
  /** Undefined: the house's own. */
  seller?: string;
  percent?: number;
  /** Dollars. */
  dollars?: number;
  note: string;
  kinds?: CouponItemKind[];
  /** A bundle by title. */
  bundle?: string;
  /** Days from now; below zero: ago. */
  starts?: number;
  ends?: number;
  maxUses?: number;
  maxPerPerson?: number;
  /** Dollars. */
  minimum?: number;
  isFirstOrderOnly?: boolean;
  isOff?: boolean;
  /** Days ago. */
  made: number;
};

export const COUPONS: readonly SeedCoupon[] = [
  {
    code: 'WELCOME10',
    percent: 10,
    note: 'In the welcome mail',
    isFirstOrderOnly: true,
    maxPerPerson: 1,
    made: 160,
  },
  { code: 'BARRE20', percent: 20, note: 'Autumn letter', kinds: ['bundle'], ends: 30, made: 20 },
  { code: 'TEACHERS5', dollars: 5, note: 'Teachers’ day', minimum: 40, maxUses: 200, made: 45 },
  { code: 'CERTIFY15', percent: 15, note: 'Spring term', kinds: ['certification'], starts: 40, made: 3 },
  { code: 'SUMMER25', percent: 25, note: 'Summer school', ends: -60, made: 150 },
  { code: 'PRESSPASS', percent: 100, note: 'Handed out by mistake', maxUses: 10, isOff: true, made: 70 },
  { code: 'ODILE15', seller: 'seller', percent: 15, note: 'For my newsletter', maxPerPerson: 1, made: 30 },
  {
    code: 'FIRSTYEAR',
    seller: 'seller',
    dollars: 6,
    note: 'Open studio',
    bundle: 'A first year at the barre',
    ends: 60,
    made: 12,
  },
  { code: 'CYPHER10', seller: 'multi', percent: 10, note: 'Battle day', minimum: 25, made: 18 },
];
