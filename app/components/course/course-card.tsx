// The card of a course.
import type { ReactNode } from 'react';
import { MemberPrice } from '#app/components/membership/member-price.tsx';
import { PosterCard } from '#app/components/ui/poster-card.tsx';
import type { CourseCard } from '#app/features/course/course.api.ts';
import { courseLabel, describeCard } from '#shared/features/course/course.rules.ts';

type ShownCourse = Pick<
  CourseCard,
  | 'id'
  | 'kind'
  | 'title'
  | 'price'
  | 'imageUrl'
  | 'thumbnailUrl'
  | 'instructor'
  | 'rating'
  | 'reviewCount'
  | 'lessonCount'
  | 'minutes'
>;

type CoursePosterProps = {
  course: ShownCourse;
  /** How wide it is shown, as the `sizes` of an image. */
  sizes: string;
  headingLevel?: 2 | 3;
  isEager?: boolean;
  /** The cart button, passed in by pages. */
  action?: ReactNode;
};

export function CoursePoster({ course, sizes, headingLevel, isEager, action }: CoursePosterProps) {
  const { id, title, price, imageUrl, thumbnailUrl, instructor, rating, reviewCount } = course;
  const facts = describeCard(course);
  return (
    <PosterCard
      to={`/courses/${id}`}
      title={title}
      cover={{ src: imageUrl, srcSet: `${thumbnailUrl} 320w, ${imageUrl} 640w`, sizes }}
      tag={courseLabel(course)}
      who={
        <>
          {instructor.name}
          {facts && <span className="block">{facts}</span>}
        </>
      }
      price={<MemberPrice kind="course" price={price} />}
      {...(rating !== null && { rating: { value: rating.toFixed(1), count: reviewCount } })}
      action={action}
      headingLevel={headingLevel}
      isEager={isEager}
    />
  );
}
