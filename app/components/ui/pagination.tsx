// Pages of a list as real links: the page is in the URL, and it works without scripts.
import ArrowLeft from 'icon:arrow-left';
import ArrowRight from 'icon:arrow-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#app/lib/cx.ts';
import { ButtonLink } from './button.tsx';
import { pagerItems, type PageDistance } from './page-numbers.ts';

type PaginationProps = {
  page: number;
  pageCount: number;
  /** The address of a page. */
  pageTo: (page: number) => string;
  label?: string;
  className?: string;
};

/** Numbered, for the public catalogue. Renders nothing for a single page. */
export function Pagination({ page, pageCount, pageTo, label = 'Pages', className }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav className={cx('pager', className)} aria-label={label}>
      {page > 1 && (
        <PagerLink to={pageTo(page - 1)} label="Previous page" rel="prev">
          <ArrowLeft className="icon" aria-hidden="true" />
        </PagerLink>
      )}
      {pagerItems(page, pageCount).map((item) =>
        item.kind === 'gap' ? (
          <span
            key={item.key}
            className="pager-link pager-gap"
            data-instead-of={item.distance}
            aria-hidden="true"
          >
            …
          </span>
        ) : (
          <PagerLink
            key={item.number}
            to={pageTo(item.number)}
            label={`Page ${item.number}`}
            isCurrent={item.number === page}
            distance={item.distance}
          >
            {item.number}
          </PagerLink>
        ),
      )}
      {page < pageCount && (
        <PagerLink to={pageTo(page + 1)} label="Next page" rel="next">
          <ArrowRight className="icon" aria-hidden="true" />
        </PagerLink>
      )}
    </nav>
  );
}

type PagerLinkProps = {
  to: string;
  label: string;
  isCurrent?: boolean;
  distance?: PageDistance | undefined;
  rel?: string;
  children: ReactNode;
};

function PagerLink({ to, label, isCurrent, distance, rel, children }: PagerLinkProps) {
  return (
    <Link
      to={to}
      className="pager-link num"
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      data-distance={distance}
      rel={rel}
    >
      {children}
    </Link>
  );
}

type TablePagerProps = PaginationProps & {
  total: number;
  pageSize: number;
  /** The total as text, if it is not just the number. */
  totalText?: string;
};

/** “1 to 10 of 128”, Previous, Next: for tables. */
export function TablePager({
  page,
  pageCount,
  pageTo,
  total,
  pageSize,
  totalText = String(total),
  label = 'Pages',
  className,
}: TablePagerProps) {
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav
      className={cx('flex flex-wrap items-center justify-between gap-4 pt-4', className)}
      aria-label={label}
    >
      <span className="meta num">
        {first} to {last} of {totalText}
      </span>
      <span className="flex gap-3">
        {page > 1 && (
          <ButtonLink size="s" to={pageTo(page - 1)} rel="prev">
            Previous
          </ButtonLink>
        )}
        {page < pageCount && (
          <ButtonLink size="s" to={pageTo(page + 1)} rel="next">
            Next
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}
