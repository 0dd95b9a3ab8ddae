// What the room shows in place of a lesson: loading, not enrolled, locked, a quiz, nothing yet.
import Lock from 'icon:lock';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { countOf } from '#shared/features/course/course.rules.ts';
import { classroomPath } from '#shared/features/learning/learning.rules.ts';
import { describeLock, type ItemLock } from '#shared/features/progress/progress.rules.ts';
import { formatPrice } from '#shared/money.ts';
import type { Classroom, ClassroomItem } from './learning.api.ts';
import { LessonSteps } from './lesson-steps.tsx';

export function ClassroomSkeleton() {
  return (
    <SkeletonGroup label="Loading the classroom">
      <div className="classroom-bar">
        <Skeleton className="h-6 w-64" />
      </div>
      <div className="classroom-room">
        <div className="classroom-main">
          <LessonSkeleton />
        </div>
        <div className="classroom-outline">
          <Skeleton className="mx-6 h-80" />
        </div>
      </div>
    </SkeletonGroup>
  );
}

export function LessonSkeleton() {
  return (
    <>
      <Skeleton className="aspect-video w-full" />
      <div className="classroom-words">
        <Skeleton className="h-8 w-3/5" />
        <Skeleton className="mt-4 h-24 w-full" />
      </div>
    </>
  );
}

/** Says what it costs, and leads to where it is sold. */
export function NotEnrolled({ classroom }: { classroom: Classroom }) {
  const { course, modules } = classroom;
  const isFree = Number(course.price) === 0;
  const preview = modules.flatMap(({ items }) => items).find(({ isPreview }) => isPreview);
  return (
    <section className="classroom-words">
      <h1 className="t-m">{isFree ? 'Enroll to open this lesson' : 'This lesson is part of the course'}</h1>
      <p className="prose mt-3">
        {isFree
          ? `“${course.title}” is free. Enroll once, and every lesson opens.`
          : `“${course.title}” costs ${formatPrice(course.price)}. Once you’re enrolled, every lesson opens here.`}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {isFree ? (
          <ButtonLink variant="primary" to={`/direct-enroll/${course.id}`}>
            Enroll free
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" to={`/courses/${course.id}`}>
            See the course
          </ButtonLink>
        )}
        {preview && <ButtonLink to={classroomPath(course.id, preview)}>Open a free lesson</ButtonLink>}
      </div>
    </section>
  );
}

type ItemProps = { classroom: Classroom; items: readonly ClassroomItem[]; item: ClassroomItem };

function whyLocked(lock: ItemLock): string {
  if (lock.kind === 'release') return 'Its lessons open some days after you enroll.';
  if (lock.kind === 'sequence') return 'The lessons of this course open one after the other.';
  return `This course builds on ${lock.courses.length === 1 ? 'it' : 'them'}: its lessons open then.`;
}

export function LockedItem({ classroom, items, item, lock }: ItemProps & { lock: ItemLock }) {
  const first =
    lock.kind === 'sequence'
      ? items.find(({ itemType, itemId }) => itemType === lock.itemType && itemId === lock.itemId)
      : undefined;
  return (
    <>
      <section className="classroom-words">
        <h1 className="t-m">{item.title}</h1>
        <Notice className="mt-4" icon={<Lock className="icon" aria-hidden="true" />}>
          {describeLock(lock)}. {whyLocked(lock)}
        </Notice>
        {first && (
          <ButtonLink className="mt-6" variant="primary" to={classroomPath(classroom.course.id, first)}>
            Go to “{first.title}”
          </ButtonLink>
        )}
        {lock.kind === 'prerequisite' && (
          <div className="mt-6 flex flex-wrap gap-3">
            {lock.courses.map(({ id, title, isOwned }, at) => (
              <ButtonLink
                key={id}
                variant={at === 0 ? 'primary' : 'second'}
                to={isOwned ? `/courses/${id}/learning` : `/courses/${id}`}
              >
                {isOwned ? 'Go to' : 'Get'} “{title}”
              </ButtonLink>
            ))}
          </div>
        )}
      </section>
      <LessonSteps courseId={classroom.course.id} items={items} item={item} />
    </>
  );
}

export function QuizCard({ classroom, items, item }: ItemProps) {
  if (item.lock) return <LockedItem classroom={classroom} items={items} item={item} lock={item.lock} />;
  return (
    <>
      <section className="classroom-words">
        <h1 className="t-m">Quiz: {item.title}</h1>
        <p className="meta mt-2">
          {countOf(item.questionCount ?? 0, 'question')}.{' '}
          {item.isCompleted ? 'You passed it.' : `${item.completion}.`}
        </p>
        <ButtonLink className="mt-6" variant="primary" to={classroomPath(classroom.course.id, item)}>
          {item.isCompleted ? 'Look at it again' : 'Open the quiz'}
        </ButtonLink>
      </section>
      <LessonSteps courseId={classroom.course.id} items={items} item={item} />
    </>
  );
}

export function CourseOverview({ classroom }: { classroom: Classroom }) {
  return (
    <section className="classroom-words">
      <h1 className="t-m">{classroom.course.title}</h1>
      <p className="prose mt-3">This course has no lessons yet. They appear here once they’re published.</p>
    </section>
  );
}
