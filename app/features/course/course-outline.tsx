// The programme: modules that open and close, their lessons and quizzes as a running order.
import BookOpen from 'icon:book-open';
import ChevronDown from 'icon:chevron-down';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import {
  countOf,
  describeModule,
  formatDuration,
  type LessonKind,
} from '#shared/features/course/course.rules.ts';
import type { CourseLesson, CourseModule } from './course.api.ts';

type Reading = { onRead: (lesson: CourseLesson) => void };

export function CourseOutline({ modules, onRead }: { modules: readonly CourseModule[] } & Reading) {
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
            <ModuleContent module={module} onRead={onRead} />
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

function ModuleContent({ module, onRead }: { module: CourseModule } & Reading) {
  return (
    <div className="course-module-body">
      {module.summary && <p className="meta max-w-measure">{module.summary}</p>}
      <RunningOrder isNumbered label={`Lessons of ${module.title}`}>
        {module.lessons.map((lesson) => (
          <OrderLine
            key={`lesson-${lesson.id}`}
            figure={`${KIND_WORDS[lesson.kind]}${formatDuration(lesson.minutes)}`}
          >
            {lesson.previewText ? <ReadButton lesson={lesson} onRead={onRead} /> : lesson.title}
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

function ReadButton({ lesson, onRead }: { lesson: CourseLesson } & Reading) {
  return (
    <>
      <button
        type="button"
        className="course-read link"
        aria-haspopup="dialog"
        onClick={() => onRead(lesson)}
      >
        {lesson.title}
      </button>{' '}
      <span className="tag tag-act">
        <BookOpen className="icon" aria-hidden="true" />
        Free to read
      </span>
    </>
  );
}
