// The front page: what the school is, in one walk along its wall. What it shows of courses and resources is real; a
// school that has none yet simply has a shorter wall.
import { lazy, Suspense } from 'react';
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaArgs } from 'react-router';
import { Link, useLoaderData } from 'react-router';
import { pageContext } from '#shared/page-context.ts';
import { isPublicPage } from '#shared/public-pages.ts';
import { createApiClient } from '#app/lib/api-client.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { isUnavailable, orUnavailable, queryClientForHere } from '#app/lib/query.ts';
import { rootDataOf, useRootData } from '#app/lib/root-data.ts';
import { readHome, type HomeData } from './home-data.ts';
import { CoverArt } from './site-art.tsx';
import { untilWanted } from './until-wanted.ts';
import './home.css';

const LOWER_PARTS = 'lower-parts';
const loadMore = () => import('./home-more.tsx');
/** The first screen is awake with half the script; the rest when someone is there to see it. */
const HomeMore = lazy(async () => {
  await untilWanted(LOWER_PARTS);
  return loadMore();
});

/** Null where it could not be read: the page stands without. While the database is away, there is no page. */
export async function loader({ context }: LoaderFunctionArgs): Promise<HomeData | null> {
  return readHome(createApiClient(context.get(pageContext).fetchApi)).catch((error: unknown) =>
    isUnavailable(error) ? orUnavailable(error) : null,
  );
}

/** Read once in a tab, so that Back is there at once. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const queryFn = () => serverLoader<typeof loader>();
  const kept = queryClientForHere().fetchQuery({ queryKey: ['home'], queryFn });
  const [school] = await Promise.all([kept.catch(() => null), loadMore()]);
  return school;
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
      <div id={LOWER_PARTS}>
        <Suspense>
          <HomeMore school={school} />
        </Suspense>
      </div>
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
  const steps = FIRST_STEPS.filter(([, to]) => isPublicPage(to)).slice(0, 2);
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
          <h2>{isPublicPage(to) ? <Link to={to}>{name}</Link> : name}</h2>
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
