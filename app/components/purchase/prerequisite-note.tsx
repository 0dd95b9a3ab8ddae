// What has to be finished before the lessons of a course open: what it is, where, and how one gets it.
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Prerequisite } from '#shared/features/course/course.schema.ts';
import { formatMoney } from '#shared/money.ts';

type Needed = Pick<Prerequisite, 'id' | 'title' | 'price' | 'standing'>;

type PrerequisiteNoteProps<Course extends Needed> = {
  courses: readonly Course[];
  /** Who takes the course: the buyer, or the holders of several seats. */
  seats?: number;
  /** How what is for sale is added; without it, its price is named. */
  renderOffer?: (course: Course) => ReactNode;
  /** Called when a link leaves the drawer. */
  onFollow?: (() => void) | undefined;
};

export function PrerequisiteNote<Course extends Needed>(props: PrerequisiteNoteProps<Course>) {
  const { courses, seats = 1, renderOffer, onFollow } = props;
  if (courses.length === 0) return null;
  const having = (standing: Needed['standing']) => courses.filter((course) => course.standing === standing);
  const [free, inCart, forSale] = [having('free'), having('in-cart'), having('for-sale')];
  /** A single course was named a moment ago. */
  const named = (some: readonly Pick<Needed, 'title'>[]) => (courses.length === 1 ? 'It' : listOf(some));
  return (
    <>
      {seats > 1
        ? 'The lessons open for each teacher who has finished '
        : 'The lessons open once you’ve finished '}
      {courses.map((course, at) => (
        <Fragment key={course.id}>
          {at > 0 && (at === courses.length - 1 ? ' and ' : ', ')}
          <Link className="link" to={`/courses/${course.id}`} onClick={onFollow}>
            {course.title}
          </Link>
        </Fragment>
      ))}
      {'.'}
      {free.length > 0 &&
        ` ${named(free)} ${free.length === 1 ? 'is' : 'are'} free and ${comes(free)} with this course.`}
      {inCart.length > 0 && ` ${named(inCart)} ${inCart.length === 1 ? 'is' : 'are'} in your cart.`}
      {forSale.length > 0 &&
        !renderOffer &&
        ` ${forSale.map(({ title, price }) => `${named([{ title }])} costs ${formatMoney(price)}.`).join(' ')}`}
      {renderOffer && forSale.map((course) => <Fragment key={course.id}>{renderOffer(course)}</Fragment>)}
    </>
  );
}

const listOf = (courses: readonly Pick<Needed, 'title'>[]) =>
  new Intl.ListFormat('en-US').format(courses.map(({ title }) => `“${title}”`));

const comes = ({ length }: readonly Needed[]) => (length === 1 ? 'comes' : 'come');
