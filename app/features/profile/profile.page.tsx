// My profile: my card as others see it, what is still missing on it, and what only I see.
import type { ReactNode } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import { ROLE_LABELS } from '#shared/roles.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { OwnProfileView } from './own-profile.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import type { OwnProfile } from './profile.api.ts';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Your profile',
    description: 'Your card as others see it.',
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
              See it as others do
            </ButtonLink>
          </>
        }
        emptyBio="You have not written about yourself yet."
      />
      <div className="mt-12">
        <Missing profile={profile} />
        <Private profile={profile} />
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
    label: 'Write about yourself',
    to: '/profile/edit#about',
    why: 'a few lines are enough',
  },
  {
    isMissing: ({ danceStyles }) => danceStyles.length === 0,
    label: 'Choose your dance styles',
    to: '/profile/edit#styles',
    why: 'so that your people find you',
  },
  {
    isMissing: ({ links }) => links.length === 0,
    label: 'Link to your other places',
    to: '/profile/edit#links',
    why: 'your studio, your videos',
  },
  {
    isMissing: ({ isEmailVerified }) => !isEmailVerified,
    label: 'Confirm your e-mail address',
    to: '/profile/security',
    why: 'so that our mail reaches you',
  },
];

function Missing({ profile }: { profile: OwnProfile }) {
  const steps = STEPS.filter(({ isMissing }) => isMissing(profile));
  if (steps.length === 0) return null;
  return (
    <SettingsPart title="Still missing" intro="A full card is read more often.">
      <RunningOrder label="Still missing">
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

function Private({ profile }: { profile: OwnProfile }) {
  const { username, email, isEmailVerified, pendingEmail, roles, memberSince } = profile;
  const facts: [label: string, value: ReactNode][] = [
    ['Username', username],
    [
      'E-mail',
      <>
        {email}{' '}
        {isEmailVerified ? <Badge tone="ok">Confirmed</Badge> : <Badge tone="warn">Not confirmed</Badge>}
      </>,
    ],
    ...(pendingEmail
      ? [
          [
            'New address',
            <>
              {pendingEmail} <Badge tone="warn">Waits for its link</Badge>
            </>,
          ] as [string, ReactNode],
        ]
      : []),
    [roles.length > 1 ? 'Roles' : 'Role', roles.map((role) => ROLE_LABELS[role]).join(', ')],
    ['Joined', formatDay(memberSince)],
  ];
  return (
    <SettingsPart
      title="Only you see this"
      intro={
        <Link className="link" to="/profile/security">
          Change address or password
        </Link>
      }
    >
      <dl className="profile-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SettingsPart>
  );
}
