// Above the lesson, once per course and browser: the course is completed, and here is the certificate.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ButtonLink, Button } from '#app/components/ui/button.tsx';
import { describeRequirement } from '#shared/features/learning/certificate-progress.rules.ts';
import { quoteAtEnd } from '#shared/quote.ts';
import { getCertificateProgressQuery, type Classroom } from './learning.api.ts';
import './certificate-progress.css';

const keyOf = (courseId: number) => `releve.course-completed.${courseId}`;

function wasCelebrated(courseId: number): boolean {
  try {
    return localStorage.getItem(keyOf(courseId)) !== null;
  } catch {
    // Storage is blocked: they see it at each visit, and can close it.
    return false;
  }
}

function setCelebrated(courseId: number, isCelebrated: boolean): void {
  try {
    if (isCelebrated) localStorage.setItem(keyOf(courseId), '1');
    else localStorage.removeItem(keyOf(courseId));
  } catch {
    // See above.
  }
}

export function CourseCompleted({ classroom }: { classroom: Classroom }) {
  const { course, isCompleted, role } = classroom;
  // Started again to renew a certificate: the next time is another reason to celebrate.
  useEffect(() => {
    if (!isCompleted) setCelebrated(course.id, false);
  }, [course.id, isCompleted]);
  return isCompleted && role === 'learner' ? <Celebration course={course} /> : null;
}

function Celebration({ course }: { course: Classroom['course'] }) {
  const [isClosed, setClosed] = useState(() => wasCelebrated(course.id));
  const { data, isPending } = useQuery({ ...getCertificateProgressQuery(course.id), enabled: !isClosed });
  if (isClosed) return null;
  const close = () => {
    setCelebrated(course.id, true);
    setClosed(true);
  };
  const certificate = data?.certificate;
  const missing = certificate ? undefined : data?.requirements.find(({ needed, done }) => done < needed);
  return (
    <section className="course-completed" aria-labelledby="course-completed">
      <div className="confetti" aria-hidden="true">
        {Array.from({ length: 12 }, (_, at) => `piece-${at}`).map((key) => (
          <i key={key} />
        ))}
      </div>
      <h2 id="course-completed" className="t-l">
        You completed the course
      </h2>
      <p className="meta mt-2" role="status">
        {certificate
          ? `Your certificate for “${course.title}” is ready. We’ve emailed it to you as well.`
          : `That was all of ${quoteAtEnd(course.title)}`}
        {missing && ` One thing is left for your certificate: ${lowerFirst(describeRequirement(missing))}.`}
      </p>
      <div className="course-completed-actions">
        {certificate && (
          <ButtonLink variant="primary" to={`/certificates/${certificate.id}`} onClick={close}>
            See your certificate
          </ButtonLink>
        )}
        {/* Not while the certificate may still be on its way: a quick press would skip past it. */}
        {!certificate && !isPending && (
          <ButtonLink variant="primary" to="/my-courses" onClick={close}>
            Go to my courses
          </ButtonLink>
        )}
        <Button variant="quiet" onClick={close}>
          Close
        </Button>
      </div>
    </section>
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
