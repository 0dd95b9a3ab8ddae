// The shape of a profile before it is known.
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import './profile.css';

export function ProfileSkeleton() {
  return (
    <SkeletonGroup label="Loading the profile">
      <div className="profile-head">
        <Skeleton className="size-32 rounded-round md:size-50" />
        <div className="w-full">
          <Skeleton className="h-10 w-3/5" />
          <Skeleton className="mt-4 h-5 w-2/5" />
        </div>
      </div>
      <Skeleton className="mt-8 h-5 w-full max-w-measure" />
      <Skeleton className="mt-3 h-5 w-4/5 max-w-measure" />
    </SkeletonGroup>
  );
}
