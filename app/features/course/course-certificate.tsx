// What one holds in the end: the little sheet, and what it is worth.
import type { ReactNode } from 'react';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { CoursePart } from './course-parts.tsx';
import { countOf, describeValidity } from '#shared/features/course/course-words.ts';
import type { CourseDetail } from './course.api.ts';

/** Fixed art: paper stays paper at night. */
export function CertificateSheet({ course, art }: { course: CourseDetail; art: ReactNode }) {
  return (
    <div className="course-sheet" data-theme="light">
      {art}
      <p className="small">Certificate</p>
      <p className="course-sheet-name display">Your name here</p>
      <p className="small">
        {course.title}
        <br />
        {describeValidity(course.validMonths)}
      </p>
    </div>
  );
}

export function CertificateWorth({ course }: { course: CourseDetail }) {
  if (course.kind !== 'certification') return null;
  const { creditHours, validMonths, shortName } = course;
  return (
    <CoursePart title="What the certificate is worth">
      <p className="prose">
        It carries your name, the title of the course and a code. Any school that enters the code sees that
        the certificate is real, and whether it still holds.
      </p>
      <RunningOrder className="mt-4" label="The certificate in figures">
        {creditHours !== null && (
          <OrderLine figure={countOf(creditHours, 'hour')}>Credit for further training</OrderLine>
        )}
        <OrderLine figure={describeValidity(validMonths).replace('Valid for', 'For')}>Valid</OrderLine>
        <OrderLine figure={shortName}>Listed as</OrderLine>
        <OrderLine figure="By its code">Checked</OrderLine>
      </RunningOrder>
    </CoursePart>
  );
}
