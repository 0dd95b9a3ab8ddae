// A shop before it is known, in its own shape.
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';

export function SellerSkeleton() {
  return (
    <SkeletonGroup label="Loading the shop" className="wrap">
      <Skeleton className="seller-banner" />
      <div className="mt-6 flex gap-6">
        <Skeleton className="size-24 rounded-round!" />
        <div className="grow">
          <Skeleton className="h-12 w-80 max-w-full" />
          <Skeleton className="mt-4 h-4 w-60 max-w-full" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
