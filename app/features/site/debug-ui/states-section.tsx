// Empty, loading, error and progress states, and notices.
import Check from 'icon:check';
import CircleAlert from 'icon:circle-alert';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Progress } from '#app/components/ui/progress.tsx';
import { PosterSkeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { Group, Part } from './part.tsx';

export function StatesSection() {
  return (
    <Group title="States">
      <Part title="Empty">
        <EmptyState
          headingLevel={3}
          title="Your cart is empty"
          action={
            <ButtonLink variant="primary" to="/curriculum">
              Browse the curriculum
            </ButtonLink>
          }
        >
          Items you add stay here, even if you leave.
        </EmptyState>
      </Part>
      <Part title="Loading: skeletons">
        <SkeletonGroup label="Loading resources" className="grid grid-cols-3 gap-5">
          <PosterSkeleton />
          <PosterSkeleton />
          <PosterSkeleton />
        </SkeletonGroup>
      </Part>
      <Part title="Error: what happened, what to do">
        <ErrorState
          headingLevel={3}
          title="Couldn’t load your students"
          onRetry={() => toast({ title: 'Trying again' })}
          helpTo="/about"
          reference="7F3A-19C2"
        >
          <p>The connection dropped. Your list hasn’t changed.</p>
        </ErrorState>
      </Part>
      <Part title="Progress of long work">
        <WorkParts />
      </Part>
      <Part title="Notices">
        <div className="grid gap-4">
          <Notice>You are shopping as a guest.</Notice>
          <Notice tone="ok">Your class video is in. Odile answers within a week.</Notice>
          <Notice tone="warn">We hold Thursday 14:45 for you for another 11 minutes.</Notice>
          <Notice tone="bad">
            <strong>Your card has insufficient funds.</strong>
            <br />
            Nothing was charged. Try another card.
          </Notice>
        </div>
      </Part>
    </Group>
  );
}

function WorkParts() {
  return (
    <div className="grid gap-4">
      <Progress label="barre-music-08.mp3" value={6.2} max={9.4} detail="6.2 of 9.4 MB, 12 seconds left" />
      <div className="border-t border-rule pt-4">
        <div className="flex justify-between gap-3">
          <strong>week-4-balance.mp4</strong>
          <Badge tone="bad" icon={<CircleAlert className="icon" aria-hidden="true" />}>
            Too large
          </Badge>
        </div>
        <p className="error-text mt-1.5">
          This file is 2.3 GB; the limit is 2 GB. Export it at 720p and add it again.
        </p>
      </div>
      <div className="flex justify-between gap-3 border-t border-rule pt-4">
        <strong>register.xlsx</strong>
        <Badge tone="ok" icon={<Check className="icon" aria-hidden="true" />}>
          Done
        </Badge>
      </div>
    </div>
  );
}
