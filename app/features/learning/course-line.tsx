// One of a learner's courses in a list: how far they are, and the way on.
import './my-courses.css';
import { Link } from 'react-router';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import { EightCount } from '#app/components/ui/eight-count.tsx';
import { formatAgo, formatDay } from '#shared/dates.ts';
import { coverSubjectOf } from '#shared/features/cover/cover.rules.ts';
import { classroomPath } from '#shared/features/learning/learning.rules.ts';
import { groupOf } from './enrollment-groups.ts';
import type { Enrollment } from './learning.api.ts';

/** Only the course learned in last has the page's primary button. */
type CourseLineProps = { enrollment: Enrollment; isFirst: boolean };

export function CourseLine({ enrollment, isFirst }: CourseLineProps) {
  const { courseId, title, instructor, progress, completedCount, itemCount } = enrollment;
  const group = groupOf(enrollment);
  return (
    <article className="my-course">
      <CoverArt subject={coverSubjectOf.course(courseId)} shape="square" sizes="7rem" />
      <div className="my-course-words">
        <h3 className="t-s">
          <Link to={group === 'ended' ? `/courses/${courseId}` : `/courses/${courseId}/learning`}>
            {title}
          </Link>
        </h3>
        <p className="meta">With {instructor}</p>
        <p className="my-course-progress meta num">
          <EightCount done={completedCount} total={itemCount} label="Done" />
          <span aria-hidden="true">{progress}%</span> <LastSeen enrollment={enrollment} />
        </p>
      </div>
      <NextStep enrollment={enrollment} isFirst={isFirst} />
    </article>
  );
}

function LastSeen({ enrollment: { completedAt, lastSeenAt, createdAt } }: { enrollment: Enrollment }) {
  if (completedAt) return <span>Completed {formatDay(completedAt)}</span>;
  if (lastSeenAt) return <span>Last opened {formatAgo(lastSeenAt)}</span>;
  return <span>Enrolled {formatDay(createdAt)}</span>;
}

function NextStep({ enrollment, isFirst }: CourseLineProps) {
  const { courseId, nextLesson, lastSeenAt } = enrollment;
  const group = groupOf(enrollment);
  if (group === 'ended') {
    return (
      <div className="my-course-next">
        <Badge>Access ended</Badge>
        <ButtonLink to={`/courses/${courseId}`}>See the course</ButtonLink>
        <p className="small">Your progress is kept.</p>
      </div>
    );
  }
  const [required] = enrollment.prerequisites;
  if (group === 'active' && !nextLesson && required) {
    return (
      <div className="my-course-next">
        <ButtonLink to={required.isOwned ? `/courses/${required.id}/learning` : `/courses/${required.id}`}>
          Start with “{required.title}”
        </ButtonLink>
        <p className="small">The lessons open once you’ve finished it.</p>
      </div>
    );
  }
  if (group === 'completed' || !nextLesson) {
    return (
      <div className="my-course-next">
        <ButtonLink to={`/courses/${courseId}/learning`}>Open the classroom</ButtonLink>
      </div>
    );
  }
  return (
    <div className="my-course-next">
      <ButtonLink variant={isFirst ? 'primary' : 'second'} to={classroomPath(courseId, nextLesson)}>
        {lastSeenAt ? 'Continue' : 'Start'}
        <span className="sr-only"> with {nextLesson.title}</span>
      </ButtonLink>
      <p className="small" aria-hidden="true">
        Next: {nextLesson.itemType === 'quiz' && 'Quiz: '}
        {nextLesson.title}
      </p>
    </div>
  );
}
