// Loading placeholders. CSS delays them by 200 ms, so fast responses don't flicker.
import type { ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';

/** One shape; set its size with className. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={cx('skeleton', className)} aria-hidden="true" />;
}

/** Wraps the shapes of one part and announces once what is loading. */
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

/** Placeholder of a poster card. */
export function PosterSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-4/5" />
      <Skeleton className="mt-3.5 h-[1.05rem]" />
      <Skeleton className="mt-2 h-3 w-[55%]" />
    </div>
  );
}
