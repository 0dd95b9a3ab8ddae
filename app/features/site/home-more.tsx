// The home page below the fold: courses, resources, styles, how it works, certificate, membership.
import { Link } from 'react-router';
import { styleCoverSubject } from '#shared/features/cover/cover.rules.ts';
import { isPublicPage } from '#shared/public-pages.ts';
import type { HomeData, HomePoster, HomeCourse, HomeInstructor } from './home-data.ts';
import { avatarCandidates } from '#shared/avatar.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import { PosterCard } from '#app/components/ui/poster-card.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';

export default function HomeMore({ home }: { home: HomeData | null }) {
  return (
    <>
      <HomeCourses courses={home?.courses ?? []} />
      <HomeRow
        title="Picked by our curriculum team"
        moreTo="/curriculum"
        more="See everything"
        items={home?.featured ?? []}
      />
      <Styles names={home?.styles ?? []} />
      <HomeRow
        title="New in the store"
        moreTo="/curriculum?sort=newest"
        more="See what’s new"
        items={home?.newest ?? []}
      />
      <HowItWorks />
      <Certificate />
      <Instructors instructors={home?.instructors ?? []} />
      <Membership />
    </>
  );
}

const STYLES_DRAWN = ['Ballet', 'Hip Hop', 'Tap', 'Latin', 'Folk', 'Swing'];

function Styles({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <section className="wrap section home-part">
      <HomeHead title="Whatever you teach" moreTo="/curriculum" more="All styles" />
      {/* Mouse only: the names below link to the same pages, so a keyboard doesn't have to pass both. */}
      <div className="home-tape">
        {STYLES_DRAWN.filter((style) => names.includes(style)).map((style) => (
          <Link key={style} to={curriculumOf(style)} tabIndex={-1} aria-hidden="true">
            <CoverArt
              subject={styleCoverSubject(style)}
              shape="square"
              sizes="(width < 56.25rem) 30vw, 13rem"
            />
          </Link>
        ))}
      </div>
      <ul className="home-index">
        {names.map((style) => (
          <li key={style}>
            <Link to={curriculumOf(style)}>{style}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function curriculumOf(style: string): string {
  return `/curriculum?${new URLSearchParams({ style })}`;
}

const WAYS = [
  ['Find it', 'Search by style, age and level, or describe what you need. Typos are fine.'],
  ['Look inside', 'Preview the first pages, listen to the first bars and read reviews from other teachers.'],
  [
    'Take it to class',
    'Free resources are yours with one click. Everything stays in your account, on every device.',
  ],
  ['Leave a review', 'A few words from your studio help the next teacher, and the author too.'],
] as const;

function HowItWorks() {
  return (
    <section className="wrap section home-part">
      <HomeHead title="How it works" moreTo="/help" more="All help articles" />
      <ol className="home-ways">
        {WAYS.map(([name, text]) => (
          <li key={name}>
            <h3 className="t-s">{name}</h3>
            <p className="meta">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const STEPS = [
  ['Learn', 'in your own time'],
  ['Try it', 'in your own classes'],
  ['Show it', 'to experienced teachers'],
  ['Prove it', 'with a code anyone can check'],
] as const;

function Certificate() {
  return (
    <section className="wrap home-path">
      <CoverArt subject="site-path" shape="square" sizes="(width < 56.25rem) 92vw, 36rem" />
      <div>
        <h2 className="t-l">A certificate that says what you can do</h2>
        <p className="lead">
          Each module ends with a class you teach while we watch. Pass the last one and you get a certificate
          with a code that any school can check.
        </p>
        <ol className="order">
          {STEPS.map(([step, how]) => (
            <li key={step}>
              <span>{step}</span>
              <span className="order-dots" />
              <span className="order-figure">{how}</span>
            </li>
          ))}
        </ol>
        <Link className="btn btn-primary" to="/courses">
          See the certifications
        </Link>
      </div>
    </section>
  );
}

/** Without times: this page is the same for everyone, and a time is only right in its reader's zone. */
function Instructors({ instructors }: { instructors: readonly HomeInstructor[] }) {
  if (instructors.length === 0) return null;
  return (
    <section className="wrap section home-part">
      <HomeHead title="Free this week on Connect" moreTo="/connect" more="All instructors" />
      <ul className="home-row home-people">
        {instructors.map(({ id, name, profileImageUrl, styles, price }) => (
          <li key={id}>
            <Avatar sources={avatarCandidates({ profileImageUrl, name, kind: 'user' })} name={name} />
            <h3 className="t-s">
              <Link to={`/instructors/${id}`}>{name}</Link>
            </h3>
            <p className="meta">{styles}</p>
            {price && <p className="meta num">{price}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Membership() {
  return (
    <section className="home-join" data-theme="light">
      <div className="wrap">
        <h2 className="t-l">One membership, the whole studio bag</h2>
        <p>
          Material for Monday, training for the years ahead and people to ask, for one teacher or a whole
          school.
        </p>
        {isPublicPage('/subscription') && (
          <Link className="btn btn-l" to="/subscription">
            Compare plans
          </Link>
        )}
        <CoverArt subject="site-join" shape="rise" sizes="26rem" />
      </div>
    </section>
  );
}

type HomeRowProps = { title: string; moreTo: string; more: string; items: readonly HomePoster[] };

function HomeRow({ title, moreTo, more, items }: HomeRowProps) {
  if (items.length === 0) return null;
  return (
    <section className="wrap section home-part">
      <HomeHead title={title} moreTo={moreTo} more={more} />
      <div className="home-row">
        {items.map((item) => (
          <PosterCard key={item.to} {...item} />
        ))}
      </div>
    </section>
  );
}

function HomeHead({ title, moreTo, more }: Omit<HomeRowProps, 'items'>) {
  return (
    <div className="head">
      <h2 className="t-m">{title}</h2>
      <Link className="link meta" to={moreTo}>
        {more}
      </Link>
    </div>
  );
}

function HomeCourses({ courses }: { courses: readonly HomeCourse[] }) {
  const [lead, ...others] = courses;
  if (!lead) return null;
  return (
    <section className="wrap section home-part">
      <HomeHead title="Learn to teach it" moreTo="/courses" more="See all courses" />
      <div className="home-courses" data-alone={others.length === 0 || undefined}>
        <Course course={lead} isLead />
        <div>
          {others.map((course) => (
            <Course key={course.id} course={course} />
          ))}
        </div>
      </div>
    </section>
  );
}

function Course({ course, isLead }: { course: HomeCourse; isLead?: boolean }) {
  return (
    <article className={isLead ? 'poster home-lead' : 'poster home-small'}>
      <LazyImage {...course.cover} alt="" />
      <div>
        <h3 className="poster-title">
          <Link to={`/courses/${course.id}`}>{course.title}</Link>
        </h3>
        {isLead && course.tagline && <p className="lead">{course.tagline}</p>}
        <p className="poster-who">
          {course.who}
          <span className="block">{course.facts}</span>
        </p>
        <p className="poster-foot">
          <span className="poster-price">{course.price}</span>
        </p>
      </div>
    </article>
  );
}
