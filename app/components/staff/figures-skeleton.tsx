// The shape of a row of figures while they are fetched; inside a group that says what is loading.
import { Skeleton } from '#app/components/ui/skeleton.tsx';

export function FiguresSkeleton() {
  return (
    <div className="figs">
      {['a', 'b', 'c', 'd'].map((figure) => (
        <div key={figure}>
          <Skeleton className="h-4 w-20 md:w-24" />
          <Skeleton className="mt-3 h-9 w-16 md:w-20" />
          <Skeleton className="mt-3 h-3 w-20 md:w-28" />
        </div>
      ))}
    </div>
  );
}
