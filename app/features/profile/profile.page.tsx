// The own profile: the public card, missing parts and private details.
import type { ReactNode } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import { ROLE_LABELS } from '#shared/roles.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { OwnProfileView, ProfileSkeleton } from './own-profile.tsx';
import { ProfileCard } from './profile-card.tsx';
import type { OwnProfile } from './profile.api.ts';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Your profile',
    description: 'Your profile as others see it.',
    path: '/profile',
    isHidden: true,
  });
}

export default function ProfilePage() {
  return (
    <OwnProfileView title="Your profile" skeleton={<ProfileSkeleton />}>
      {(profile) => <Content profile={profile} />}
    </OwnProfileView>
  );
}

function Content({ profile }: { profile: OwnProfile }) {
  return (
    <>
      <ProfileCard
        profile={profile}
        headingLevel={2}
        actions={
          <>
            <ButtonLink to="/profile/edit" variant="primary">
              Edit profile
            </ButtonLink>
            <ButtonLink to={`/profile/${profile.id}`} variant="quiet">
              View public profile
            </ButtonLink>
          </>
        }
        emptyBio="You haven’t written a bio yet."
      />
      <div className="mt-12">
        <MissingParts profile={profile} />
        <PrivateDetails profile={profile} />
      </div>
    </>
  );
}

const STEPS: readonly {
  isMissing: (profile: OwnProfile) => boolean;
  label: string;
  to: string;
  why: string;
}[] = [
  {
    isMissing: ({ profileImageUrl }) => !profileImageUrl,
    label: 'Add a picture',
    to: '/profile/edit#picture',
    why: 'people remember faces',
  },
  {
    isMissing: ({ bio }) => !bio,
    label: 'Write a bio',
    to: '/profile/edit#about',
    why: 'a few lines are enough',
  },
  {
    isMissing: ({ danceStyles }) => danceStyles.length === 0,
    label: 'Choose your dance styles',
    to: '/profile/edit#styles',
    why: 'helps others find you',
  },
  {
    isMissing: ({ links }) => links.length === 0,
    label: 'Add links',
    to: '/profile/edit#links',
    why: 'to your studio or videos',
  },
  {
    isMissing: ({ isEmailVerified }) => !isEmailVerified,
    label: 'Confirm your email address',
    to: '/profile/security',
    why: 'so that our emails reach you',
  },
];

function MissingParts({ profile }: { profile: OwnProfile }) {
  const steps = STEPS.filter(({ isMissing }) => isMissing(profile));
  if (steps.length === 0) return null;
  return (
    <SettingsPart title="Complete your profile" intro="Complete profiles get more visits.">
      <RunningOrder label="Complete your profile">
        {steps.map(({ label, to, why }) => (
          <OrderLine key={to} figure={why}>
            <Link className="link" to={to}>
              {label}
            </Link>
          </OrderLine>
        ))}
      </RunningOrder>
    </SettingsPart>
  );
}

function PrivateDetails({ profile }: { profile: OwnProfile }) {
  const { username, email, isEmailVerified, pendingEmail, roles, memberSince } = profile;
  const details: [label: string, value: ReactNode][] = [
    ['Username', username],
    [
      'Email',
      <>
        {email}{' '}
        {isEmailVerified ? <Badge tone="ok">Confirmed</Badge> : <Badge tone="warn">Not confirmed</Badge>}
      </>,
    ],
    ...(pendingEmail
      ? [
          [
            'New email',
            <>
              {pendingEmail} <Badge tone="warn">Waiting for confirmation</Badge>
            </>,
          ] as [string, ReactNode],
        ]
      : []),
    [roles.length > 1 ? 'Roles' : 'Role', roles.map((role) => ROLE_LABELS[role]).join(', ')],
    ['Joined', formatDay(memberSince)],
  ];
  return (
    <SettingsPart
      title="Only visible to you"
      intro={
        <Link className="link" to="/profile/security">
          Change email or password
        </Link>
      }
    >
      <dl className="profile-facts">
        {details.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SettingsPart>
  );
}
