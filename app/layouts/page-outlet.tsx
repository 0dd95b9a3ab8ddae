// The place of the page in a frame. If the next page takes longer than 200 ms to arrive, a skeleton in its shape is shown.
import { useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { type PageShape, pageShape } from '#app/lib/page-shape.ts';

const SLOW_MS = 200;

/** The page that takes long, and how far down the one that is left was scrolled. */
type Slow = { next: string; scrolled: number };

export function PageOutlet() {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const [slow, setSlow] = useState<Slow>();
  // Only another page: filters of a list change within it.
  const isLeaving = next !== undefined && next !== pathname;
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => setSlow({ next, scrolled: window.scrollY }), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(undefined);
    };
  }, [isLeaving, next]);
  const shown = isLeaving && slow?.next === next ? slow : undefined;
  useSkeletonInSight(shown, pathname);
  return (
    <>
      {/* The styles hide the page that follows it. */}
      {shown && <PageSkeleton shape={pageShape(shown.next)} />}
      <Outlet />
    </>
  );
}

/** A skeleton is short: after scrolling, only the footer would be in sight. Scrolls back if the page isn't left after all. */
function useSkeletonInSight(slow: Slow | undefined, leaving: string) {
  useLayoutEffect(() => {
    if (!slow) return undefined;
    scrollTo({ top: 0, behavior: 'instant' });
    return () => {
      if (location.pathname === leaving) scrollTo({ top: slow.scrolled, behavior: 'instant' });
    };
  }, [slow, leaving]);
}

const PLACES: Readonly<Record<PageShape, readonly string[]>> = {
  cards: ['a', 'b', 'c', 'd', 'e', 'f'],
  rows: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
  detail: ['a', 'b', 'c'],
  text: ['a', 'b', 'c', 'd'],
};

function PageSkeleton({ shape }: { shape: PageShape }) {
  return (
    <SkeletonGroup label="Loading the page" className={`page-skeleton page-skeleton-${shape}`}>
      <Skeleton className="page-skeleton-title" />
      <div>
        {PLACES[shape].map((place) => (
          <Skeleton key={place} />
        ))}
      </div>
    </SkeletonGroup>
  );
}
