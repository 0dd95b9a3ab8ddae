// Changing what others see of me.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { AvatarEditor } from './avatar-editor.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileTabs } from './profile-tabs.tsx';
import { ownProfileQuery } from './profile.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Edit profile',
    description: 'Change what others see of you.',
    path: '/profile/edit',
    isHidden: true,
  });
}

export default function ProfileEditPage() {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Edit profile</h1>
      <div className="mt-6 mb-10">
        <ProfileTabs />
      </div>
      <Loaded />
    </div>
  );
}

function Loaded() {
  const { data: profile, error, refetch, isFetching } = useQuery(ownProfileQuery());
  if (profile) return <ProfileForm profile={profile} picture={<AvatarEditor profile={profile} />} />;
  if (!error) return <FormSkeleton />;
  return (
    <ErrorState title="We could not load your profile" onRetry={() => void refetch()} isRetrying={isFetching}>
      {failureTextOf(error)}
    </ErrorState>
  );
}

function FormSkeleton() {
  return (
    <SkeletonGroup label="Loading your profile" className="grid gap-6 md:pl-84">
      <Skeleton className="size-32 rounded-round" />
      <Skeleton className="h-12 max-w-136 rounded-field" />
      <Skeleton className="h-12 max-w-136 rounded-field" />
      <Skeleton className="h-28 max-w-136 rounded-field" />
    </SkeletonGroup>
  );
}
