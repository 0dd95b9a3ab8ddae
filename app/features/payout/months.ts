// The months and years a seller can choose from, newest first, in UTC.

/** From this month back to the first; at least this one. */
export function monthsSince(first: string | null, now: Date = new Date()): string[] {
  const months: string[] = [];
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const oldest = first ?? at.toISOString().slice(0, 7);
  for (;;) {
    const month = at.toISOString().slice(0, 7);
    if (months.length > 0 && month < oldest) return months;
    months.push(month);
    at.setUTCMonth(at.getUTCMonth() - 1);
  }
}

export function yearsSince(first: string | null, now: Date = new Date()): number[] {
  const last = now.getUTCFullYear();
  const oldest = Math.min(last, Number((first ?? String(last)).slice(0, 4)));
  return Array.from({ length: last - oldest + 1 }, (_, back) => last - back);
}
