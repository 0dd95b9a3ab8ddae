// The parts of a course's page under its programme: what one can do afterwards, what to bring, who teaches it.
import './course.css';
import Check from 'icon:check';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { AskLink } from '#app/components/message/ask-link.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Rating } from '#app/components/ui/poster-card.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { avatarCandidates } from '#shared/avatar.ts';
import { countOf, describeValidity } from '#shared/features/course/course.rules.ts';
import type { CourseDetail } from './course.api.ts';

export function CoursePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="course-part">
      <h2 className="t-m">{title}</h2>
      {children}
    </section>
  );
}

/** The first paragraph is larger: it is what the course is about. */
export function CourseDescription({ text }: { text: string }) {
  const [first, ...rest] = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim());
  return (
    <div className="course-description">
      {first && <p className="lead">{first}</p>}
      {rest.map((paragraph, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- paragraphs of one text never change places
        <p key={at}>{paragraph}</p>
      ))}
    </div>
  );
}

/** Below the price: who it is for, and what it includes besides lessons. */
export function CourseBrief({ course }: { course: CourseDetail }) {
  const { danceStyle, ageGroups, category, modules, rating, reviewCount } = course;
  const quizzes = modules.reduce((sum, module) => sum + module.quizzes.length, 0);
  return (
    <RunningOrder className="course-brief meta" label="In brief">
      <OrderLine figure={danceStyle}>Style</OrderLine>
      <OrderLine figure={<Ages ageGroups={ageGroups} />}>Ages</OrderLine>
      {category && <OrderLine figure={category.name}>Subject</OrderLine>}
      {quizzes > 0 && <OrderLine figure={quizzes}>Quizzes</OrderLine>}
      {rating !== null && (
        <OrderLine figure={<Rating value={rating.toFixed(1)} count={reviewCount} />}>Rated</OrderLine>
      )}
    </RunningOrder>
  );
}

/** A line may end between two groups, not inside one. */
function Ages({ ageGroups }: Pick<CourseDetail, 'ageGroups'>) {
  return ageGroups.map((group, at) => (
    <Fragment key={group}>
      {at > 0 && ', '}
      <span className="whitespace-nowrap">{group}</span>
    </Fragment>
  ));
}

export function CourseOutcomes({ outcomes }: { outcomes: readonly string[] }) {
  if (outcomes.length === 0) return null;
  return (
    <CoursePart title="When you finish, you can">
      <ul className="course-can">
        {outcomes.map((outcome) => (
          <li key={outcome}>
            <Check className="icon" aria-hidden="true" />
            {outcome}
          </li>
        ))}
      </ul>
    </CoursePart>
  );
}

export function CourseRequirements({ course }: { course: CourseDetail }) {
  const { requirements, prerequisites } = course;
  if (requirements.length + prerequisites.length === 0) return null;
  return (
    <CoursePart title="Before you start">
      <ul className="course-needs">
        {prerequisites.map(({ id, title, isListed }) => (
          <li key={id}>
            Finish{' '}
            {isListed ? (
              <Link className="link" to={`/courses/${id}`}>
                {title}
              </Link>
            ) : (
              title
            )}{' '}
            first
          </li>
        ))}
        {requirements.map((requirement) => (
          <li key={requirement}>{requirement}</li>
        ))}
      </ul>
    </CoursePart>
  );
}

export function CourseTeacher({ course }: { course: CourseDetail }) {
  const { id, name, bio, profileImageUrl, courseCount } = course.instructor;
  return (
    <CoursePart title="Who teaches it">
      <div className="course-teacher">
        <Avatar
          className="course-teacher-face"
          sources={avatarCandidates({ profileImageUrl, name, kind: 'user' })}
          name={name}
        />
        <div>
          <h3 className="t-s">
            <Link className="course-teacher-name" to={`/profile/${id}`}>
              {name}
            </Link>
          </h3>
          {courseCount > 1 && <p className="meta">{countOf(courseCount, 'course')} here</p>}
          {bio && <p className="course-bio">{bio}</p>}
          <AskLink about={{ type: 'course', id: course.id }} ownerId={id} label="Ask a question" />
        </div>
      </div>
    </CoursePart>
  );
}

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

export function CertificateValue({ course }: { course: CourseDetail }) {
  if (course.kind !== 'certification') return null;
  const { creditHours, validMonths, shortName } = course;
  return (
    <CoursePart title="What the certificate is worth">
      <p className="prose">
        It shows your name, the title of the course and a code. Any school can enter the code to see that the
        certificate is real and still valid.
      </p>
      <RunningOrder className="mt-4" label="Certificate facts">
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

export function CourseSkeleton() {
  return (
    <SkeletonGroup label="Loading the course">
      <Skeleton className="h-[clamp(26rem,39vw,34rem)] w-full" />
      <div className="wrap">
        <div className="course-two">
          <Skeleton className="course-buy h-60" />
          <div className="course-main">
            <Skeleton className="h-5 w-full" />
            <Skeleton className="mt-3 h-5 w-4/5" />
            <Skeleton className="mt-16 h-8 w-2/5" />
            <Skeleton className="mt-6 h-64 w-full" />
          </div>
        </div>
      </div>
    </SkeletonGroup>
  );
}
