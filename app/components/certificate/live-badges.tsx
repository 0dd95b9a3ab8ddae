// Someone's valid certificates on their public pages.
import Award from 'icon:award';
import { Link } from 'react-router';
import { formatFullDay } from '#shared/dates.ts';
import type { LiveBadge } from '#shared/features/certificate/certificate.schema.ts';
import './live-badges.css';

export function LiveBadges({ badges }: { badges: readonly LiveBadge[] }) {
  if (badges.length === 0) return null;
  return (
    <ul className="live-badges" aria-label="Certified in">
      {badges.map(({ courseId, courseTitle, expiresOn }) => (
        <li key={courseId}>
          <Award className="icon" aria-hidden="true" />
          <span>
            <Link className="link font-semibold" to={`/courses/${courseId}`}>
              {courseTitle}
            </Link>
            <span className="small block">
              Certified{expiresOn && `, valid until ${formatFullDay(expiresOn)}`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
