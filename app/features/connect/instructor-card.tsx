// One instructor in the directory: who they are, and the next times they are free.
import BadgeCheck from 'icon:badge-check';
import { Link } from 'react-router';
import { formatFreeDay, formatSlot, useTimeZone } from '#app/components/booking/time-zone.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Rating } from '#app/components/ui/poster-card.tsx';
import { avatarCandidates } from '#shared/avatar.ts';
import type { InstructorCard as Instructor } from '#shared/features/connect/connect.schema.ts';
import { formatMoney } from '#shared/money.ts';

export function InstructorCard({ instructor }: { instructor: Instructor }) {
  const { id, name, profileImageUrl, headline, styles, rating, reviewCount, certifiedIn, miles } = instructor;
  const to = `/instructors/${id}`;
  return (
    <li className="cast-item">
      <Avatar
        className="cast-face"
        sources={avatarCandidates({ profileImageUrl, name, kind: 'user' })}
        name={name}
      />
      <div className="min-w-0">
        <h3 className="cast-name">
          <Link to={to}>{name}</Link>
        </h3>
        <p className="cast-say">{headline}</p>
        <p className="cast-facts meta">
          <span>{styles.join(', ')}</span>
          {miles !== null && (
            <span>{miles < 1 ? 'less than a mile' : miles === 1 ? '1 mile' : `${miles} miles`} away</span>
          )}
          {rating !== null && <Rating value={rating.toFixed(1)} count={reviewCount} />}
          {certifiedIn.length > 0 && (
            <Badge tone="ok" icon={<BadgeCheck className="icon" aria-hidden="true" />}>
              Certified in {certifiedIn.slice(0, 2).join(' and ')}
            </Badge>
          )}
        </p>
      </div>
      <NextTimes instructor={instructor} />
    </li>
  );
}

function NextTimes({ instructor }: { instructor: Instructor }) {
  const zone = useTimeZone();
  const { id, name, price, nextStarts, nextSessionTypeId } = instructor;
  const [first] = nextStarts;
  return (
    <div className="cast-free">
      <p className="cast-label">
        <b>{first ? formatFreeDay(first, zone) : 'No free times'}</b>
        {price && (
          <span>
            <strong className="num">{formatMoney(price.amount)}</strong>{' '}
            {price.kind === 'group' ? 'a seat' : `for ${price.durationMinutes} min`}
          </span>
        )}
      </p>
      {first && (
        <p className="cast-slots">
          {nextStarts.map((start) => (
            <Link
              key={start}
              className="slot"
              to={`/connect/book/${id}?${new URLSearchParams({ ...(nextSessionTypeId && { session: String(nextSessionTypeId) }), start })}`}
              aria-label={`Book ${name}, ${formatSlot(start, zone, first)}`}
            >
              {formatSlot(start, zone, first)}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
