// How figures about memberships are written, and the lists behind them.
import { percentOf } from '#shared/features/billing/membership-stats.rules.ts';
import { formatCount } from '#shared/numbers.ts';
import { shortMonth } from '#app/lib/trend.ts';
import { MEMBERS_HOME } from './staff-member.api.ts';

export const membersLink = (filters: Record<string, string>): string =>
  `${MEMBERS_HOME}?${new URLSearchParams(filters)}`;

/** `2026-11` as “Nov 2026”. */
export const shortMonthOf = (month: string): string => shortMonth(`${month}-01T12:00:00Z`);

export const percentText = (percent: number | null): string => (percent === null ? '–' : `${percent}%`);

export const wholeDollars = (amount: number): string => `$${formatCount(Math.round(amount))}`;

/** Weighted: of everyone in all rows together. */
export function averageOf<Row>(
  rows: readonly Row[],
  part: (row: Row) => number,
  whole: (row: Row) => number,
): number | null {
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return percentOf(sum(part), sum(whole));
}
