// The front page: what the school is, in one walk along its wall. What it shows of courses and resources is real; a
// school that has none yet simply has a shorter wall.
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaArgs } from 'react-router';
import { Link, useLoaderData } from 'react-router';
import { styleCoverSubject } from '#shared/features/cover/cover.rules.ts';
import { pageContext } from '#shared/page-context.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { DANCE_STYLES, type DanceStyle } from '#shared/vocabulary.ts';
import { createApiClient } from '#app/lib/api-client.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { rootDataOf, useRootData } from '#app/lib/root-data.ts';
import { HomeCourses } from './home-courses.tsx';
import { HomeShelf } from './home-shelf.tsx';
import { readHome, type HomeData } from './home-data.ts';
import { CoverArt } from './site-art.tsx';
import './home.css';

/** Null where it could not be read: the page stands without. */
export async function loader({ context }: LoaderFunctionArgs): Promise<HomeData | null> {
  return readHome(createApiClient(context.get(pageContext).fetchApi)).catch(() => null);
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return serverLoader<typeof loader>().catch(() => null);
}

export function meta({ matches }: MetaArgs) {
  const { siteName, tagline, publicUrl, supportEmail } = rootDataOf(matches);
  return pageMeta(matches, {
    title: 'For people who teach dance',
    description: tagline,
    path: '/',
    jsonLd: { '@type': 'Organization', name: siteName, url: publicUrl, slogan: tagline, email: supportEmail },
  });
}

export default function HomePage() {
  const school = useLoaderData<typeof loader>();
  return (
    <>
      <Hero />
      <Acts counts={school?.counts ?? {}} />
      <HomeCourses courses={school?.courses ?? []} />
      <HomeShelf
        title="Picked by our curriculum team"
        moreTo="/curriculum"
        more="See everything"
        items={school?.featured ?? []}
      />
      <Styles />
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

/** Two ways on at most; while the school is being built there may be fewer. */
const FIRST_STEPS = [
  ['Get Started', '/register'],
  ['Browse the curriculum', '/curriculum'],
  ['What we do here', '/about'],
] as const;

function Hero() {
  const { tagline } = useRootData();
  const steps = FIRST_STEPS.filter(([, to]) => isBuilt(to)).slice(0, 2);
  return (
    <section className="home-hero">
      <CoverArt className="home-sweep" subject="site-hero-sweep" shape="sweep" sizes="46rem" />
      <div className="wrap">
        <div className="home-say">
          <h1 className="t-xl">Every dancer remembers a teacher.</h1>
          <p className="lead">{tagline}</p>
          <div>
            {steps.map(([label, to], at) => (
              <Link key={to} className={`btn btn-l btn-${at ? 'second' : 'primary'}`} to={to}>
                {label}
              </Link>
            ))}
          </div>
        </div>
        <div className="home-wall">
          <CoverArt subject="site-wall-ballet" shape="stage" sizes="(width < 56.25rem) 92vw, 34rem" isFirst />
          <CoverArt subject="site-wall-contemporary" shape="square" sizes="(width < 56.25rem) 45vw, 17rem" />
          <CoverArt subject="site-wall-latin" shape="square" sizes="(width < 56.25rem) 45vw, 17rem" />
        </div>
      </div>
    </section>
  );
}

const ACTS = [
  [
    'Certification',
    '/courses',
    'Courses built on real classes, marked by people, ending in a certificate any school can verify.',
  ],
  [
    'Curriculum',
    '/curriculum',
    'Lesson plans, music cuts, warm-ups and whole terms, written and sold by teachers who have used them.',
  ],
  [
    'Connect',
    '/connect',
    'Book an hour with someone who has solved the thing you are stuck on. Online, in your own time zone.',
  ],
] as const;

function Acts({ counts }: Pick<HomeData, 'counts'>) {
  return (
    <ul className="wrap home-acts">
      {ACTS.map(([name, to, text]) => (
        <li key={to}>
          <h2>{isBuilt(to) ? <Link to={to}>{name}</Link> : name}</h2>
          <p>{text}</p>
          {counts[to] && (
            <Link className="btn btn-second num" to={to}>
              {counts[to]} <span aria-hidden="true">→</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

const STYLES_DRAWN = ['Ballet', 'Hip Hop', 'Tap', 'Latin', 'Folk', 'Swing'] as const;

function Styles() {
  return (
    <section className="wrap section home-part">
      <h2 className="head t-m">Whatever you teach</h2>
      {/* For the mouse: the names below lead to the same places, and are all a keyboard needs to pass. */}
      <div className="home-tape">
        {STYLES_DRAWN.map((style) => (
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
        {DANCE_STYLES.map((style) => (
          <li key={style}>
            <Link to={curriculumOf(style)}>{style}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function curriculumOf(style: DanceStyle): string {
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
        {isBuilt('/subscription') && (
          <Link className="btn btn-l" to="/subscription">
            Compare plans
          </Link>
        )}
        <CoverArt subject="site-join" shape="rise" sizes="26rem" />
      </div>
    </section>
  );
}
