// The results: grid, skeleton and pages.
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useNavigation, useNavigationType } from 'react-router';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { PosterSkeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { cx } from '#app/lib/cx.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import './catalogue.css';

/** Filters on the left (or in a sheet), results on the right. Old results stay, dimmed, until the new ones arrive. */
export function CatalogueColumns({ facets, children }: { facets: ReactNode; children: ReactNode }) {
  const { pathname } = useListAddress();
  const navigation = useNavigation();
  const isRenewing = navigation.location?.pathname === pathname;
  return (
    <div className="catalogue">
      {/* Only splits hydration into short steps. */}
      <div className="catalogue-facets">
        <Suspense>{facets}</Suspense>
      </div>
      <section
        className="catalogue-results"
        id="results"
        tabIndex={-1}
        aria-label="Results"
        aria-busy={isRenewing || undefined}
      >
        <h2 className="sr-only">Results</h2>
        <Suspense>{children}</Suspense>
      </section>
    </div>
  );
}

type CardGridProps = {
  /** A grid of PosterCards. */
  children: ReactNode;
  className?: string;
};

export function CardGrid({ children, className }: CardGridProps) {
  return <div className={cx('card-grid', className)}>{children}</div>;
}

/** A row of cards that scrolls sideways. */
export function CardRow({ title, children, more }: { title: string; children: ReactNode; more?: ReactNode }) {
  return (
    <section className="card-row" aria-label={title}>
      <div className="card-row-head">
        <h2 className="t-m">{title}</h2>
        {more}
      </div>
      <div className="card-row-cards">{children}</div>
    </section>
  );
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'];

export function GridSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label}>
      <div className="card-grid">
        {PLACES.map((place) => (
          <PosterSkeleton key={place} />
        ))}
      </div>
    </SkeletonGroup>
  );
}

type CataloguePagerProps = {
  page: number;
  pageSize: number;
  total: number;
  /** The cursor for the next page's link. */
  nextCursor?: string | null;
};

/** Links to the top of each page of results. */
export function CataloguePager({ page, pageSize, total, nextCursor }: CataloguePagerProps) {
  const { to } = useListAddress();
  useFocusOnResults(page);
  const pageTo = (number: number) => {
    const after = number === page + 1 ? (nextCursor ?? undefined) : undefined;
    return `${to({ page: number, after })}#results`;
  };
  // Counting stops at a limit, so there may be another page after it.
  const pageCount = Math.max(Math.ceil(total / pageSize), nextCursor ? page + 1 : 1);
  return (
    <Pagination
      className="mt-16"
      page={page}
      pageCount={pageCount}
      pageTo={pageTo}
      label="Pages of results"
    />
  );
}

/** For a page number beyond the last page. */
export function NoSuchPage({ page }: { page: number }) {
  const { to } = useListAddress();
  return (
    <EmptyState
      className="catalogue-empty"
      title={`Page ${page} doesn’t exist`}
      action={<ButtonLink to={to({ page: 1 })}>Go to the first page</ButtonLink>}
    >
      The list is shorter than that. It may have changed since your last visit.
    </EmptyState>
  );
}

/** Keyboard users continue from the first result after changing the page. */
function useFocusOnResults(page: number) {
  const type = useNavigationType();
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (type !== NavigationType.Pop) document.getElementById('results')?.focus({ preventScroll: true });
  }, [page, type]);
}
