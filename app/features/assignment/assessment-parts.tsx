// Parts of a practical assessment both sides see: the live session, and what each of two assessors decided.
import CalendarClock from 'icon:calendar-clock';
import type { ReactNode } from 'react';
import { formatMoment } from '#shared/dates.ts';
import { SUBMISSION_STATE_LABELS } from '#shared/features/assignment/assignment.rules.ts';
import type { AssessmentSettings, RubricLine } from '#shared/features/course/course.rules.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import type { Submission } from './assignment.api.ts';
import { RubricPoints } from './submission-parts.tsx';

/** “Send a video of your teaching, or ask for a live session. Two assessors …” */
export function describeAssessment({ isLiveOffered, assessorCount }: AssessmentSettings): string {
  const how = isLiveOffered
    ? 'Send a video of you teaching, or ask for a live session.'
    : 'Send a video of you teaching.';
  return assessorCount === 2 ? `${how} Two assessors look at it independently, and both must pass it.` : how;
}

const isLink = (place: string) => /^https:\/\/\S+$/.test(place);

/** When and where it takes place, in the reader's time zone. */
export function SessionNote({
  submission: { session, state },
  children,
}: {
  submission: Submission;
  /** What the reader can do with a booked session. */
  children?: ReactNode;
}) {
  if (!session) {
    return state === 'submitted' ? (
      <p className="meta mt-4">No date yet. Your assessor sets one and emails you.</p>
    ) : null;
  }
  const { startsAt, place, booking } = session;
  return (
    <p className="mt-4 flex items-start gap-2">
      <CalendarClock className="icon mt-0.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0">
        <span className="block font-semibold">
          Live session on {formatMoment(startsAt)}
          {booking && `, with ${booking.assessor}`}
        </span>
        {isLink(place) ? (
          <a className="link wrap-anywhere" href={place} target="_blank" rel="noreferrer">
            {place}
          </a>
        ) : (
          <span className="wrap-anywhere">{place || 'The place isn’t set yet.'}</span>
        )}
        {children}
      </span>
    </p>
  );
}

type AssessmentListProps = { submission: Submission; rubric: readonly RubricLine[] };

/** Empty unless two assess it and both have decided. */
export function AssessmentList({ submission: { assessments }, rubric }: AssessmentListProps) {
  return assessments.map(({ assessor, grade, feedback, rubricPoints, gradedAt }) => (
    <div key={gradedAt} className="mt-5 max-w-measure">
      <p className="label flex flex-wrap items-center gap-x-3 gap-y-1">
        {assessor}, {formatMoment(gradedAt)}
        <Badge tone={grade === 'passed' ? 'ok' : 'bad'}>{SUBMISSION_STATE_LABELS[grade]}</Badge>
      </p>
      {feedback && <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{feedback}</p>}
      <RubricPoints rubric={rubric} points={rubricPoints} />
    </div>
  ));
}
