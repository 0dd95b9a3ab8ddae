// A quiz: its rules before it starts, then the attempt itself.
import './quiz.css';
import { useQuery } from '@tanstack/react-query';
import { type MetaArgs, useNavigate, useParams } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { formatMoment } from '#shared/dates.ts';
import { describeQuizRules } from '#shared/features/quiz/quiz.rules.ts';
import { parseId } from '#shared/ids.ts';
import { getAttemptQuery, getQuizQuery, type Quiz, resultsPath, useStartAttempt } from './quiz.api.ts';
import { QuizAttempt, QuizBar } from './quiz-attempt.tsx';

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Quiz',
    description: 'A quiz of a course.',
    path: location.pathname,
    isHidden: true,
  });
}

export default function QuizPage() {
  const { courseId, quizId } = useParams();
  const id = parseId(quizId);
  const {
    data: quiz,
    error,
    refetch,
    isFetching,
  } = useQuery({ ...getQuizQuery(id ?? 0), enabled: id !== null });
  const backTo = `/courses/${courseId}/learning`;
  if (quiz) {
    return quiz.openAttemptId === null ? (
      <QuizIntro quiz={quiz} backTo={backTo} />
    ) : (
      <OpenAttempt key={quiz.openAttemptId} id={quiz.openAttemptId} quiz={quiz} backTo={backTo} />
    );
  }
  if (!error && id !== null) return <QuizSkeleton backTo={backTo} />;
  return (
    <>
      <QuizBar title="Quiz" backTo={backTo} />
      <main id="content" className="quiz-room">
        <QuizProblem
          error={error}
          courseId={courseId ?? ''}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </main>
    </>
  );
}

type ProblemProps = { error: unknown; courseId: string; onRetry: () => void; isRetrying: boolean };

function QuizProblem({ error, courseId, onRetry, isRetrying }: ProblemProps) {
  const status = error instanceof ApiError ? error.status : null;
  if (status === 402) {
    return (
      <ErrorState title="This quiz is part of a course" headingLevel={1}>
        {failureTextOf(error)}{' '}
        <ButtonLink className="mt-4" to={`/courses/${courseId}`}>
          See the course
        </ButtonLink>
      </ErrorState>
    );
  }
  if (status === 404 || !error) {
    return (
      <ErrorState title="This quiz isn’t here" headingLevel={1}>
        It may have been taken out of the course.
      </ErrorState>
    );
  }
  return (
    <ErrorState title="We couldn’t load this quiz" headingLevel={1} onRetry={onRetry} isRetrying={isRetrying}>
      {failureTextOf(error)}
    </ErrorState>
  );
}

function QuizSkeleton({ backTo }: { backTo: string }) {
  return (
    <>
      <QuizBar title="Quiz" backTo={backTo} />
      <main id="content" className="quiz-room">
        <SkeletonGroup label="Loading the quiz">
          <Skeleton className="h-2" />
          <Skeleton className="mt-8 h-12 w-2/3" />
          <Skeleton className="mt-4 h-6 w-1/2" />
          <Skeleton className="mt-10 h-40" />
        </SkeletonGroup>
      </main>
    </>
  );
}

function OpenAttempt({ id, quiz, backTo }: { id: number; quiz: Quiz; backTo: string }) {
  const { data: attempt, error, refetch, isFetching } = useQuery(getAttemptQuery(id));
  if (attempt) return <QuizAttempt attempt={attempt} backTo={backTo} />;
  if (!error) return <QuizSkeleton backTo={backTo} />;
  return (
    <>
      <QuizBar title={quiz.title} backTo={backTo} />
      <main id="content" className="quiz-room">
        <QuizProblem
          error={error}
          courseId={String(quiz.courseId)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </main>
    </>
  );
}

function QuizIntro({ quiz, backTo }: { quiz: Quiz; backTo: string }) {
  const navigate = useNavigate();
  const start = useStartAttempt();
  const { attemptsUsed, attemptsLeft, nextAttemptAt, lockedReason } = quiz;
  const refusal =
    lockedReason ??
    (attemptsLeft === 0
      ? 'You have used all your tries. Ask your instructor if you need another.'
      : nextAttemptAt && `You can try again from ${formatMoment(nextAttemptAt)}.`);
  return (
    <>
      <QuizBar title={quiz.courseTitle} backTo={backTo} />
      <main id="content" tabIndex={-1} className="quiz-room">
        <p className="meta">{quiz.moduleTitle}</p>
        <h1 className="t-l t-l-tool mt-2">{quiz.title}</h1>
        {quiz.intro && <p className="lead mt-4 max-w-measure">{quiz.intro}</p>}
        <ul className="quiz-rules">
          {describeQuizRules(quiz).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        {quiz.hasPassed && (
          <Notice tone="ok" className="mt-6">
            You have passed this quiz.
          </Notice>
        )}
        {refusal && (
          <Notice tone="warn" className="mt-6">
            {refusal}
          </Notice>
        )}
        <div className="quiz-go">
          {!refusal && (
            <Button variant="primary" isBusy={start.isPending} onClick={() => start.mutate(quiz.id)}>
              {attemptsUsed === 0 ? 'Start the quiz' : 'Try it again'}
            </Button>
          )}
          {attemptsUsed > 0 && (
            <Button onClick={() => void navigate(resultsPath(quiz.id))}>See your results</Button>
          )}
          {attemptsLeft !== null && attemptsLeft > 0 && (
            <p className="meta">{attemptsLeft === 1 ? 'One try left.' : `${attemptsLeft} tries left.`}</p>
          )}
        </div>
      </main>
    </>
  );
}
