// The front page below the fold: courses, shelves, styles, how it works, the certificate, the membership.
import { Link } from 'react-router';
import { styleCoverSubject } from '#shared/features/cover/cover.rules.ts';
import { isPublicPage } from '#shared/public-pages.ts';
import { HomeCourses } from './home-courses.tsx';
import type { HomeData } from './home-data.ts';
import { HomeShelf } from './home-shelf.tsx';
import { CoverArt } from './site-art.tsx';

export default function HomeMore({ school }: { school: HomeData | null }) {
  return (
    <>
      <HomeCourses courses={school?.courses ?? []} />
      <HomeShelf
        title="Picked by our curriculum team"
        moreTo="/curriculum"
        more="See everything"
        items={school?.featured ?? []}
      />
      <Styles names={school?.styles ?? []} />
      <HomeShelf
        title="New on the shelf"
        moreTo="/curriculum?sort=newest"
        more="See what is new"
        items={school?.newest ?? []}
      />
      <HowItWorks />
      <Certificate />
      <Membership />
    </>
  );
}

const STYLES_DRAWN = ['Ballet', 'Hip Hop', 'Tap', 'Latin', 'Folk', 'Swing'];

function Styles({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <section className="wrap section home-part">
      <h2 className="head t-m">Whatever you teach</h2>
      {/* For the mouse: the names below lead to the same places, and are all a keyboard needs to pass. */}
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
  ['Find it', 'Search by style, age and level, or type what you have in mind. Spelling is forgiven.'],
  ['Look inside', 'Turn the first pages, hear the first bars, read what other teachers say.'],
  ['Take it to class', 'What is free is yours at a press. It stays in your account, on every device.'],
  ['Say how it went', 'A few words from your studio help the next teacher, and the one who made it.'],
] as const;

function HowItWorks() {
  return (
    <section className="wrap section home-part">
      <h2 className="head t-m">How it works</h2>
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
  ['Show it', 'to people who teach'],
  ['Carry it', 'with a code anyone can check'],
] as const;

function Certificate() {
  return (
    <section className="wrap home-path">
      <CoverArt subject="site-path" shape="square" sizes="(width < 56.25rem) 92vw, 36rem" />
      <div>
        <h2 className="t-l">A certificate that says what you can do</h2>
        <p className="lead">
          Each module ends in a class you teach and we watch. Pass the last and the certificate is yours, with
          a code that any school can check.
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
      </div>
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
