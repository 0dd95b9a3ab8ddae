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

/** Which numbers a narrow screen (far) and a very narrow one (near as well) can do without. */
export type PageDistance = 'near' | 'far';
export type PagerItem =
  | { kind: 'page'; number: number; distance: PageDistance | undefined }
  /** Without a distance it is always there; with one, only where the numbers of that distance are not. */
  | { kind: 'gap'; key: string; distance: PageDistance | undefined };

/** The numbers, and a gap wherever some are left out on any width. */
export function pagerItems(page: number, pageCount: number): PagerItem[] {
  const places = pageNumbers(page, pageCount);
  const distances = places.map((place) => distanceOf(place, page, pageCount));
  return places.flatMap((place, at): PagerItem[] => {
    const distance = distances[at];
    if (typeof place === 'string') return [{ kind: 'gap', key: place, distance }];
    const item: PagerItem = { kind: 'page', number: place, distance };
    if (!distance || !beginsGap(at)) return [item];
    return [{ kind: 'gap', key: `gap-at-${place}`, distance }, item];
  });

  /** The first far number of a run that no gap stands beside; the near one, where it is alone. */
  function beginsGap(at: number): boolean {
    let from = at;
    while (distances[from - 1]) from -= 1;
    let to = at;
    while (distances[to + 1]) to += 1;
    if (typeof places[from - 1] === 'string' || typeof places[to + 1] === 'string') return false;
    const run = distances.slice(from, to + 1);
    return at - from === Math.max(run.indexOf('far'), 0);
  }
}

function distanceOf(place: PagePlace, page: number, pageCount: number): PageDistance | undefined {
  if (typeof place === 'string' || place === page || place === 1 || place === pageCount) return undefined;
  return Math.abs(place - page) === 1 ? 'near' : 'far';
}
