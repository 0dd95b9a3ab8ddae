// What one certificate needs to be renewed, and by when.
import Check from 'icon:check';
import Circle from 'icon:circle';
import type { CSSProperties, ReactNode } from 'react';
import { formatFullDay } from '#shared/dates.ts';
import type { CertificateDetail, Renewal } from '#shared/features/certificate/certificate.schema.ts';
import { formatHours, pluralHours } from '#shared/features/credit/credit.rules.ts';
import { RenewButton } from './renew-button.tsx';
import { formatDeadline } from './timeline.ts';

type RenewalPanelProps = {
  certificate: CertificateDetail;
  renewal: Renewal;
  today: string;
  /** Hours since it was issued that staff haven't read yet. */
  inReview: number;
  /** The next step: buys or continues the course that renews it, or adds hours. */
  nextStep: ReactNode;
};

export function RenewalPanel({ certificate, renewal, today, inReview, nextStep }: RenewalPanelProps) {
  const { id, course, issuedOn } = certificate;
  const { isOpen, canRenew, hours, lastDay } = renewal;
  const isPast = certificate.status === 'grace';
  const deadline = isPast ? lastDay : renewal.endsOn;
  return (
    <section className="renewal-panel" id={`renew-${id}`} tabIndex={-1} aria-labelledby={`renew-${id}-title`}>
      <h2 id={`renew-${id}-title`} className="t-s wrap-anywhere">
        What {course.title} needs{deadline && ` by ${formatDeadline(deadline, today)}`}
      </h2>
      {isPast && (
        <p className="help mt-2">
          It expired on {formatDeadline(renewal.endsOn, today)}. You can still renew it.
        </p>
      )}
      {hours && <HoursMeter hours={hours} inReview={inReview} />}
      {(hours ?? renewal.course) ? (
        <Ways renewal={renewal} issuedOn={issuedOn} />
      ) : (
        <p className="meta mt-4">
          Your instructor or our staff renew this one by hand. There’s nothing to collect.
        </p>
      )}
      <div className="renewal-actions">
        {canRenew ? <RenewButton certificate={certificate} renewal={renewal} isFull /> : nextStep}
      </div>
      {!isOpen && !isPast && (
        <p className="help mt-3">
          You can renew it from {formatDeadline(renewal.opensOn, today)}. What you collect until then counts.
        </p>
      )}
    </section>
  );
}

type HoursMeterProps = { hours: NonNullable<Renewal['hours']>; inReview: number };

const width = (share: number) => ({ width: `${Math.max(0, Math.min(1, share)) * 100}%` }) as CSSProperties;

function HoursMeter({ hours: { needed, counted }, inReview }: HoursMeterProps) {
  const missing = Math.max(0, needed - counted);
  const waiting = Math.min(inReview, missing);
  const label = `${formatHours(counted)} of ${pluralHours(needed)} counted`;
  return (
    <>
      <p className="renewal-hours num">
        <strong>
          {formatHours(counted)} of {pluralHours(needed)}
        </strong>
        <span className="meta">{missing > 0 ? `${formatHours(missing)} to go` : 'All together'}</span>
      </p>
      <div
        className="meter"
        role="img"
        aria-label={waiting > 0 ? `${label}, ${formatHours(waiting)} more in review` : label}
      >
        <i style={width(counted / needed)} />
        {waiting > 0 && <i data-waiting style={width(waiting / needed)} />}
      </div>
      {waiting > 0 && (
        <p className="help mt-2">
          {waiting < missing
            ? `If the hours in review are accepted, ${pluralHours(missing - waiting)} ${missing - waiting === 1 ? 'is' : 'are'} left.`
            : 'If the hours in review are accepted, you have them all.'}
        </p>
      )}
    </>
  );
}

function Ways({ renewal: { hours, course }, issuedOn }: { renewal: Renewal; issuedOn: string }) {
  const hasHours = hours !== null && hours.counted >= hours.needed;
  return (
    <ul className="renewal-list">
      {hours && (
        <Way
          isDone={hasHours}
          figure={`${formatHours(Math.min(hours.counted, hours.needed))} of ${formatHours(hours.needed)}`}
        >
          {pluralHours(hours.needed)} of credit
          <span className="small block">Collected since {formatFullDay(issuedOn)}.</span>
        </Way>
      )}
      {course && (
        <Way isDone={course.isCompleted}>
          {hours && 'Or '}
          {hours ? 'complete' : 'Complete'} {course.title}
          <span className="small block">The course renews it by itself.</span>
        </Way>
      )}
    </ul>
  );
}

function Way({ isDone, figure, children }: { isDone: boolean; figure?: string; children: ReactNode }) {
  const Icon = isDone ? Check : Circle;
  return (
    <li data-done={isDone || undefined}>
      <Icon className="icon" role="img" aria-label={isDone ? 'Done' : 'Open'} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
      {figure && <strong className="num font-semibold">{figure}</strong>}
    </li>
  );
}
