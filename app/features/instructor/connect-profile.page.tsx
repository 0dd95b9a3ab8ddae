// An instructor's Connect profile: what clients read, the sessions on offer, and when they can be booked.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { ListSkeleton } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { AvailabilityEditor } from '#app/features/availability/availability-editor.tsx';
import { CalendarSettings } from '#app/features/availability/calendar-settings.tsx';
import { oneOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { LISTING_STEP_LABELS } from '#shared/features/instructor/instructor.rules.ts';
import type { OwnInstructor } from '#shared/features/instructor/instructor.schema.ts';
import {
  getOwnInstructorQuery,
  usePublishOwnInstructor,
  useUnpublishOwnInstructor,
} from './instructor.api.ts';
import { InstructorProfileForm } from './instructor-profile-form.tsx';
import { SessionTypes } from './session-types.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Your Connect profile',
    description: 'What clients read about you, what you offer, and when.',
    path: '/connect/profile',
    isHidden: true,
  });
}

const TABS = {
  profile: 'Profile',
  sessions: 'Sessions',
  hours: 'Availability',
  calendars: 'Calendars',
} as const;
type Tab = keyof typeof TABS;

export default function ConnectProfilePage() {
  const { params } = useListAddress();
  const tab: Tab = oneOf(Object.keys(TABS) as Tab[], params.get('tab')) ?? 'profile';
  const query = useQuery(getOwnInstructorQuery());
  return (
    <StaffPage
      title="Connect"
      intro="Teachers find you here and book your time. You set the hours and the price."
      actions={query.data && <PublishButton instructor={query.data} />}
      tabs={
        <TabLinks
          label="Connect profile"
          tabs={Object.entries(TABS).map(([value, label]) => ({
            label,
            to: value === 'profile' ? '/connect/profile' : `/connect/profile?tab=${value}`,
            isCurrent: value === tab,
          }))}
        />
      }
    >
      <QueryView query={query} what="your profile" skeleton={<ListSkeleton label="Loading your profile" />}>
        {(instructor) => (
          <>
            <ListingState instructor={instructor} />
            <Part tab={tab} instructor={instructor} />
          </>
        )}
      </QueryView>
    </StaffPage>
  );
}

function Part({ tab, instructor }: { tab: Tab; instructor: OwnInstructor }) {
  if (tab === 'profile') return <InstructorProfileForm instructor={instructor} />;
  if (tab === 'sessions') return <SessionTypes instructor={instructor} />;
  if (instructor.timeZone === null) {
    return (
      <Notice>
        Hours are kept in your time zone.{' '}
        <Link className="link" to="/connect/profile">
          Save your profile
        </Link>{' '}
        first, then set them here.
      </Notice>
    );
  }
  return tab === 'hours' ? <AvailabilityEditor /> : <CalendarSettings />;
}

const STEP_TABS = { headline: '', session_type: '?tab=sessions', hours: '?tab=hours' } as const;

function ListingState({ instructor }: { instructor: OwnInstructor }) {
  const { state, missingSteps, suspendedReason, id } = instructor;
  if (state === 'suspended') {
    return (
      <Notice tone="bad" className="my-8">
        <strong>Your profile is suspended.</strong> {suspendedReason} Sessions that are already booked stay.
      </Notice>
    );
  }
  if (state === 'listed') {
    return (
      <p className="meta mt-4 mb-8 flex flex-wrap items-center gap-3">
        <Badge tone="ok">Public</Badge>
        <Link className="link" to={`/instructors/${id}`}>
          View your page
        </Link>
      </p>
    );
  }
  return (
    <Notice className="my-8">
      {missingSteps.length === 0 ? (
        'Everything is ready. Publish your profile, and people can find you.'
      ) : (
        <>
          Before people can find you:
          <ul className="mt-1 list-disc pl-5">
            {missingSteps.map((step) => (
              <li key={step}>
                <Link className="link" to={`/connect/profile${STEP_TABS[step]}`}>
                  {LISTING_STEP_LABELS[step]}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

function PublishButton({ instructor: { state, missingSteps } }: { instructor: OwnInstructor }) {
  const publish = usePublishOwnInstructor();
  const unpublish = useUnpublishOwnInstructor();
  if (state === 'suspended') return <ButtonLink to="/instructor/bookings">Your bookings</ButtonLink>;
  if (state === 'listed') {
    return (
      <Button isBusy={unpublish.isPending} onClick={() => unpublish.mutate({})}>
        Unpublish
      </Button>
    );
  }
  return (
    <Button
      variant={missingSteps.length === 0 ? 'primary' : 'second'}
      isBusy={publish.isPending}
      onClick={() => publish.mutate({})}
    >
      Publish profile
    </Button>
  );
}
