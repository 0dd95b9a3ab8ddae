// Which page numbers a pager shows: the ends, the current page and its neighbours, and gaps between them.

/** A gap is null. Seven places at most, so that a pager fits a phone. */
export function pageNumbers(page: number, pageCount: number): (number | null)[] {
  if (pageCount <= 7) return Array.from({ length: Math.max(pageCount, 0) }, (_, index) => index + 1);
  const current = Math.min(Math.max(page, 1), pageCount);
  if (current <= 4) return [1, 2, 3, 4, 5, null, pageCount];
  if (current >= pageCount - 3) {
    return [1, null, pageCount - 4, pageCount - 3, pageCount - 2, pageCount - 1, pageCount];
  }
  return [1, null, current - 1, current, current + 1, null, pageCount];
}
