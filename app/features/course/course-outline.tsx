// The programme: modules that open and close, their lessons and quizzes as a running order.
import BookOpen from 'icon:book-open';
import ChevronDown from 'icon:chevron-down';
import { Link } from 'react-router';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import {
  countOf,
  describeModule,
  formatDuration,
  type LessonKind,
} from '#shared/features/course/course.rules.ts';
import { freeLessonPath } from '#shared/features/learning/learning.rules.ts';
import type { CourseDetail, CourseModule } from './course.api.ts';

export function CourseOutline({ course: { id, modules } }: { course: CourseDetail }) {
  return (
    <ol className="course-modules">
      {modules.map((module, at) => (
        <li key={module.id}>
          <details open={at === 0}>
            <summary>
              <span className="course-module-no num" aria-hidden="true">
                {at + 1}
              </span>
              <h3>{module.title}</h3>
              <span className="course-module-figure meta num">{describeModule(module)}</span>
              <ChevronDown className="icon" aria-hidden="true" />
            </summary>
            <ModuleContent module={module} courseId={id} />
          </details>
        </li>
      ))}
    </ol>
  );
}

/** Named where a lesson is not simply a video. */
const KIND_WORDS: Readonly<Record<LessonKind, string>> = {
  video: '',
  audio: 'Audio, ',
  reading: 'Reading, ',
  document: 'Document, ',
  practice: 'Practice, ',
  assignment: 'Assignment, ',
  live: 'Live, ',
};

function ModuleContent({ module, courseId }: { module: CourseModule; courseId: number }) {
  return (
    <div className="course-module-body">
      {module.summary && <p className="meta max-w-measure">{module.summary}</p>}
      <RunningOrder isNumbered label={`Lessons of ${module.title}`}>
        {module.lessons.map((lesson) => (
          <OrderLine
            key={`lesson-${lesson.id}`}
            figure={`${KIND_WORDS[lesson.kind]}${formatDuration(lesson.minutes)}`}
          >
            {lesson.isPreview ? (
              <>
                <Link className="course-free link" to={freeLessonPath(courseId, lesson.id)}>
                  {lesson.title}
                </Link>{' '}
                <span className="tag tag-act">
                  <BookOpen className="icon" aria-hidden="true" />
                  Free
                </span>
              </>
            ) : (
              lesson.title
            )}
          </OrderLine>
        ))}
        {module.quizzes.map((quiz) => (
          <OrderLine key={`quiz-${quiz.id}`} figure={countOf(quiz.questionCount, 'question')}>
            Quiz: {quiz.title}
          </OrderLine>
        ))}
      </RunningOrder>
    </div>
  );
}
