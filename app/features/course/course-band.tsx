// The head of a course's page: its title on clear ground, its cover beside it, and the four facts one asks for first.
import type { ReactNode } from 'react';
import { COURSE_KIND_LABELS } from '#shared/features/course/course.rules.ts';
import { describeLength, describeLevel, describeTime } from '#shared/features/course/course-words.ts';
import type { CourseDetail } from './course.api.ts';
import './course-band.css';

/** Longer titles are set smaller. */
const LONG_TITLE = 44;

/** `art` fills its side; words never lie on it. The ground is the ink of the cover's style, so that both belong together. */
export function CourseBand({ course, art }: { course: CourseDetail; art: ReactNode }) {
  return (
    <div className="course-band" data-theme="light" data-style={course.danceStyle}>
      <div className="course-band-say">
        <h1 data-long={course.title.length > LONG_TITLE || undefined}>{course.title}</h1>
        {course.tagline && <p>{course.tagline}</p>}
      </div>
      <div className="course-band-art">
        {art}
        <span className="tag">{COURSE_KIND_LABELS[course.kind]}</span>
      </div>
    </div>
  );
}

export function CourseFacts({ course }: { course: CourseDetail }) {
  const facts = [
    ['Length', describeLength(course.modules)],
    ['Time', describeTime(course)],
    ['Level', describeLevel(course.level)],
    ['Led by', course.instructor.name],
  ] as const;
  return (
    <dl className="course-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
