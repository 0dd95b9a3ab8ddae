// The downloads a membership has each month: calendar months in UTC, the same for every member.
export type Downloads = {
  /** Null: no limit. */
  limit: number | null;
  used: number;
  left: number | null;
  /** “2026-12-01”. */
  resetsOn: string;
};

/** The first day of a month, “2026-12-01”; `ahead` months later. */
export function downloadMonth(now: Date, ahead = 0): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 10);
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** “December 1”. By hand: an Intl formatter takes long to create while a page hydrates. */
export function formatResetDay(day: string): string {
  const [, month = '1', date = '1'] = day.split('-');
  return `${MONTHS[Number(month) - 1] ?? ''} ${Number(date)}`;
}

/** “3 of 10 downloads left this month. They reset on December 1.” */
export function describeDownloads({ limit, left, resetsOn }: Downloads): string {
  if (limit === null || left === null) return 'Downloads without a limit.';
  if (limit === 0) return 'No downloads included.';
  const what =
    left === 0
      ? `All ${limit} downloads of this month are used.`
      : `${left} of ${limit} downloads left this month.`;
  return `${what} They reset on ${formatResetDay(resetsOn)}.`;
}
