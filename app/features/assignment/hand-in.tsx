// An assignment inside the classroom: what is asked, handing in, and what the grader said.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoment } from '#shared/dates.ts';
import {
  describeAccepted,
  MAX_SUBMISSION_TEXT,
  SUBMISSION_STATE_LABELS,
  sumRubric,
  weightOf,
} from '#shared/features/assignment/assignment.rules.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { RadioGroup } from '#app/components/ui/radio-group.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { AssessmentList, describeAssessment, SessionNote } from './assessment-parts.tsx';
import {
  getAssignmentQuery,
  useSubmitAssignment,
  type Assignment,
  type Submission,
} from './assignment.api.ts';
import { BookSession, PendingBooking } from './book-session.tsx';
import { RubricPoints, SubmissionBody } from './submission-parts.tsx';

/** The part of `useUploads` this needs; the page owns the uploads of the purpose submission. */
export type HandInUploads = {
  items: readonly { key: string; state: string; uploadId: string | null }[];
  forget(key: string): void;
};

type HandInProps = {
  lessonId: number;
  uploads: HandInUploads;
  /** Where files are chosen and listed; shown where the assignment takes files. */
  uploadFields: ReactNode;
  /** A grade may have completed the lesson: the outline around it is asked again. */
  onSubmitted?: () => void;
};

export function HandIn({ lessonId, ...rest }: HandInProps) {
  const query = useQuery(getAssignmentQuery(lessonId));
  return (
    <section aria-labelledby="hand-in" className="mt-10 max-w-measure">
      <h2 id="hand-in" className="t-m">
        {query.data?.assessment ? 'Practical assessment' : 'Hand in'}
      </h2>
      <QueryView
        query={query}
        what="this assignment"
        skeleton={
          <SkeletonGroup label="Loading the assignment" className="mt-4 grid gap-3">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-32" />
          </SkeletonGroup>
        }
      >
        {(assignment) => <AssignmentView assignment={assignment} {...rest} />}
      </QueryView>
    </section>
  );
}

type AssignmentViewProps = Omit<HandInProps, 'lessonId'> & { assignment: Assignment };

function AssignmentView({ assignment, ...rest }: AssignmentViewProps) {
  const { accepts, rubric, passPoints, submissions, canSubmit, assessment, pendingBooking } = assignment;
  return (
    <>
      <p className="meta mt-2">
        {assessment ? describeAssessment(assessment) : `Hand in ${describeAccepted(accepts)}.`}
        {rubric.length > 0 && ` It passes with ${passPoints} of ${sumRubric(rubric)} points.`}
      </p>
      {submissions.length === 0 && <Rubric assignment={assignment} />}
      {canSubmit && <HandInForm key={submissions.length} assignment={assignment} {...rest} />}
      {pendingBooking && <PendingBooking pending={pendingBooking} />}
      {submissions.map((submission) => (
        <SubmissionView key={submission.id} submission={submission} assignment={assignment} />
      ))}
    </>
  );
}

function Rubric({ assignment: { rubric } }: { assignment: Assignment }) {
  if (rubric.length === 0) return null;
  return (
    <dl className="mt-4 max-w-measure border-t border-rule">
      {rubric.map((line) => (
        <div key={line.id} className="border-b border-rule py-2.5">
          <dt className="flex items-baseline justify-between gap-4 font-semibold">
            {line.label}
            <span className="small num whitespace-nowrap">
              up to {line.points}, {weightOf(line, rubric)}% of the result
            </span>
          </dt>
          <dd className="meta">{line.description}</dd>
        </div>
      ))}
    </dl>
  );
}

function HandInForm(props: AssignmentViewProps) {
  const { assessment, lessonId } = props.assignment;
  const [isLive, setLive] = useState(false);
  const form = <HandInFields key={String(isLive)} {...props} isLive={isLive} />;
  return (
    <div className="mt-6 grid max-w-measure gap-5">
      {assessment?.isLiveOffered && (
        <RadioGroup
          legend="How would you like to be assessed?"
          name="assessment-kind"
          value={isLive ? 'live' : 'video'}
          onValueChange={(value) => setLive(value === 'live')}
          options={[
            { value: 'video', label: 'I send a video' },
            { value: 'live', label: 'Live, with an assessor' },
          ]}
        />
      )}
      {isLive ? <BookSession lessonId={lessonId}>{form}</BookSession> : form}
    </div>
  );
}

type HandInFieldsProps = AssignmentViewProps & { isLive: boolean };

/** Files still on their way hold the button back: nothing is handed in without them. */
function HandInFields({ assignment, uploads, uploadFields, onSubmitted, isLive }: HandInFieldsProps) {
  const { accepts, lessonId } = assignment;
  const submit = useSubmitAssignment();
  const [text, setText] = useState('');
  const takesFiles = !isLive && (accepts.includes('file') || accepts.includes('video'));
  const ready = isLive ? [] : uploads.items.filter(({ state }) => state === 'ready');
  const isSending =
    takesFiles && uploads.items.some(({ state }) => ['waiting', 'sending', 'checking'].includes(state));
  const isEmpty = text.trim() === '' && ready.length === 0;
  const send = async () => {
    const uploadIds = ready.flatMap(({ uploadId }) => uploadId ?? []);
    try {
      await submit.mutateAsync({ params: { id: lessonId }, body: { text, uploadIds, isLive } });
    } catch {
      return;
    }
    for (const { key } of ready) uploads.forget(key);
    toast(
      isLive
        ? { title: 'Session requested', description: 'You get an email with the date and place.' }
        : { title: 'Handed in', description: 'You get an email when it’s graded.' },
    );
    onSubmitted?.();
  };
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending && !isEmpty) void send();
      }}
    >
      <FormField
        label={
          isLive
            ? 'When could you do it?'
            : accepts.includes('text')
              ? 'Your text'
              : 'A note for your instructor'
        }
        help={isLive && 'Name a few days and times, and say where you are or that a video call suits you.'}
        isOptional={!isLive && !(accepts.length === 1 && accepts[0] === 'text')}
      >
        <Textarea
          rows={6}
          maxLength={MAX_SUBMISSION_TEXT}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </FormField>
      {takesFiles && uploadFields}
      {submit.error && (
        <Notice tone="bad" isAlert>
          {failureTextOf(submit.error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="primary"
          type="submit"
          isBusy={submit.isPending}
          aria-disabled={isEmpty || isSending || undefined}
        >
          {isLive ? 'Ask for a session' : 'Hand in'}
        </Button>
        <p className="meta" role="status">
          {isSending
            ? 'Wait until your files have arrived.'
            : isEmpty
              ? isLive
                ? 'Say when you could do it.'
                : `Add ${describeAccepted(accepts)} first.`
              : 'You can’t change it afterwards.'}
        </p>
      </div>
    </form>
  );
}

const TONES = { submitted: 'warn', returned: 'bad', passed: 'ok' } as const;

function SubmissionView({ submission, assignment }: { submission: Submission; assignment: Assignment }) {
  const { state, number, submittedAt, gradedAt, gradedBy, feedback, rubricPoints } = submission;
  const { isLive, session } = submission;
  return (
    <article className="mt-8 border-t border-ink pt-5" aria-label={`Try ${number}`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="t-s">Try {number}</h3>
        <Badge tone={TONES[state]}>{SUBMISSION_STATE_LABELS[state]}</Badge>
        <span className="small">
          {session?.booking ? 'Booked' : isLive ? 'Asked for' : 'Handed in'} {formatMoment(submittedAt)}
        </span>
      </div>
      {isLive && (
        <SessionNote submission={submission}>
          {session?.booking && state === 'submitted' && (
            <Link className="link mt-1 block" to={`/my-bookings/${session.booking.id}`}>
              Move or cancel this session
            </Link>
          )}
        </SessionNote>
      )}
      {isLive && state === 'submitted' && !session && (
        <div className="mt-5">
          <BookSession lessonId={assignment.lessonId} />
        </div>
      )}
      <SubmissionBody submission={submission}>
        <AssessmentList submission={submission} rubric={assignment.rubric} />
        {gradedAt !== null && submission.assessments.length === 0 && (
          <div className="mt-5 max-w-measure">
            <p className="label">
              {gradedBy ?? 'Your instructor'}, {formatMoment(gradedAt)}
            </p>
            {feedback && <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{feedback}</p>}
            <RubricPoints rubric={assignment.rubric} points={rubricPoints ?? {}} />
          </div>
        )}
      </SubmissionBody>
    </article>
  );
}
