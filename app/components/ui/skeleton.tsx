// The shape of what is coming. CSS holds it back for 200 ms, so what arrives sooner never flickers.
import type { ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';

/** One grey shape; give it its size by className. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={cx('skeleton', className)} aria-hidden="true" />;
}

/** Around all shapes of one part: says once what is loading. */
export function SkeletonGroup({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div aria-busy="true" className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  );
}

/** A poster card before it is known. */
export function PosterSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-4/5" />
      <Skeleton className="mt-3.5 h-[1.05rem]" />
      <Skeleton className="mt-2 h-3 w-[55%]" />
    </div>
  );
}
