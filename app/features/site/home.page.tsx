// The home page. Courses and resources come from the catalogue; sections without content are left out.
import { lazy, Suspense } from 'react';
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaArgs } from 'react-router';
import { Link, useLoaderData } from 'react-router';
import { pageContext } from '#shared/page-context.ts';
import { isPublicPage } from '#shared/public-pages.ts';
import { createApiClient } from '#app/lib/api-client.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { isUnavailable, orUnavailable, queryClientForHere } from '#app/lib/query.ts';
import { rootDataOf, useRootData } from '#app/lib/root-data.ts';
import { useUser } from '#app/lib/user.api.ts';
import { loadHomeData, type HeroPoster, type HomeData } from './home-data.ts';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import './home.css';
import { LAZY_IMAGE_MARGIN_PX } from '#shared/images.ts';

const LOWER_PARTS = 'lower-parts';
const loadMore = () => import('./home-more.tsx');
/** Keeps the script of the first screen small: the lower part loads on demand. */
const HomeMore = lazy(async () => {
  await loadOnDemand(LOWER_PARTS);
  return loadMore();
});

/** Null when loading fails: the page works without. A 503 is passed on. */
export async function loader({ context }: LoaderFunctionArgs): Promise<HomeData | null> {
  return loadHomeData(createApiClient(context.get(pageContext).fetchApi)).catch((error: unknown) =>
    isUnavailable(error) ? orUnavailable(error) : null,
  );
}

/** Fetched once per tab, so that Back is instant. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const queryFn = () => serverLoader<typeof loader>();
  const cached = queryClientForHere().fetchQuery({ queryKey: ['home'], queryFn });
  const [home] = await Promise.all([cached.catch(() => null), loadMore()]);
  return home;
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
  const home = useLoaderData<typeof loader>();
  return (
    <>
      <Hero posters={home?.hero ?? []} />
      <Areas counts={home?.counts ?? {}} />
      <div id={LOWER_PARTS}>
        <Suspense>
          <HomeMore home={home} />
        </Suspense>
      </div>
    </>
  );
}

/** The first two that are public become buttons. */
const FIRST_STEPS = [
  ['Get Started', '/register'],
  ['Browse the curriculum', '/curriculum'],
  ['About us', '/about'],
] as const;

/** Loaded for signed-in visitors only. */
const ContinueButton = lazy(() => import('#app/features/learning/continue-button.tsx'));

function Hero({ posters }: { posters: readonly HeroPoster[] }) {
  const { tagline } = useRootData();
  const user = useUser();
  const steps = FIRST_STEPS.filter(([, to]) => isPublicPage(to)).slice(0, 2);
  return (
    <section className="home-hero">
      <CoverArt className="home-sweep" subject="site-hero-sweep" shape="sweep" sizes="46rem" />
      <div className="wrap">
        <div className="home-intro">
          <h1 className="t-xl">Every dancer remembers a teacher.</h1>
          <p className="lead">{tagline}</p>
          <div>
            {steps.map(([label, to], at) =>
              user && to === '/register' ? (
                <Suspense key={to}>
                  <ContinueButton />
                </Suspense>
              ) : (
                <Link key={to} className={`btn btn-l btn-${at ? 'second' : 'primary'}`} to={to}>
                  {label}
                </Link>
              ),
            )}
          </div>
        </div>
        <div className="home-wall">
          {WALL.map((art, at) => (
            <WallPoster key={art.subject} art={art} poster={posters[at]} isFirst={at === 0} />
          ))}
        </div>
      </div>
    </section>
  );
}

const SMALL = { shape: 'square', sizes: '(width < 56.25rem) 45vw, 17rem' } as const;
const WALL = [
  { subject: 'site-wall-ballet', shape: 'stage', sizes: '(width < 56.25rem) 92vw, 34rem' },
  { subject: 'site-wall-contemporary', ...SMALL },
  { subject: 'site-wall-latin', ...SMALL },
] as const;

type WallPosterProps = { art: (typeof WALL)[number]; poster: HeroPoster | undefined; isFirst: boolean };

/** What the school teaches, sells and books; on a site with nothing to show yet, only pictures. */
function WallPoster({ art, poster, isFirst }: WallPosterProps) {
  if (!poster) return <CoverArt {...art} isFirst={isFirst} />;
  const { to, title, note, cover } = poster;
  return (
    <Link to={to}>
      {typeof cover === 'string' ? (
        <CoverArt {...art} subject={cover} isFirst={isFirst} />
      ) : (
        <img {...cover} sizes={art.sizes} alt="" loading="lazy" />
      )}
      <strong>{title}</strong>
      <span>{note}</span>
    </Link>
  );
}

const AREAS = [
  [
    'Certification',
    '/courses',
    'Courses built on real classes, graded by teachers, with a certificate any school can verify.',
  ],
  [
    'Curriculum',
    '/curriculum',
    'Lesson plans, music cuts, warm-ups and whole terms, written and sold by teachers who have used them.',
  ],
  [
    'Connect',
    '/connect',
    'Book an hour with a teacher who has solved the problem you’re stuck on. Online, in your time zone.',
  ],
] as const;

function Areas({ counts }: Pick<HomeData, 'counts'>) {
  return (
    <ul className="wrap home-areas">
      {AREAS.map(([name, to, text]) => (
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

const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'popstate'];

/**
 * Resolves once the visitor does something or the part is about to scroll into view; at once on the server, and where
 * the part isn't on the page yet.
 */
function loadOnDemand(partId: string): Promise<void> {
  const part = typeof document === 'undefined' ? null : document.getElementById(partId);
  if (!part) return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && wake(),
      {
        rootMargin: `${LAZY_IMAGE_MARGIN_PX}px`,
      },
    );
    function wake() {
      observer.disconnect();
      for (const event of ACTIVITY) removeEventListener(event, wake);
      resolve();
    }
    for (const event of ACTIVITY) addEventListener(event, wake, { passive: true });
    observer.observe(part);
  });
}
