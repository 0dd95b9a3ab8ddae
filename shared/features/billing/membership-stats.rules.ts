// Puts the figures about members together: months in a row, and how many of each cohort stayed. Months are in UTC.

/** `2026-11` */
export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

export const monthStart = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

export function addMonths(month: string, count: number): string {
  const start = monthStart(month);
  start.setUTCMonth(start.getUTCMonth() + count);
  return monthOf(start);
}

/** `count` months that end with this one, oldest first. */
export const monthsUntil = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addMonths(month, at - count + 1));

/** The sum of everything up to and including a month. */
export function runningTotal<Row extends { month: string }>(
  rows: readonly Row[],
  of: (row: Row) => number,
): (month: string) => number {
  return (month) => rows.reduce((sum, row) => (row.month <= month ? sum + of(row) : sum), 0);
}

type Stayed = { month: string; months: number | null; count: number };
export type Cohort = { month: string; size: number; stayed: number[] };

/** Only as far as the youngest of a cohort could have got: later numbers would look like a loss. */
export function cohortsOf(rows: readonly Stayed[], { now, most }: { now: Date; most: number }): Cohort[] {
  const months = [...new Set(rows.map(({ month }) => month))].toSorted();
  return months.map((month) => {
    const own = rows.filter((row) => row.month === month);
    const size = own.reduce((sum, { count }) => sum + count, 0);
    const stayed: number[] = [];
    for (let n = 1; n <= most && monthStart(addMonths(month, n + 1)) <= now; n++) {
      stayed.push(
        own.reduce((sum, row) => (row.months === null || row.months >= n ? sum + row.count : sum), 0),
      );
    }
    return { month, size, stayed };
  });
}

/** In percent, with one decimal at most; null if there is nothing to compare with. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
