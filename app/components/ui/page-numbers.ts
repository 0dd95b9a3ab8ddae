// Which page numbers a pager shows: the ends, the current page and its neighbours, and gaps between them.

export type PagePlace = number | 'gap-before' | 'gap-after';

/** Seven places at most. */
export function pageNumbers(page: number, pageCount: number): PagePlace[] {
  if (pageCount <= 7) return Array.from({ length: Math.max(pageCount, 0) }, (_, index) => index + 1);
  const current = Math.min(Math.max(page, 1), pageCount);
  if (current <= 4) return [1, 2, 3, 4, 5, 'gap-after', pageCount];
  if (current >= pageCount - 3) {
    return [1, 'gap-before', pageCount - 4, pageCount - 3, pageCount - 2, pageCount - 1, pageCount];
  }
  return [1, 'gap-before', current - 1, current, current + 1, 'gap-after', pageCount];
}
