// What staff see before they publish changes of a plan.
import { formatCount } from '#shared/numbers.ts';
import { decimalToCents, formatMoney } from '#shared/money.ts';
import { parseTypedMoney } from '#shared/typed-money.ts';
import type { PlanBenefits } from './plan.rules.ts';
import type { PlanFields } from './staff-plan.schema.ts';

export const PLAN_FIELDS = [
  'name',
  'audience',
  'monthly',
  'yearly',
  'trialDays',
  'seats',
  'resourceDiscount',
  'courseDiscount',
  'bookingDiscount',
  'monthlyDownloads',
  'bookingCredit',
] as const satisfies readonly (keyof PlanFields)[];

/** What its form holds of a plan. */
export const planFieldsOf = (plan: PlanFields): PlanFields =>
  Object.fromEntries(PLAN_FIELDS.map((field) => [field, plan[field]])) as PlanFields;

export type PlanChange = { label: string; before: string; after: string };

const money = (typed: string) => {
  const amount = parseTypedMoney(typed);
  return amount === null ? typed : formatMoney(amount);
};
const limit = (count: number | null) => (count === null ? 'No limit' : formatCount(count));

const SHOWN: readonly { label: string; of: (fields: PlanFields) => string }[] = [
  { label: 'Name', of: ({ name }) => name.trim() },
  { label: 'Who it is for', of: ({ audience }) => audience.trim() || 'Not said' },
  { label: 'Price a month', of: ({ monthly }) => money(monthly) },
  { label: 'Price a year', of: ({ yearly }) => money(yearly) },
  { label: 'Days to try it', of: ({ trialDays }) => formatCount(trialDays) },
  { label: 'Seats', of: ({ seats }) => formatCount(seats) },
  { label: 'Off resources', of: ({ resourceDiscount }) => `${resourceDiscount}%` },
  { label: 'Off courses', of: ({ courseDiscount }) => `${courseDiscount}%` },
  { label: 'Off sessions', of: ({ bookingDiscount }) => `${bookingDiscount}%` },
  { label: 'Library downloads a month', of: ({ monthlyDownloads }) => limit(monthlyDownloads) },
  { label: 'Booking credit every six months', of: ({ bookingCredit }) => money(bookingCredit) },
];

export function planChanges(before: PlanFields, after: PlanFields): PlanChange[] {
  return SHOWN.map(({ label, of }) => ({ label, before: of(before), after: of(after) })).filter(
    (row) => row.before !== row.after,
  );
}

/** As they are compared with those of another version (`benefitsTakenAway`). */
export function benefitsOf(fields: Omit<PlanFields, 'monthly' | 'yearly'>): PlanBenefits {
  const { resourceDiscount, courseDiscount, bookingDiscount, monthlyDownloads, seats } = fields;
  const bookingCreditCents = decimalToCents(fields.bookingCredit);
  return { resourceDiscount, courseDiscount, bookingDiscount, monthlyDownloads, seats, bookingCreditCents };
}

/** The field of the form that holds a benefit. */
export const BENEFIT_FIELDS = {
  resourceDiscount: 'resourceDiscount',
  courseDiscount: 'courseDiscount',
  bookingDiscount: 'bookingDiscount',
  monthlyDownloads: 'monthlyDownloads',
  bookingCreditCents: 'bookingCredit',
  seats: 'seats',
} as const satisfies Record<keyof PlanBenefits, keyof PlanFields>;
