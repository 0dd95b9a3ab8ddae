// The frame of the pages about one's own profile: its tabs, and the profile once it is here.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { ProfileTabs } from './profile-tabs.tsx';
import { getProfileQuery, type OwnProfile } from './profile.api.ts';

type OwnProfileViewProps = {
  title: string;
  /** Of the shape the page will have. */
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
        <ErrorState
          title="We could not load your profile"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {failureTextOf(error)}
        </ErrorState>
      ) : (
        skeleton
      )}
    </div>
  );
}
