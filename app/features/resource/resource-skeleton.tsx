// A resource's page before it is known, in its own shape.
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';

export function ResourceSkeleton() {
  return (
    <SkeletonGroup label="Loading the resource" className="wrap">
      <Skeleton className="mt-5 h-4 w-56" />
      <div className="resource-two mt-6">
        <Skeleton className="resource-main aspect-5/4" />
        <div className="resource-side">
          <Skeleton className="h-20" />
          <Skeleton className="mt-5 h-10 w-48" />
          <Skeleton className="mt-8 h-10 w-32" />
          <Skeleton className="mt-5 h-[3.4rem] rounded-round!" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
