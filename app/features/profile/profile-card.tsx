// A user's public profile: picture, name, roles, bio and links.
import type { ReactNode } from 'react';
import { avatarCandidates } from '#shared/avatar.ts';
import { formatMonth } from '#shared/dates.ts';
import { fullNameOf } from '#shared/names.ts';
import { LiveBadges } from '#app/components/certificate/live-badges.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import type { PublicProfile } from './profile.api.ts';
import './profile.css';

type ProfileCardProps = {
  profile: PublicProfile;
  headingLevel: 1 | 2;
  /** Shown below the name. */
  actions?: ReactNode;
  /** Shown while there is no bio. */
  emptyBio: ReactNode;
  /** A picture for the other column. */
  art?: ReactNode;
};

export function ProfileCard({ profile, headingLevel, actions, emptyBio, art }: ProfileCardProps) {
  const name = fullNameOf(profile);
  const kind = profile.isSeller ? 'seller' : 'user';
  const Heading = `h${headingLevel}` as const;
  return (
    <article>
      <header className="profile-head">
        <Avatar
          sources={avatarCandidates({ profileImageUrl: profile.profileImageUrl, name, kind })}
          name={name}
          size="xl"
        />
        <div className="min-w-0">
          <Heading className={headingLevel === 1 ? 't-l wrap-anywhere' : 't-m wrap-anywhere'}>{name}</Heading>
          <Facts profile={profile} />
          {actions && <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">{actions}</div>}
        </div>
      </header>
      <div className={art ? 'profile-body profile-body-art' : 'profile-body'}>
        <div className="grid content-start gap-8">
          {profile.bio ? <p className="profile-bio">{profile.bio}</p> : <p className="meta">{emptyBio}</p>}
          <LiveBadges badges={profile.certifications} />
          <Links profile={profile} />
        </div>
        {art && <div className="profile-art">{art}</div>}
      </div>
    </article>
  );
}

function Facts({ profile }: { profile: PublicProfile }) {
  const { isInstructor, isSeller, danceStyles, memberSince } = profile;
  return (
    <>
      {danceStyles.length > 0 && <p className="lead mt-2">{danceStyles.join(', ')}</p>}
      <p className="meta mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {isInstructor && <Badge tone="act">Instructor</Badge>}
        {isSeller && <Badge tone="act">Seller</Badge>}
        <span>Member since {formatMonth(memberSince)}</span>
      </p>
    </>
  );
}

/** Shows each link's host, because its label can say anything. */
function Links({ profile }: { profile: PublicProfile }) {
  if (profile.links.length === 0) return null;
  return (
    <RunningOrder className="profile-links" label={`Links of ${fullNameOf(profile)}`}>
      {profile.links.map(({ label, url }) => (
        <OrderLine key={`${label} ${url}`} figure={hostOf(url)}>
          <a className="link" href={url} rel="nofollow ugc noopener" target="_blank">
            {label}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </OrderLine>
      ))}
    </RunningOrder>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';
}
