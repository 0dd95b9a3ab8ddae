// The parts of an instructor's page: video, about, what people come for, credentials and courses.
import BadgeCheck from 'icon:badge-check';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { paragraphsOf } from '#app/lib/plain-text.ts';
import { formatMonth } from '#shared/dates.ts';
import type { InstructorDetail } from '#shared/features/connect/connect.schema.ts';
import { isEmbeddable } from '#shared/video.ts';

type InstructorPartsProps = {
  instructor: InstructorDetail;
  /** The reviews, last. */
  children: ReactNode;
};

export function InstructorParts({ instructor, children }: InstructorPartsProps) {
  const { name, about, helpsWith, videoUrl, certificates, courses } = instructor;
  const first = name.split(' ')[0] ?? name;
  return (
    <div className="teacher-main">
      {isEmbeddable(videoUrl) && (
        <div className="teacher-part">
          <iframe
            className="teacher-video"
            src={videoUrl}
            title={`Video: meet ${first}`}
            loading="lazy"
            allow="fullscreen; picture-in-picture"
            // oxlint-disable-next-line react/iframe-missing-sandbox -- the player needs both, and it comes from another origin
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        </div>
      )}
      {about && (
        <section className="teacher-part prose">
          <h2 className="t-m">About {first}</h2>
          {paragraphsOf(about).map((paragraph, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- static text; two paragraphs may be identical
            <p key={at}>{paragraph}</p>
          ))}
        </section>
      )}
      {helpsWith.length > 0 && (
        <section className="teacher-part">
          <h2 className="t-m">People come to {first} for</h2>
          <ul className="teacher-lines">
            {helpsWith.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {certificates.length > 0 && (
        <section className="teacher-part">
          <h2 className="t-m">What {first} is certified in</h2>
          <RunningOrder>
            {certificates.map(({ courseId, courseTitle, expiresOn }) => (
              <OrderLine
                key={courseId}
                figure={expiresOn ? `until ${formatMonth(expiresOn)}` : 'no end date'}
              >
                <BadgeCheck className="icon inline text-sage" aria-hidden="true" />{' '}
                <Link className="link" to={`/courses/${courseId}`}>
                  {courseTitle}
                </Link>
              </OrderLine>
            ))}
          </RunningOrder>
          <p className="help mt-2">Only certificates that are valid today are shown.</p>
        </section>
      )}
      {courses.length > 0 && (
        <section className="teacher-part">
          <h2 className="t-m">Courses with {first}</h2>
          <ul className="teacher-lines">
            {courses.map(({ id, title }) => (
              <li key={id}>
                <Link className="link" to={`/courses/${id}`}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {children}
    </div>
  );
}
