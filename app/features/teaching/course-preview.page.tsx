// A course as its learners will see it, from the draft: outline, lessons and quizzes. Nothing here is saved, and nothing of
// it is published.
import '#app/features/learning/classroom.css';
import '#app/features/quiz/quiz.css';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'icon:arrow-left';
import Download from 'icon:download';
import Lock from 'icon:lock';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { Link, useParams, useSearchParams, type MetaArgs } from 'react-router';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, buttonClass, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { IconLink } from '#app/components/ui/icon-button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import {
  type CourseDraft,
  type DraftItem,
  getCourseDraftQuery,
  getDraftItemQuery,
} from '#app/features/course-editor/course-editor.api.ts';
import { LessonDocument, LiveSession } from '#app/features/learning/lesson-content.tsx';
import { LessonMedia } from '#app/features/learning/lesson-media.tsx';
import { PracticePlayer } from '#app/features/learning/player/practice-player.tsx';
import { QuestionInput } from '#app/features/quiz/question-input.tsx';
import { QuestionMedia } from '#app/features/quiz/quiz-attempt.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { countOf, formatDuration } from '#shared/features/course/course.rules.ts';
import { DEFAULT_PRACTICE } from '#shared/features/learning/practice.rules.ts';
import { gradeAnswer, pointsFor } from '#shared/features/quiz/grading.rules.ts';
import { type Answer, describeKey } from '#shared/features/quiz/question.rules.ts';
import { describeQuizRules, formatClock } from '#shared/features/quiz/quiz.rules.ts';
import { parseId } from '#shared/ids.ts';
import {
  fileUrl,
  keyOf,
  listItems,
  locksOf,
  type PreviewItem,
  type PreviewQuestion,
  toLesson,
  toQuestions,
} from './course-preview.ts';

const LessonText = lazy(() => import('#app/features/learning/lesson-text.tsx'));

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Course preview',
    description: 'A course as its learners will see it.',
    path: location.pathname,
    isHidden: true,
  });
}

export default function CoursePreviewPage() {
  const id = parseId(useParams()['id']);
  const query = useQuery({ ...getCourseDraftQuery(id ?? 0), enabled: id !== null });
  if (id === null || (query.error instanceof ApiError && query.error.status === 404)) {
    return (
      <EmptyState
        className="wrap section"
        headingLevel={1}
        title="Course not found"
        action={<ButtonLink to="/instructor/courses">Your courses</ButtonLink>}
      >
        This course doesn’t exist, or it isn’t yours.
      </EmptyState>
    );
  }
  return (
    <QueryView query={query} what="this course" skeleton={<Skeleton className="h-96" />}>
      {(draft) => <Preview draft={draft} />}
    </QueryView>
  );
}

function Preview({ draft }: { draft: CourseDraft }) {
  const [params] = useSearchParams();
  const items = listItems(draft);
  const wanted = params.get('item');
  const at = Math.max(
    0,
    items.findIndex((item) => keyOf(item) === wanted),
  );
  const item = items[at];
  return (
    <div className="classroom">
      <header className="classroom-bar">
        <IconLink
          to={`/instructor/courses/${draft.id}${item ? `?item=${keyOf(item)}` : ''}`}
          label="Back to the editor"
          icon={<ArrowLeft className="icon" aria-hidden="true" />}
        />
        <p className="classroom-title">{draft.settings.title}</p>
        <div className="classroom-bar-end">
          <Badge tone="warn">Preview</Badge>
          <span className="meta classroom-count">What learners will see. Nothing is saved.</span>
        </div>
      </header>
      <div className="classroom-room" data-outline="open">
        <div className="classroom-main">
          {item ? (
            <ItemPreview key={keyOf(item)} draft={draft} item={item} next={items[at + 1]} />
          ) : (
            <EmptyState className="classroom-words" headingLevel={1} title="Nothing to see yet">
              Add a module with a lesson in the editor.
            </EmptyState>
          )}
        </div>
        <PreviewOutline draft={draft} current={item} />
      </div>
    </div>
  );
}

const linkTo = (item: Pick<PreviewItem, 'type' | 'id'>) => `?item=${keyOf(item)}`;

/** Locks are shown as they are for someone who has just enrolled; here everything opens all the same. */
function PreviewOutline({ draft, current }: { draft: CourseDraft; current: PreviewItem | undefined }) {
  const locks = locksOf(draft);
  return (
    <aside className="classroom-outline" aria-label="Course outline">
      <h2 className="t-s">Outline</h2>
      <ol>
        {draft.outline.map((module, at) => (
          <li key={module.id}>
            <details open={module.id === current?.moduleId || draft.outline.length < 4}>
              <summary>
                <h3>
                  {at + 1}. {module.title}
                </h3>
                <span className="meta num">0 of {module.items.length}</span>
              </summary>
              <ol>
                {module.items.map((item) => (
                  <li key={keyOf(item)}>
                    <Link
                      className="classroom-item"
                      to={linkTo(item)}
                      aria-current={current && keyOf(item) === keyOf(current) ? 'page' : undefined}
                    >
                      <span
                        className="classroom-mark"
                        data-mark={locks.has(keyOf(item)) ? 'locked' : undefined}
                      >
                        {locks.has(keyOf(item)) && <Lock className="icon" aria-hidden="true" />}
                      </span>
                      <span>
                        {item.type === 'quiz' && 'Quiz: '}
                        {item.title}
                        {locks.has(keyOf(item)) && (
                          <span className="small classroom-lock">{locks.get(keyOf(item))}</span>
                        )}
                      </span>
                      <span className="small num">
                        {item.type === 'quiz'
                          ? countOf(item.questionCount, 'question')
                          : item.seconds === null
                            ? formatDuration(item.minutes)
                            : formatClock(item.seconds)}
                      </span>
                    </Link>
                  </li>
                ))}
              </ol>
            </details>
          </li>
        ))}
      </ol>
    </aside>
  );
}

type ItemPreviewProps = { draft: CourseDraft; item: PreviewItem; next: PreviewItem | undefined };

function ItemPreview({ draft, item, next }: ItemPreviewProps) {
  const query = useQuery(getDraftItemQuery(draft.id, item));
  const onward = next && (
    <ButtonLink variant="primary" to={linkTo(next)}>
      {next.type === 'quiz' ? 'Go to the quiz' : 'Next lesson'}
    </ButtonLink>
  );
  return (
    <QueryView query={query} what="this item" skeleton={<Skeleton className="h-96" />}>
      {(found) =>
        found.type === 'quiz' ? (
          <QuizPreview quiz={found} item={item} onward={onward} />
        ) : found.type === 'lesson' ? (
          <LessonPreview lesson={toLesson(draft, item, found)} onward={onward} />
        ) : null
      }
    </QueryView>
  );
}

type LessonPreviewProps = { lesson: ReturnType<typeof toLesson>; onward: ReactNode };

function LessonPreview({ lesson, onward }: LessonPreviewProps) {
  const [settings, setSettings] = useState(DEFAULT_PRACTICE);
  const player = useRef(null);
  const { media, assignment } = lesson;
  return (
    <article>
      {media ? (
        <PracticePlayer
          title={lesson.title}
          media={media}
          sections={lesson.sections}
          tempo={
            lesson.bpm === null
              ? null
              : { bpm: lesson.bpm, firstBeat: lesson.firstBeat ?? 0, phraseCounts: lesson.phraseCounts }
          }
          startAt={0}
          settings={settings}
          onSettings={setSettings}
          onPlayed={() => undefined}
        />
      ) : (
        <LessonMedia ref={player} lesson={lesson} onPlayed={() => undefined} />
      )}
      <div className="classroom-words">
        <h1 className="t-m">{lesson.title}</h1>
        {lesson.liveSession && <LiveSession session={lesson.liveSession} />}
        {lesson.body && (
          <Suspense>
            <LessonText markdown={lesson.body} />
          </Suspense>
        )}
        {lesson.document && <LessonDocument document={lesson.document} />}
        {assignment && (
          <Notice className="mt-6">
            Learners hand in their work here: {assignment.accepts.join(', ')}. A pass needs{' '}
            {assignment.passPoints} points.
          </Notice>
        )}
        <p className="classroom-completion meta">{lesson.completion}.</p>
        <div className="classroom-actions">
          {onward}
          {lesson.attachments.map(({ id, name, url }) => (
            <a key={id} className={buttonClass({})} href={`${url}?download=1`} download={name}>
              <Download className="icon" aria-hidden="true" />
              <span className="btn-label">{name}</span>
            </a>
          ))}
        </div>
      </div>
    </article>
  );
}

type DraftQuiz = Extract<DraftItem, { type: 'quiz' }>;
type QuizPreviewProps = { quiz: DraftQuiz; item: PreviewItem; onward: ReactNode };

function QuizPreview({ quiz, item, onward }: QuizPreviewProps) {
  const { content, files } = quiz;
  const [seed] = useState(() => Math.floor(Math.random() * 2 ** 31));
  const questions = toQuestions(quiz, seed);
  const [answers, setAnswers] = useState<Readonly<Record<number, Answer | null>>>({});
  /** Null: the page before the quiz. After the last question come the results. */
  const [at, setAt] = useState<number | null>(null);
  const question = at === null ? undefined : questions[at];
  if (at === null) {
    return (
      <div className="classroom-words">
        <h1 className="t-l t-l-tool">{content.title}</h1>
        {content.intro && <p className="lead mt-4 max-w-measure">{content.intro}</p>}
        <ul className="quiz-rules">
          {describeQuizRules({ ...content, questionCount: item.questionCount }).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        {content.drawCount > 0 && (
          <Notice className="mt-6">
            Learners also get {countOf(content.drawCount, 'random question')} from the bank. The preview
            leaves them out.
          </Notice>
        )}
        <div className="quiz-go">
          {questions.length > 0 && (
            <Button variant="primary" onClick={() => setAt(0)}>
              Start the quiz
            </Button>
          )}
          {onward}
        </div>
      </div>
    );
  }
  if (!question) {
    return (
      <PreviewResults questions={questions} answers={answers}>
        <Button
          onClick={() => {
            setAnswers({});
            setAt(null);
          }}
        >
          Try it again
        </Button>
        {onward}
      </PreviewResults>
    );
  }
  const { asked } = question;
  return (
    <section className="classroom-words" aria-label={`Question ${at + 1}`}>
      <h1 className="t-m quiz-question">{asked.question || 'A question without words yet'}</h1>
      {asked.lead && <p className="lead mt-4 whitespace-pre-line">{asked.lead}</p>}
      <QuestionMedia question={asked} files={files} urlOf={fileUrl} />
      <div key={question.id} className="mt-6">
        <QuestionInput
          question={asked}
          urlOf={fileUrl}
          answer={answers[question.id] ?? null}
          onAnswer={(answer) => setAnswers((before) => ({ ...before, [question.id]: answer }))}
        />
      </div>
      <p className="meta mt-6">
        Question {at + 1} of {questions.length}
      </p>
      <div className="quiz-go">
        <Button variant="primary" onClick={() => setAt(at + 1)}>
          {at + 1 < questions.length ? `Go to question ${at + 2}` : 'See the results'}
        </Button>
        {at > 0 && <Button onClick={() => setAt(at - 1)}>Back to {at}</Button>}
      </div>
    </section>
  );
}

type PreviewResultsProps = {
  questions: readonly PreviewQuestion[];
  answers: Readonly<Record<number, Answer | null>>;
  children: ReactNode;
};

function PreviewResults({ questions, answers, children }: PreviewResultsProps) {
  const graded = questions.map((question) => {
    const share = gradeAnswer(question, answers[question.id] ?? null);
    return { question, earned: share === null ? null : pointsFor(share, question.points) };
  });
  const total = questions.reduce((sum, { points }) => sum + points, 0);
  const score = graded.reduce((sum, { earned }) => sum + (earned ?? 0), 0);
  return (
    <div className="classroom-words">
      <h1 className="t-m">
        {score} of {total} points
      </h1>
      <p className="meta mt-2">Only you see this result. It isn’t saved.</p>
      <ol className="mt-6 grid gap-5">
        {graded.map(({ question, earned }, at) => (
          <li key={question.id}>
            <p className="font-semibold">
              {at + 1}. {question.asked.question}
            </p>
            <p className="small">
              {earned === null ? 'You grade this one.' : `${earned} of ${countOf(question.points, 'point')}`}
              {describeKey(question) && `. Right: ${describeKey(question)}`}
            </p>
            {question.explanation && <p className="mt-1">{question.explanation}</p>}
          </li>
        ))}
      </ol>
      <div className="quiz-go">{children}</div>
    </div>
  );
}
