// The head of a seller page: banner, name, badges and description.
import BadgeCheck from 'icon:badge-check';
import ChevronDown from 'icon:chevron-down';
import type { ReactNode } from 'react';
import { avatarCandidates } from '#shared/avatar.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatMonth } from '#shared/dates.ts';
import { LiveBadges } from '#app/components/certificate/live-badges.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Rating } from '#app/components/ui/poster-card.tsx';
import { paragraphsOf } from '#app/lib/plain-text.ts';
import type { Seller } from './seller.api.ts';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';

type SellerHeadProps = {
  seller: Seller;
  banner: ReactNode;
  /** The follow button, or a note that this is the viewer's own page. */
  action: ReactNode;
};

export function SellerHead({ seller, banner, action }: SellerHeadProps) {
  const { name, tagline, profileImageUrl, rating, reviewCount, itemCount, followerCount, since } = seller;
  return (
    <header>
      <div className="seller-banner">{banner}</div>
      <div className="seller-head">
        <Avatar
          className="seller-avatar"
          size="xl"
          sources={avatarCandidates({ profileImageUrl, name, kind: 'seller' })}
          name={name}
        />
        <div className="seller-name">
          <h1 className="t-l">{name}</h1>
          {tagline && <p className="lead mt-2">{tagline}</p>}
          <ul className="seller-numbers meta num">
            {rating !== null && (
              <li>
                <Rating value={rating.toFixed(1)} count={reviewCount} />
              </li>
            )}
            <li>{counted(itemCount, 'resource')}</li>
            <li>{counted(followerCount, 'follower')}</li>
            <li>Here since {formatMonth(since)}</li>
          </ul>
        </div>
        <div className="seller-action">{action}</div>
      </div>
    </header>
  );
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${formatCount(count)} ${noun}s`;
}

export function SellerAbout({ seller }: { seller: Seller }) {
  const { about, badges, certifications, policies, danceStyles } = seller;
  const hasSide = badges.length > 0 || certifications.length > 0 || danceStyles.length > 0;
  if (!about && !policies && !hasSide) return null;
  return (
    <div className="seller-about">
      <div>
        <Paragraphs text={about} />
        {policies && (
          <details className="disclose mt-4">
            <summary>
              Store policies
              <ChevronDown className="icon" aria-hidden="true" />
            </summary>
            <Paragraphs text={policies} />
          </details>
        )}
      </div>
      {hasSide && (
        <div className="grid content-start gap-4">
          <LiveBadges badges={certifications} />
          {badges.length > 0 && (
            <ul className="seller-badges" aria-label="Badges">
              {badges.map(({ name, label, reason }) => (
                <li key={name}>
                  <BadgeCheck className="icon" aria-hidden="true" />
                  <span>
                    <strong>{label}</strong>
                    <span className="small block">{reason}</span>
                  </span>
                </li>
              ))}
            </ul>
          )}
          {danceStyles.length > 0 && (
            <p className="meta">
              <span className="sr-only">Styles: </span>
              {danceStyles.join(', ')}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function Paragraphs({ text }: { text: string }) {
  return (
    <div className="prose seller-text">
      {paragraphsOf(text).map((paragraph, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- static text; two paragraphs may be identical
        <p key={at}>{paragraph}</p>
      ))}
    </div>
  );
}

export function SellerSkeleton() {
  return (
    <SkeletonGroup label="Loading the seller" className="wrap">
      <Skeleton className="seller-banner" />
      <div className="mt-6 flex gap-6">
        <Skeleton className="size-24 rounded-round!" />
        <div className="grow">
          <Skeleton className="h-12 w-80 max-w-full" />
          <Skeleton className="mt-4 h-4 w-60 max-w-full" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
