// Edit the own public profile.
import type { MetaArgs } from 'react-router';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { AvatarEditor } from './avatar-editor.tsx';
import { OwnProfileView } from './own-profile.tsx';
import { ProfileForm } from './profile-form.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Edit profile',
    description: 'Edit your public profile.',
    path: '/profile/edit',
    isHidden: true,
  });
}

export default function ProfileEditPage() {
  return (
    <OwnProfileView title="Edit profile" skeleton={<FormSkeleton />}>
      {(profile) => <ProfileForm profile={profile} picture={<AvatarEditor profile={profile} />} />}
    </OwnProfileView>
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
