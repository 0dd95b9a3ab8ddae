// Shown for a missing resource, course or seller, with a search.
import Search from 'icon:search';
import { isRouteErrorResponse, Link } from 'react-router';
import { PageError } from '#app/features/site/error-page.tsx';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import './catalogue.css';

type MissingItemProps = {
  /** The loader's error; anything but “not found” is shown as an error page. */
  error: unknown;
  /** “This resource isn’t available” */
  title: string;
  /** The page to search. */
  action: '/curriculum' | '/courses' | '/connect';
};

const SEARCHES = {
  '/curriculum': {
    label: 'Search the curriculum',
    placeholder: 'Plans, music, games, exams',
    all: 'See the whole curriculum',
  },
  '/courses': {
    label: 'Search the courses',
    placeholder: 'Anatomy, first class, musicality',
    all: 'See all courses',
  },
  '/connect': {
    label: 'Search instructors',
    placeholder: 'Rushing, turnout talks, boys in ballet',
    all: 'See all instructors',
  },
};

export function MissingItem({ error, title, action }: MissingItemProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <PageError error={error} />;
  const { label, placeholder, all } = SEARCHES[action];
  return (
    <div className="wrap section grid items-center gap-10 md:grid-cols-[7fr_5fr]">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div>
        <h1 className="t-l">{title}</h1>
        <p className="lead mt-5 max-w-measure">
          It may have been taken off sale, or the address may be mistyped. Try a search for something similar.
        </p>
        {/* A plain form that works without scripts. */}
        <form
          className="mt-8 flex max-w-measure flex-wrap gap-3"
          role="search"
          aria-label={label}
          action={action}
        >
          <div className="search search-box flex-1 basis-72">
            <Search className="icon" aria-hidden="true" />
            <input className="input" name="q" aria-label={label} placeholder={placeholder} maxLength={200} />
          </div>
          <button className="btn btn-primary" type="submit">
            Search
          </button>
        </form>
        <p className="mt-5">
          <Link className="link" to={action}>
            {all}
          </Link>
        </p>
      </div>
      <CoverArt
        className="max-w-80 border-b border-ink md:ml-auto"
        subject="site-empty"
        shape="square"
        sizes="20rem"
      />
    </div>
  );
}
