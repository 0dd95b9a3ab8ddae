// One submission at the grading desk: the work, comments pinned to its video, the rubric, and the next one.
import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'icon:chevron-left';
import ChevronRight from 'icon:chevron-right';
import Trash2 from 'icon:trash-2';
import { useRef, useState, type Ref } from 'react';
import { Link, useNavigate, useParams, type MetaArgs } from 'react-router';
import { formatMoment } from '#shared/dates.ts';
import {
  findGradeProblem,
  findSessionProblem,
  formatSecond,
  isVideo,
  SUBMISSION_STATE_LABELS,
  type Grade,
} from '#shared/features/assignment/assignment.rules.ts';
import { parseId } from '#shared/ids.ts';
import { DetailPage } from '#app/components/staff/detail-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { AssessmentList, SessionNote } from './assessment-parts.tsx';
import { AssessmentSession } from './assessment-session.tsx';
import {
  getSubmissionQuery,
  listSubmissionsToGradeQuery,
  useAddSubmissionComment,
  useDeleteSubmissionComment,
  useGradeSubmission,
  type GradedSubmission,
} from './assignment.api.ts';
import { useGradeDraft } from './grade-draft.ts';
import { GradingRubric, type Draft } from './grading-rubric.tsx';
import { CommentList, RubricPoints, SubmissionBody, SubmissionFiles } from './submission-parts.tsx';
import { SubmissionVideo, type VideoControl } from './submission-video.tsx';
import { useGradingKeys } from './use-grading-keys.ts';
import './assignment.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Grade a submission',
    description: 'One submission with its rubric.',
    path: '/instructor/grading',
    isHidden: true,
  });
}

export default function GradingSubmissionPage() {
  const id = parseId(useParams()['id'] ?? '');
  const query = useQuery({ ...getSubmissionQuery(id ?? 0), enabled: id !== null });
  return (
    <DetailPage
      query={query}
      back={{ to: '/instructor/grading', label: 'Everything to grade' }}
      noun="submission"
      hasFace
    >
      {(submission) => <Desk key={submission.id} submission={submission} />}
    </DetailPage>
  );
}

/** Neighbors of this submission in the queue, and where one goes after sending. */
function useQueue(id: number) {
  const navigate = useNavigate();
  const { data } = useQuery(listSubmissionsToGradeQuery({ state: 'submitted' }));
  const items = data?.items ?? [];
  const at = items.findIndex((item) => item.id === id);
  const go = (to: number | undefined) => {
    if (to !== undefined) void navigate(`/instructor/grading/${to}`);
  };
  const next = items[at + 1]?.id ?? items.find((item) => item.id !== id)?.id;
  return {
    position: at < 0 ? null : `${at + 1} of ${data?.counts.submitted ?? items.length}`,
    goNext: () => go(items[at + 1]?.id),
    goPrevious: () => go(at > 0 ? items[at - 1]?.id : undefined),
    goOn: () => (next === undefined ? void navigate('/instructor/grading') : go(next)),
  };
}

function Desk({ submission }: { submission: GradedSubmission }) {
  const { id, learner, lesson, course, state, number, rubric } = submission;
  const queue = useQueue(id);
  const grading = useGrading(submission, queue.goOn);
  const control = useRef<VideoControl>(null);
  const comment = useRef<HTMLInputElement>(null);
  const feedback = useRef<HTMLTextAreaElement>(null);
  const [current, setCurrent] = useState(0);
  const isOpen = state === 'submitted' && !submission.hasAssessed;
  const move = (by: number) => setCurrent((at) => Math.max(0, Math.min(rubric.length - 1, at + by)));
  const grade = (result: Grade) => {
    if (isOpen && !grading.send(result)) feedback.current?.focus();
  };
  useGradingKeys({
    onNext: queue.goNext,
    onPrevious: queue.goPrevious,
    onMove: move,
    onDigit(points) {
      const line = rubric[current];
      if (!isOpen || !line || points > line.points) return;
      grading.setPoints(line.id, points);
      move(1);
    },
    onComment() {
      control.current?.pause();
      comment.current?.focus();
    },
    onPass: () => grade('passed'),
    onReturn: () => grade('returned'),
  });
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h1 className="t-l t-l-tool">
            {learner.name}, {lesson.title}
          </h1>
          <p className="meta mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            {submission.assessment && <Badge>Practical assessment</Badge>}
            {state !== 'submitted' && (
              <Badge tone={state === 'passed' ? 'ok' : 'bad'}>{SUBMISSION_STATE_LABELS[state]}</Badge>
            )}
            <Link className="link" to={`/courses/${course.id}`}>
              {course.title}
            </Link>
            {number > 1 && <span>Try {number}</span>}
            <When iso={submission.submittedAt} />
          </p>
        </div>
        <nav className="flex items-center gap-1" aria-label="Queue">
          {queue.position && <span className="meta num mr-2">{queue.position}</span>}
          <IconButton
            label="Previous submission (K)"
            icon={<ChevronLeft className="icon" />}
            onClick={queue.goPrevious}
          />
          <IconButton
            label="Next submission (J)"
            icon={<ChevronRight className="icon" />}
            onClick={queue.goNext}
          />
        </nav>
      </div>
      <div className="grading">
        <div className="min-w-0">
          {submission.isLive && <AssessmentSession submission={submission} />}
          <Work
            submission={submission}
            control={control}
            commentRef={comment}
            isOpen={isOpen}
            draft={grading.draft.comment}
            onDraft={grading.setComment}
          />
          <EarlierTries submission={submission} />
        </div>
        {isOpen ? (
          <GradingRubric
            submission={submission}
            draft={grading.draft}
            onDraft={grading.setDraft}
            current={current}
            onCurrent={setCurrent}
            onGrade={grade}
            feedbackRef={feedback}
            isBusy={grading.isBusy}
          />
        ) : (
          <Graded submission={submission} />
        )}
      </div>
    </>
  );
}

function useGrading(submission: GradedSubmission, onDone: () => void) {
  const { draft, change, clear } = useGradeDraft(submission.id);
  const grade = useGradeSubmission();
  const isBusy = grade.isPending;
  return {
    draft,
    setDraft: (next: Draft) => change(next),
    setComment: (comment: string) => change({ comment }),
    isBusy,
    setPoints: (line: string, points: number) => change({ points: { ...draft.points, [line]: points } }),
    /** False: something is missing, and the grader was told what. */
    send(result: Grade): boolean {
      if (isBusy) return true;
      const input = { grade: result, rubricPoints: draft.points, feedback: draft.feedback.trim() };
      const problem =
        findSessionProblem(submission, { grade: result, now: new Date() }) ??
        findGradeProblem(submission, input);
      if (problem) {
        toast({ title: 'Not sent yet', description: problem, variant: 'destructive' });
        return false;
      }
      const body = { ...input, rubricPoints: { ...draft.points } };
      const name = submission.learner.name;
      grade.mutate(
        { params: { id: submission.id }, body },
        {
          onSuccess() {
            clear();
            toast(
              submission.assessment?.assessorCount === 2 && !submission.isAssessedByOther
                ? {
                    title: 'Decision saved',
                    description: `${name} gets the result once both of you have decided.`,
                  }
                : { title: result === 'passed' ? `${name} passed` : `Returned to ${name}` },
            );
            onDone();
          },
        },
      );
      return true;
    },
  };
}

type WorkProps = {
  submission: GradedSubmission;
  control: Ref<VideoControl> & { current: VideoControl | null };
  commentRef: Ref<HTMLInputElement>;
  isOpen: boolean;
  /** The comment being written. */
  draft: string;
  onDraft: (comment: string) => void;
};

function Work({ submission, control, commentRef, isOpen, draft, onDraft }: WorkProps) {
  const { files, comments, text, learner } = submission;
  const [second, setSecond] = useState(0);
  const remove = useDeleteSubmissionComment();
  const video = files.find(({ contentType }) => isVideo(contentType));
  return (
    <>
      {video && <SubmissionVideo file={video} comments={comments} control={control} onTime={setSecond} />}
      {text && (
        <section className="mt-5">
          <h2 className="t-s">What {learner.name} wrote</h2>
          <p className="mt-2 max-w-measure whitespace-pre-wrap wrap-anywhere">{text}</p>
        </section>
      )}
      <SubmissionFiles files={files} />
      <section className="mt-8" aria-labelledby="comments">
        <h2 id="comments" className="t-s">
          Comments
        </h2>
        {isOpen && (
          <NewComment
            submissionId={submission.id}
            second={video ? second : null}
            inputRef={commentRef}
            text={draft}
            onText={onDraft}
          />
        )}
        <CommentList comments={comments} onJump={video ? (at) => control.current?.jumpTo(at) : undefined}>
          {(comment) =>
            isOpen && (
              <IconButton
                label={`Remove the comment “${comment.text.slice(0, 40)}”`}
                icon={<Trash2 className="icon" />}
                onClick={() => remove.mutate({ params: { id: comment.id } })}
              />
            )
          }
        </CommentList>
      </section>
    </>
  );
}

type NewCommentProps = {
  submissionId: number;
  second: number | null;
  inputRef: Ref<HTMLInputElement>;
  text: string;
  onText: (text: string) => void;
};

function NewComment({ submissionId, second, inputRef, text, onText }: NewCommentProps) {
  const add = useAddSubmissionComment();
  const at = second === null ? null : formatSecond(second);
  const submit = () => {
    if (text.trim() === '' || add.isPending) return;
    const body = { text, atSecond: second === null ? null : Math.round(second * 10) / 10 };
    add.mutate({ params: { id: submissionId }, body }, { onSuccess: () => onText('') });
  };
  return (
    <form
      className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Input
        ref={inputRef}
        aria-label={at === null ? 'Comment' : `Comment at ${at}`}
        placeholder={at === null ? 'What do you see?' : `What do you see at ${at}?`}
        maxLength={5000}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <Button type="submit" isBusy={add.isPending}>
        {at === null ? 'Add comment' : `Add at ${at}`}
      </Button>
      <p className="grading-hints col-span-2">
        <span>
          <kbd>C</kbd> comment
        </span>
        <span>
          <kbd>Esc</kbd> back to the keys
        </span>
      </p>
    </form>
  );
}

function Graded({ submission }: { submission: GradedSubmission }) {
  const { gradedBy, gradedAt, feedback, rubric, rubricPoints, assessments, state } = submission;
  if (assessments.length > 0) {
    return (
      <aside className="grading-rubric" aria-label="Grade">
        <div>
          <h2 className="t-s">{state === 'submitted' ? 'You’ve decided' : 'Two assessors decided'}</h2>
          {state === 'submitted' && (
            <p className="meta mt-1">
              The learner gets the result once the other assessor has decided. Until then neither of you sees
              what the other wrote.
            </p>
          )}
          <AssessmentList submission={submission} rubric={rubric} />
        </div>
      </aside>
    );
  }
  return (
    <aside className="grading-rubric" aria-label="Grade">
      <div>
        <h2 className="t-s">Graded by {gradedBy ?? 'a former member'}</h2>
        {gradedAt && <p className="meta mt-1">{formatMoment(gradedAt)}</p>}
        {feedback && <p className="mt-3 whitespace-pre-wrap wrap-anywhere">{feedback}</p>}
        <RubricPoints rubric={rubric} points={rubricPoints ?? {}} />
      </div>
    </aside>
  );
}

function EarlierTries({ submission: { previous, rubric } }: { submission: GradedSubmission }) {
  if (previous.length === 0) return null;
  return (
    <section className="mt-10 border-t border-ink pt-5">
      <h2 className="t-s">Earlier tries</h2>
      {previous.map((earlier) => (
        <details key={earlier.id} className="disclose mt-3">
          <summary>
            Try {earlier.number}, {SUBMISSION_STATE_LABELS[earlier.state].toLowerCase()}{' '}
            <When iso={earlier.gradedAt ?? earlier.submittedAt} />
          </summary>
          {earlier.isLive && <SessionNote submission={earlier} />}
          <SubmissionBody submission={earlier}>
            <AssessmentList submission={earlier} rubric={rubric} />
            {earlier.feedback && <p className="mt-3 whitespace-pre-wrap wrap-anywhere">{earlier.feedback}</p>}
            {earlier.rubricPoints && <RubricPoints rubric={rubric} points={earlier.rubricPoints} />}
          </SubmissionBody>
        </details>
      ))}
    </section>
  );
}
