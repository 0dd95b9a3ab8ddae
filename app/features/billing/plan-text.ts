// What plans cost and include, in words.
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';
import { centsToDecimal, decimalToCents, formatMoney } from '#shared/money.ts';

export const priceOf = (plan: Pick<Plan, 'monthly' | 'yearly'>, period: PlanPeriod): string =>
  period === 'year' ? plan.yearly : plan.monthly;

/** “a year”, behind a price. */
export const perPeriod = (period: PlanPeriod): string => (period === 'year' ? 'a year' : 'a month');

const count = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

/** What a year comes to a month, or what a plan costs each of its teachers; empty if that is the price itself. */
export function shareText(plan: Plan, period: PlanPeriod): string {
  const months = period === 'year' ? 12 : 1;
  if (months * plan.seats === 1) return '';
  const cents = Math.round(decimalToCents(priceOf(plan, period)) / months / plan.seats);
  const each = formatMoney(centsToDecimal(cents));
  const month = period === 'year' ? ' a month' : '';
  return plan.seats > 1 ? `${each}${month} for each of ${plan.seats} teachers` : `${each}${month}`;
}

/** Whole months that paying by the year saves with every plan. */
export function freeMonths(plans: readonly Plan[]): number {
  const months = plans.map(({ monthly, yearly }) =>
    Math.floor(12 - decimalToCents(yearly) / decimalToCents(monthly)),
  );
  return Math.max(0, Math.min(...months));
}

/** “10% off the store and courses, 5% off Connect sessions”; empty without discounts. */
export function discountText({ resourceDiscount, courseDiscount, bookingDiscount }: Plan): string {
  const offers = [
    [resourceDiscount, 'the store'],
    [courseDiscount, 'courses and certifications'],
    [bookingDiscount, 'Connect sessions'],
  ] as const;
  const byPercent = Map.groupBy(
    offers.filter(([percent]) => percent > 0),
    ([percent]) => percent,
  );
  return [...byPercent]
    .toSorted(([a], [b]) => b - a)
    .map(([percent, group]) => `${percent}% off ${LIST.format(group.map(([, what]) => what))}`)
    .join('; ');
}

const LIST = new Intl.ListFormat('en-US');

export function libraryText({ libraryResources, libraryCourses }: Plan): string {
  const parts = [
    ...(libraryResources > 0 ? [count(libraryResources, 'resource')] : []),
    ...(libraryCourses > 0 ? [count(libraryCourses, 'course')] : []),
  ];
  return LIST.format(parts);
}

function downloadsText({ monthlyDownloads, seats }: Plan): string {
  if (monthlyDownloads === null) return 'As many library items as you like';
  const shared = seats > 1 ? ', shared' : '';
  return `${count(monthlyDownloads, 'library item')} a month${shared}, yours for as long as you stay`;
}

export function creditText({ bookingCredit }: Plan, period: PlanPeriod): string {
  const credit = `${formatMoney(bookingCredit)} of booking credit every half year`;
  return period === 'month' ? `${credit}, a sixth with each payment` : credit;
}

/** What a plan includes, most useful first. */
export function planFeatures(plan: Plan, period: PlanPeriod): string[] {
  const library = libraryText(plan);
  return [
    ...(plan.seats > 1 ? [`Seats for ${plan.seats} teachers, you included`] : []),
    ...(library ? [`The member library: ${library} today`] : []),
    ...(library && plan.monthlyDownloads !== 0 ? [downloadsText(plan)] : []),
    ...(Number(plan.bookingCredit) > 0 ? [creditText(plan, period)] : []),
    ...(discountText(plan) ? [discountText(plan)] : []),
  ];
}

type Row = { label: string; values: readonly string[] };

/** The plans side by side. Rows that say nothing about any plan are left out. */
export function compareRows(plans: readonly Plan[]): Row[] {
  const percent = (value: number) => (value > 0 ? `${value}%` : 'No');
  const rows: [string, (plan: Plan) => string][] = [
    // A row only where some plan is for more than one.
    [
      'Teachers',
      ({ seats }) => (seats > 1 ? `Up to ${seats}` : plans.some((plan) => plan.seats > 1) ? '1' : 'No'),
    ],
    ['Member library', (plan) => libraryText(plan) || 'No'],
    [
      'Library items a month',
      ({ monthlyDownloads, seats }) =>
        monthlyDownloads === null ? 'No limit' : `${monthlyDownloads}${seats > 1 ? ', shared' : ''}`,
    ],
    ['Off the store', ({ resourceDiscount }) => percent(resourceDiscount)],
    ['Off courses and certifications', ({ courseDiscount }) => percent(courseDiscount)],
    ['Off Connect sessions', ({ bookingDiscount }) => percent(bookingDiscount)],
    [
      'Booking credit, every half year',
      ({ bookingCredit }) => (Number(bookingCredit) > 0 ? formatMoney(bookingCredit) : 'No'),
    ],
  ];
  return rows
    .map(([label, valueOf]) => ({ label, values: plans.map(valueOf) }))
    .filter(({ values }) => values.some((value) => value !== 'No' && value !== '0'));
}
