// The shape of a course's page before it is known.
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import './course.css';

export function CourseSkeleton() {
  return (
    <SkeletonGroup label="Loading the course">
      <Skeleton className="h-[clamp(26rem,39vw,34rem)] w-full" />
      <div className="wrap">
        <div className="course-two">
          <Skeleton className="course-buy h-60" />
          <div className="course-main">
            <Skeleton className="h-5 w-full" />
            <Skeleton className="mt-3 h-5 w-4/5" />
            <Skeleton className="mt-16 h-8 w-2/5" />
            <Skeleton className="mt-6 h-64 w-full" />
          </div>
        </div>
      </div>
    </SkeletonGroup>
  );
}
