// Every certification of a person on one line of years: what holds, what ends soon, what is on the way.
import './passport.css';
import Check from 'icon:check';
import Clock from 'icon:clock';
import TriangleAlert from 'icon:triangle-alert';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { formatAgo } from '#shared/dates.ts';
import {
  CERTIFICATE_STATUS_LABELS,
  holdsToday,
  type CertificateStatus,
} from '#shared/features/certificate/certificate.rules.ts';
import { RENEWS } from '#shared/features/certificate/standing.rules.ts';
import type { Certificate } from '#shared/features/certificate/certificate.schema.ts';
import { coverSubjectOf } from '#shared/features/cover/cover.rules.ts';
import { classroomPath } from '#shared/features/learning/learning.rules.ts';
import type { Enrollment } from '#shared/features/learning/learning.schema.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import { EightCount } from '#app/components/ui/eight-count.tsx';
import {
  barsOf,
  formatShortDate,
  formatTimeLeft,
  timelineAxis,
  type Axis,
  type Certification,
} from './timeline.ts';

type TimelineProps = {
  certifications: readonly Certification[];
  today: string;
  /** Certificates that have a panel below that says what a renewal takes. */
  renewable: ReadonlySet<number>;
};

export function CertificationTimeline({ certifications, today, renewable }: TimelineProps) {
  const axis = timelineAxis(certifications, today);
  return (
    <section className="standing" aria-label="Where each certification stands">
      <YearLabels axis={axis} />
      <ol>
        {certifications.map((certification) => (
          <li key={certification.courseId} className="standing-row">
            <Subject certification={certification} />
            <YearLine certification={certification} axis={axis} today={today} />
            <div className="standing-state">
              <State certification={certification} today={today} />
            </div>
            <div className="standing-action">
              <Action certification={certification} renewable={renewable} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Where on the line, in percent; the stylesheet places it. */
const placed = (at: number, to = at) => ({ '--at': `${at}%`, '--to': `${to}%` }) as CSSProperties;

function YearLabels({ axis }: { axis: Axis }) {
  return (
    <div className="standing-axis" aria-hidden="true">
      <div className="standing-years num">
        {axis.years
          .filter(({ isNearToday }) => !isNearToday)
          .map(({ year, at, isNearTodayOnPhone }) => (
            <span key={year} style={placed(at)} data-near={isNearTodayOnPhone || undefined}>
              {year}
            </span>
          ))}
        <b style={placed(axis.today)}>Today</b>
      </div>
    </div>
  );
}

function Subject({
  certification: { courseId, title, certificate, enrollment },
}: {
  certification: Certification;
}) {
  return (
    <div className="standing-subject">
      <CoverArt subject={coverSubjectOf.course(courseId)} shape="poster" sizes="3.4rem" />
      <div className="min-w-0">
        <h2 className="t-s wrap-anywhere">{title}</h2>
        <p className="meta num mt-0.5">
          {certificate ? certificate.code : enrollment && <Progress enrollment={enrollment} />}
        </p>
        {certificate?.renews && (
          <p className="small mt-1">
            {RENEWS}{' '}
            <Link className="link num" to={`/certificates/${certificate.renews.id}`}>
              {certificate.renews.code}
            </Link>
          </p>
        )}
        {certificate?.revokedReason && (
          <p className="small mt-1 wrap-anywhere">{certificate.revokedReason}</p>
        )}
      </div>
    </div>
  );
}

function Progress({
  enrollment: { completedCount, itemCount, lastSeenAt, completedAt },
}: {
  enrollment: Enrollment;
}) {
  if (completedAt) return <>Course completed. The certificate follows once its hours are together.</>;
  return (
    <>
      {completedCount} of {itemCount} done
      {lastSeenAt && `, last opened ${formatAgo(lastSeenAt)}`}
    </>
  );
}

type YearLineProps = { certification: Certification; axis: Axis; today: string };

function YearLine({ certification, axis, today }: YearLineProps) {
  const { certificate, enrollment } = certification;
  return (
    <div className="standing-line" data-open={certificate ? undefined : true}>
      <div className="standing-grid" aria-hidden="true">
        {axis.years.map(({ year, at }) => (
          <i key={year} style={placed(at)} />
        ))}
      </div>
      {barsOf(certification, axis, today).map(({ from, to, tone }) => (
        <span key={`${from} ${tone}`} className="standing-bar" data-tone={tone} style={placed(from, to)} />
      ))}
      {certificate && <Dates certificate={certificate} axis={axis} />}
      {!certificate && enrollment && (
        <span className="standing-beats" style={placed(axis.today)}>
          <EightCount done={enrollment.completedCount} total={enrollment.itemCount} label="Done" />
        </span>
      )}
      <i className="standing-today" style={placed(axis.today)} aria-hidden="true" />
    </div>
  );
}

function Dates({ certificate: { issuedOn, expiresOn }, axis }: { certificate: Certificate; axis: Axis }) {
  const text = expiresOn
    ? `${formatShortDate(issuedOn)} to ${formatShortDate(expiresOn)}`
    : `Since ${formatShortDate(issuedOn)}`;
  const from = axis.at(issuedOn);
  const to = expiresOn ? axis.at(expiresOn) : 100;
  return (
    <span className="standing-dates num" data-late={from > 56 || undefined} style={placed(from, to)}>
      {text}
    </span>
  );
}

function State({ certification: { certificate, enrollment }, today }: Omit<YearLineProps, 'axis'>) {
  if (!certificate)
    return <Badge tone="act">{enrollment?.completedAt ? 'Hours missing' : 'In progress'}</Badge>;
  const { status, expiresOn } = certificate;
  const { tone, Icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon className="icon" aria-hidden="true" />}>
      {statusText(status, expiresOn, today)}
    </Badge>
  );
}

const LOOKS = {
  valid: { tone: 'ok', Icon: Check },
  expiring: { tone: 'warn', Icon: Clock },
  grace: { tone: 'warn', Icon: Clock },
  expired: { tone: 'plain', Icon: TriangleAlert },
  revoked: { tone: 'bad', Icon: TriangleAlert },
} as const;

/** “Valid, 3 years”, “53 days left”. */
function statusText(status: CertificateStatus, expiresOn: string | null, today: string): string {
  if (!expiresOn || !holdsToday(status)) return CERTIFICATE_STATUS_LABELS[status];
  if (expiresOn === today) return 'Ends today';
  const time = formatTimeLeft(expiresOn, today);
  return status === 'valid' ? `Valid, ${time}` : `${time} left`;
}

function Action({
  certification,
  renewable,
}: {
  certification: Certification;
  renewable: ReadonlySet<number>;
}) {
  const { certificate, enrollment, title } = certification;
  const of = <span className="sr-only">: {title}</span>;
  if (!certificate) {
    const { courseId, nextLesson } = enrollment ?? { courseId: certification.courseId, nextLesson: null };
    const to = nextLesson ? classroomPath(courseId, nextLesson) : `/courses/${courseId}/learning`;
    return (
      <ButtonLink size="s" to={to}>
        {enrollment?.completedAt ? 'Open it' : 'Continue'}
        {of}
      </ButtonLink>
    );
  }
  const { id, status } = certificate;
  const canRenew = (status === 'expiring' || status === 'grace') && renewable.has(id);
  if (canRenew) {
    return (
      <ButtonLink size="s" to={`#renew-${id}`}>
        Renew it{of}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink size="s" to={`/certificates/${id}`}>
      Show it{of}
    </ButtonLink>
  );
}
