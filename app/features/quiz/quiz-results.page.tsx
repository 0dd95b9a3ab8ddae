// What came of a quiz: the score, one's answers, what is worth a second look, and where to go from here.
import './quiz.css';
import './quiz-results.css';
import { useQuery } from '@tanstack/react-query';
import Check from 'icon:check';
import Clock from 'icon:clock';
import Minus from 'icon:minus';
import X from 'icon:x';
import { Link, type MetaArgs, useNavigate, useParams, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { EightCount } from '#app/components/ui/eight-count.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { formatMoment } from '#shared/dates.ts';
import { type AnswerMark, GRADING_METHOD_WORDS, pointsToPass } from '#shared/features/quiz/quiz.rules.ts';
import { parseId } from '#shared/ids.ts';
import { endSentence } from '#shared/quote.ts';
import {
  type AttemptSummary,
  getQuizResultsQuery,
  type QuizResults,
  quizPath,
  type ResultQuestion,
  useStartAttempt,
} from './quiz.api.ts';
import { QuizBar } from './quiz-attempt.tsx';

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Quiz results',
    description: 'Your attempts at a quiz.',
    path: location.pathname,
    isHidden: true,
  });
}

export default function QuizResultsPage() {
  const id = parseId(useParams()['id']);
  const [params] = useSearchParams();
  const query = getQuizResultsQuery(id ?? 0, parseId(params.get('attempt') ?? '') ?? undefined);
  const { data, error, refetch, isFetching } = useQuery({ ...query, enabled: id !== null });
  const backTo = data ? `/courses/${data.quiz.courseId}/learning` : '/my-courses';
  return (
    <>
      <QuizBar title={data?.quiz.title ?? 'Quiz results'} backTo={backTo} />
      <main id="content" tabIndex={-1} className="quiz-room">
        {data ? (
          <Results results={data} />
        ) : error || id === null ? (
          <ResultsProblem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <SkeletonGroup label="Loading your results">
            <Skeleton className="h-24 w-64" />
            <Skeleton className="mt-10 h-64" />
          </SkeletonGroup>
        )}
      </main>
    </>
  );
}

type ProblemProps = { error: unknown; onRetry: () => void; isRetrying: boolean };

/** Another try helps only if the site couldn’t answer. */
function ResultsProblem({ error, onRetry, isRetrying }: ProblemProps) {
  const status = error instanceof ApiError ? error.status : null;
  if (!error || status === 402 || status === 404) {
    return (
      <ErrorState title="No results for you here" headingLevel={1}>
        {status === 402 ? failureTextOf(error) : 'There is no such quiz.'}{' '}
        <ButtonLink className="mt-4" to="/my-courses">
          My courses
        </ButtonLink>
      </ErrorState>
    );
  }
  return (
    <ErrorState
      title="We couldn’t load your results"
      headingLevel={1}
      onRetry={onRetry}
      isRetrying={isRetrying}
    >
      {failureTextOf(error)}
    </ErrorState>
  );
}

function Results({ results }: { results: QuizResults }) {
  const { attempt, attempts } = results;
  if (!attempt) {
    return (
      <>
        <h1 className="t-m">No results yet</h1>
        <p className="lead mt-3">You haven’t handed this quiz in.</p>
        <Onward results={results} />
      </>
    );
  }
  return (
    <div className="quiz-results">
      <div>
        <Score attempt={attempt} results={results} />
        <h2 className="t-s quiz-part">Your answers</h2>
        {!attempt.canReview && <p className="meta mt-3">{reviewWords(results)}</p>}
        <ol className="quiz-answers">
          {attempt.questions.map((question) => (
            <AnswerLine key={question.id} question={question} />
          ))}
        </ol>
      </div>
      <div>
        {attempt.reviewLessons.length > 0 && (
          <>
            <h2 className="t-s quiz-part quiz-part-first">Worth a second look</h2>
            <ul className="quiz-again">
              {attempt.reviewLessons.map((lesson) => (
                <li key={lesson.id}>
                  <b>{lesson.title}</b>
                  <span className="meta block">{lesson.minutes} min</span>
                  <Link
                    className="link"
                    to={`/courses/${results.quiz.courseId}/modules/${lesson.moduleId}/lessons/${lesson.id}`}
                  >
                    {lesson.kind === 'reading' ? 'Read it again' : 'Open the lesson'}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
        <Onward results={results} />
        {attempts.length > 1 && <History results={results} shownId={attempt.id} />}
      </div>
    </div>
  );
}

type Shown = NonNullable<QuizResults['attempt']>;

function Score({ attempt, results }: { attempt: Shown; results: QuizResults }) {
  const user = useUser();
  const { score, maxScore, hasPassed } = attempt;
  if (score === null) {
    return (
      <div>
        <h1 className="t-m">Handed in</h1>
        <p className="lead mt-3">
          Your instructor reads your written answers. Your score is here as soon as they are graded.
        </p>
      </div>
    );
  }
  const name = user?.firstName ? `, ${user.firstName}` : '';
  return (
    <div className="quiz-score">
      <h1 className="num quiz-figure">
        {shown(score)} <span>of {shown(maxScore)}</span>
      </h1>
      <div>
        <EightCount done={score} total={maxScore} label="Points" />
        <p className="mt-2 font-semibold">{hasPassed ? `You passed${name}.` : `Not yet${name}.`}</p>
        <p className="meta">
          You needed {pointsToPass(attempt)}. {timeTaken(attempt)}
          {results.attempts.length > 1 &&
            results.percent !== null &&
            ` ${Math.round(results.percent)}% counts.`}
        </p>
      </div>
    </div>
  );
}

const shown = (points: number) => String(Math.round(points * 100) / 100);

function timeTaken({ startedAt, submittedAt }: AttemptSummary): string {
  if (!submittedAt) return '';
  const minutes = Math.max(1, Math.round((Date.parse(submittedAt) - Date.parse(startedAt)) / 60_000));
  if (minutes > 180) return '';
  return `It took you ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}

function reviewWords({ quiz }: QuizResults): string {
  if (quiz.openAttemptId !== null)
    return 'Right and wrong are shown once you have handed in your open attempt.';
  return {
    never: 'This quiz keeps its right answers closed.',
    after_pass: 'You see what was right once you pass.',
    after_last_attempt: 'You see what was right after your last try.',
    after_submit: '',
  }[quiz.reviewPolicy];
}

const MARKS: Record<AnswerMark, { icon: typeof Check; words: string }> = {
  right: { icon: Check, words: 'Right' },
  partly: { icon: Minus, words: 'Partly right' },
  wrong: { icon: X, words: 'Not right' },
  waiting: { icon: Clock, words: 'Waiting to be read' },
};

function AnswerLine({ question }: { question: ResultQuestion }) {
  const { mark, correctText, explanation, feedback, comment } = question;
  const { icon: Icon, words } = MARKS[mark ?? 'waiting'];
  const isMissed = mark === 'wrong' || mark === 'partly';
  return (
    <li>
      <div className="quiz-answer">
        {mark && (
          <span className="quiz-mark" data-mark={mark}>
            <Icon className="icon" aria-hidden="true" />
            <span className="sr-only">{words}:</span>
          </span>
        )}
        <span className="min-w-0">{question.question}</span>
        <span className="order-dots" aria-hidden="true" />
        <span className="quiz-given">
          {question.kind === 'open' && question.answerText !== 'No answer'
            ? 'Your words'
            : question.answerText}
        </span>
      </div>
      {(isMissed || comment) && (
        <div className="quiz-miss">
          {isMissed && correctText && <b>{endSentence(correctText)} </b>}
          {isMissed && [feedback, explanation].filter(Boolean).join(' ')}
          {comment && <p className="mt-1">Your instructor: {comment}</p>}
        </div>
      )}
    </li>
  );
}

function Onward({ results }: { results: QuizResults }) {
  const { quiz, nextItem } = results;
  const { attemptsLeft, nextAttemptAt, hasPassed, openAttemptId } = quiz;
  const isWaiting = results.attempt?.state === 'needs_grading';
  const canTry = openAttemptId !== null || (attemptsLeft !== 0 && nextAttemptAt === null);
  const next = nextItem && itemPath(quiz.courseId, nextItem);
  return (
    <div className="quiz-onward">
      <div className="flex flex-wrap gap-2.5">
        {hasPassed && (
          <ButtonLink variant="primary" to={next ?? `/courses/${quiz.courseId}/learning`}>
            {nextItem ? `Go on to “${nextItem.title}”` : 'Back to the course'}
          </ButtonLink>
        )}
        {canTry && <Retry results={results} variant={hasPassed || isWaiting ? 'second' : 'primary'} />}
        {!hasPassed && (
          <ButtonLink variant={isWaiting ? 'primary' : 'second'} to={`/courses/${quiz.courseId}/learning`}>
            Back to the course
          </ButtonLink>
        )}
      </div>
      <p className="meta mt-4">
        {GRADING_METHOD_WORDS[quiz.gradingMethod]} {leftWords(attemptsLeft, nextAttemptAt)}
      </p>
    </div>
  );
}

type RetryProps = { results: QuizResults; variant: 'primary' | 'second' };

/** The rules were read before the first try, so the next one starts from here. */
function Retry({ results: { quiz, attempt }, variant }: RetryProps) {
  const start = useStartAttempt();
  const navigate = useNavigate();
  if (attempt && quiz.openAttemptId === null) {
    const retry = () => start.mutate(quiz.id, { onSuccess: () => void navigate(quizPath(quiz)) });
    return (
      <Button variant={variant} isBusy={start.isPending} onClick={retry}>
        Try it again
      </Button>
    );
  }
  return (
    <ButtonLink variant={variant} to={quizPath(quiz)}>
      {quiz.openAttemptId === null ? 'To the quiz' : 'Go on with the quiz'}
    </ButtonLink>
  );
}

function leftWords(attemptsLeft: number | null, nextAttemptAt: string | null): string {
  if (attemptsLeft === 0) return 'You have no tries left.';
  const left =
    attemptsLeft === null
      ? ''
      : attemptsLeft === 1
        ? 'You have one try left.'
        : `You have ${attemptsLeft} tries left.`;
  return nextAttemptAt ? `${left} The next one from ${formatMoment(nextAttemptAt)}.` : left;
}

function itemPath(
  courseId: number,
  { itemType, id, moduleId }: NonNullable<QuizResults['nextItem']>,
): string {
  return `/courses/${courseId}/modules/${moduleId}/${itemType === 'quiz' ? 'quizzes' : 'lessons'}/${id}`;
}

function History({ results, shownId }: { results: QuizResults; shownId: number }) {
  return (
    <>
      <h2 className="t-s quiz-part">Your tries</h2>
      <ol className="order">
        {results.attempts.map((attempt) => (
          <li key={attempt.id}>
            <span className="min-w-0">
              {attempt.id === shownId || attempt.state === 'in_progress' ? (
                `Try ${attempt.number}`
              ) : (
                <Link className="link" to={`?attempt=${attempt.id}`}>
                  Try {attempt.number}
                </Link>
              )}
              {attempt.submittedAt && <span className="meta block">{formatMoment(attempt.submittedAt)}</span>}
            </span>
            <span className="order-dots" aria-hidden="true" />
            <span className="order-figure">{outcomeOf(attempt)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function outcomeOf({ state, percent, hasPassed }: AttemptSummary): string {
  if (state === 'in_progress') return 'Open';
  if (percent === null) return 'Being read';
  return `${Math.round(percent)}%, ${hasPassed ? 'passed' : 'not passed'}`;
}
