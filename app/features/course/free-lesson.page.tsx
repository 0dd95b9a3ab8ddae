// A lesson anyone may try: its own public page, below the page of its course.
import '#app/features/learning/classroom.css';
import './free-lesson.css';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'icon:arrow-left';
import { Link, type LoaderFunctionArgs, type MetaArgs, useParams } from 'react-router';
import { MissingItem } from '#app/components/catalogue/missing-item.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { getFreeLessonQuery, type Lesson } from '#app/features/learning/learning.api.ts';
import { LessonDocument } from '#app/features/learning/lesson-content.tsx';
import { LessonMedia } from '#app/features/learning/lesson-media.tsx';
import LessonText from '#app/features/learning/lesson-text.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { summaryOf } from '#app/lib/plain-text.ts';
import { browserPrefetch, pageNotFound, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useUser } from '#app/lib/user.api.ts';
import { formatDuration } from '#shared/features/course/course.rules.ts';
import { freeLessonPath } from '#shared/features/learning/learning.rules.ts';
import { parseId } from '#shared/ids.ts';
import { formatPrice } from '#shared/money.ts';
import { type CourseDetail, getCourseQuery } from './course.api.ts';

type Params = LoaderFunctionArgs['params'];

const idsOf = (params: Params) => {
  const [id, lessonId] = [parseId(params['id']), parseId(params['lessonId'])];
  return id === null || lessonId === null ? null : { id, lessonId };
};

function queries({ params }: { params: Params }) {
  const ids = idsOf(params);
  if (!ids) throw pageNotFound();
  return [getFreeLessonQuery(ids), getCourseQuery(ids.id)];
}
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, params, loaderData }: MetaArgs<typeof loader>) {
  const ids = idsOf(params) ?? { id: 0, lessonId: 0 };
  const lesson = prefetchedData(getFreeLessonQuery(ids), loaderData);
  const course = prefetchedData(getCourseQuery(ids.id), loaderData);
  if (!lesson || !course) return [];
  return pageMeta(matches, {
    title: `${lesson.title} · ${course.title}`,
    description: summaryOf([`A free lesson of ${course.title}.`, course.tagline].filter(Boolean).join(' ')),
    path: freeLessonPath(course.id, lesson.id),
    isHidden: course.state !== 'published',
  });
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <MissingItem error={error} title="This free lesson isn’t available" action="/courses" />;
}

export default function FreeLessonPage() {
  const ids = idsOf(useParams()) ?? { id: 0, lessonId: 0 };
  const lesson = useQuery(getFreeLessonQuery(ids));
  const course = useQuery(getCourseQuery(ids.id));
  const error = lesson.error ?? course.error;
  return (
    <div className="wrap section free-lesson">
      {lesson.data && course.data ? (
        <FreeLesson key={ids.lessonId} lesson={lesson.data} course={course.data} />
      ) : error ? (
        <ErrorState
          title="We couldn’t load this lesson"
          headingLevel={1}
          onRetry={() => {
            void lesson.refetch();
            void course.refetch();
          }}
          isRetrying={lesson.isFetching || course.isFetching}
        >
          {failureTextOf(error)}
        </ErrorState>
      ) : (
        <SkeletonGroup label="Loading the lesson">
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="mt-6 aspect-video w-full" />
        </SkeletonGroup>
      )}
    </div>
  );
}

type FreeLessonProps = { lesson: Lesson; course: CourseDetail };

function FreeLesson({ lesson, course }: FreeLessonProps) {
  const isHydrated = useHydrated();
  const hasRecording = lesson.media !== null || lesson.embedUrl !== null;
  return (
    <>
      <Link className="link meta free-lesson-back" to={`/courses/${course.id}`}>
        <ArrowLeft className="icon" aria-hidden="true" /> {course.title}
      </Link>
      <h1 className="t-l mt-3">{lesson.title}</h1>
      <p className="meta mt-2">
        A free lesson, {formatDuration(lesson.minutes)}, by {course.instructor.name}
      </p>
      <div className="free-lesson-two">
        <article className="min-w-0">
          {hasRecording &&
            (isHydrated ? (
              <LessonMedia ref={null} lesson={lesson} onPlayed={ignorePlayed} />
            ) : (
              <Skeleton className="aspect-video w-full" />
            ))}
          {lesson.liveSession && (
            <Notice>This is a live session. Learners find its day and its link in the classroom.</Notice>
          )}
          {lesson.assignment && (
            <Notice>This is an assignment. Learners hand it in from the classroom.</Notice>
          )}
          {lesson.body && <LessonText markdown={lesson.body} />}
          {lesson.document && <LessonDocument document={lesson.document} />}
        </article>
        <WholeCourse lesson={lesson} course={course} />
      </div>
    </>
  );
}

/** Nobody's progress. */
const ignorePlayed = () => {};

function WholeCourse({ lesson, course }: FreeLessonProps) {
  const user = useUser();
  const others = course.modules
    .flatMap(({ lessons }) => lessons)
    .filter(({ isPreview, id }) => isPreview && id !== lesson.id);
  const inClassroom = `/courses/${course.id}/lessons/${lesson.id}`;
  return (
    <aside aria-label="The whole course">
      <h2 className="t-s">The whole course</h2>
      <p className="meta mt-2 text-pretty">
        {course.lessonCount === 1 ? 'One lesson' : `${course.lessonCount} lessons`}.{' '}
        {Number(course.price) === 0 ? 'It’s free.' : `${formatPrice(course.price)}.`}
      </p>
      <ButtonLink className="mt-4" variant="primary" isFull to={`/courses/${course.id}`}>
        See the course
      </ButtonLink>
      <p className="meta mt-3">
        Already enrolled?{' '}
        <Link
          className="link"
          to={user ? inClassroom : '/auth'}
          onClick={() => !user && rememberDestination(inClassroom)}
        >
          {user ? 'Open it in the classroom' : 'Sign in'}
        </Link>
      </p>
      {others.length > 0 && (
        <>
          <h2 className="t-s mt-7">More free lessons</h2>
          <RunningOrder label="More free lessons">
            {others.map(({ id, title, minutes }) => (
              <OrderLine key={id} figure={formatDuration(minutes)}>
                <Link className="link" to={freeLessonPath(course.id, id)}>
                  {title}
                </Link>
              </OrderLine>
            ))}
          </RunningOrder>
        </>
      )}
    </aside>
  );
}
