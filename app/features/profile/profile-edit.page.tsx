// Edit the own public profile.
import type { MetaArgs } from 'react-router';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { ActivityPart } from '#app/features/message/activity-part.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { AvatarEditor } from './avatar-editor.tsx';
import { OwnProfileView } from './own-profile.tsx';
import { MinorPart } from './minor-part.tsx';
import { ProfileForm } from './profile-form.tsx';
import { TimeZonePart } from './time-zone-part.tsx';

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
      {(profile) => (
        <>
          <ProfileForm profile={profile} picture={<AvatarEditor profile={profile} />} />
          <div className="mt-10 border-t border-ink pt-8">
            <TimeZonePart saved={profile.timeZone} />
            <ActivityPart />
            <MinorPart isMinor={profile.isMinor} />
          </div>
        </>
      )}
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
