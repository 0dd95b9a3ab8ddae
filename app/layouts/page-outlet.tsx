// The place of the page in a frame. If the next page takes longer than 200 ms to arrive, a skeleton in its shape is shown.
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { type PageShape, pageShape } from '#app/lib/page-shape.ts';

const SLOW_MS = 200;

export function PageOutlet() {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const [slow, setSlow] = useState<string>();
  // Only another page: filters of a list change within it.
  const isLeaving = next !== undefined && next !== pathname;
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(setSlow, SLOW_MS, next);
    return () => {
      clearTimeout(timer);
      setSlow(undefined);
    };
  }, [isLeaving, next]);
  return (
    <>
      {/* The styles hide the page that follows it. */}
      {isLeaving && slow === next && <PageSkeleton shape={pageShape(next)} />}
      <Outlet />
    </>
  );
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
