// A table before its rows are known: tabs' worth of nothing is not drawn, the rows are.
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

type ListSkeletonProps = {
  label: string;
  /** Rows that begin with a person's picture. */
  hasFaces?: boolean;
};

export function ListSkeleton({ label, hasFaces = false }: ListSkeletonProps) {
  return (
    <SkeletonGroup label={label} className="mt-6">
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-4 border-b border-rule py-3.5">
          {hasFaces && <Skeleton className="size-10 rounded-round" />}
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
          <Skeleton className="hidden h-4 w-24 md:block" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
