// What deleting an account takes away, line by line.
import { formatDay } from '#shared/dates.ts';
import { DEFAULT_CURRENCY, formatMoney } from '#shared/money.ts';
import type { AccountLosses } from '#shared/features/privacy/privacy.contract.ts';

const COURSES_NAMED = 5;

const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number} ${many}`;

function courseText(courses: readonly string[]): string {
  const named = courses.slice(0, COURSES_NAMED).map((title) => `“${title}”`);
  const more = courses.length - named.length;
  const titles = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `${count(courses.length, 'paid course', 'paid courses')}, with your progress: ${titles}`;
}

export function lossLines(losses: AccountLosses): string[] {
  const { courses, resources, seats, membership, credit, packages, bookings } = losses;
  return [
    courses.length > 0 && courseText(courses),
    resources > 0 && `${count(resources, 'paid resource', 'paid resources')} you can’t download anymore`,
    membership &&
      `Your membership “${membership.plan}”, paid until ${formatDay(membership.paidUntil)}: it ends at once`,
    credit &&
      `${formatMoney(credit.left, DEFAULT_CURRENCY)} of booking credit, which you could use until ${formatDay(credit.endsAt)}`,
    ...packages.map(
      ({ title, sessionsLeft }) =>
        `${count(sessionsLeft, 'session', 'sessions')} left in the package “${title}”`,
    ),
    bookings > 0 &&
      `${count(bookings, 'booked session is', 'booked sessions are')} canceled, and not refunded`,
    seats > 0 && `${count(seats, 'seat', 'seats')} for colleagues that you paid for`,
  ].filter((line) => line !== false && line !== null);
}
