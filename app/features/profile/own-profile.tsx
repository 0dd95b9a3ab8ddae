// The frame of the own profile's pages: tabs, loading and error states.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { ProfileTabs } from './profile-tabs.tsx';
import { getProfileQuery, type OwnProfile } from './profile.api.ts';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import './profile.css';

type OwnProfileViewProps = {
  title: string;
  skeleton: ReactNode;
  children: (profile: OwnProfile) => ReactNode;
};

export function OwnProfileView({ title, skeleton, children }: OwnProfileViewProps) {
  const { data: profile, error, refetch, isFetching } = useQuery(getProfileQuery());
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">{title}</h1>
      <div className="mt-6 mb-10">
        <ProfileTabs />
      </div>
      {profile ? (
        children(profile)
      ) : error ? (
        <ErrorState title="Couldn’t load your profile" onRetry={() => void refetch()} isRetrying={isFetching}>
          {failureTextOf(error)}
        </ErrorState>
      ) : (
        skeleton
      )}
    </div>
  );
}

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
