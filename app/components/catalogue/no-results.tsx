// No results: what to try next. Also the note about a corrected search.
import { Link } from 'react-router';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { useListAddress } from '#app/lib/list-address.ts';
import type { FilterChip } from './facets.ts';

type NoResultsProps = {
  /** “resources” */
  noun: string;
  search?: string;
  chips: readonly FilterChip[];
  clearTo: string;
  /** Links to popular styles. */
  elsewhere: readonly { label: string; to: string }[];
};

export function NoResults({ noun, search, chips, clearTo, elsewhere }: NoResultsProps) {
  return (
    <EmptyState
      title={search ? `No ${noun} for “${search}”` : `No ${noun} match your filters`}
      className="catalogue-empty"
      action={
        <div className="grid gap-6">
          {chips.length > 0 && (
            <Ways title="Remove a filter" ways={chips} last={{ label: 'All filters', to: clearTo }} />
          )}
          {search && <ShorterSearches search={search} />}
          <Ways title="Or browse" ways={elsewhere.map((way) => ({ ...way, key: way.to }))} />
        </div>
      }
    >
      {hintFor(search !== undefined, chips.length > 0)}
    </EmptyState>
  );
}

function hintFor(hasSearch: boolean, hasFilters: boolean): string {
  if (hasSearch && hasFilters) return 'Try fewer filters, fewer words or a different spelling.';
  if (hasSearch) return 'Try fewer words or a different spelling.';
  return 'Remove a filter to see more results.';
}

function ShorterSearches({ search }: { search: string }) {
  const { to } = useListAddress();
  const fewer = shorterSearches(search);
  if (fewer.length === 0) return null;
  const ways = fewer.map((text) => ({ key: text, label: text, to: to({ q: text }) }));
  return <Ways title="Search for one word" ways={ways} />;
}

/** Each word of a short search, longest first. */
export function shorterSearches(search: string): string[] {
  const single = [...new Set(search.split(/\s+/).filter((word) => word.length > 2))];
  return single.length > 1 ? single.toSorted((a, b) => b.length - a.length).slice(0, 3) : [];
}

type WaysProps = {
  title: string;
  ways: readonly FilterChip[];
  last?: { label: string; to: string };
};

function Ways({ title, ways, last }: WaysProps) {
  return (
    <div>
      <p className="label">{title}</p>
      <ul className="result-chips mt-2" aria-label={title}>
        {ways.slice(0, 6).map(({ key, label, to }) => (
          <li key={key}>
            <Link className="chip" to={to}>
              {label}
            </Link>
          </li>
        ))}
        {last && ways.length > 1 && (
          <li>
            <Link className="chip" to={last.to}>
              {last.label}
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}

/** Explains that the results are for a corrected search. */
export function CorrectedNote({ typed, searched }: { typed: string; searched: string }) {
  const { to } = useListAddress({ isTyped: true });
  return (
    <p className="corrected">
      No results for “{typed}”. Showing results for{' '}
      <Link className="link" to={to({ q: searched })} preventScrollReset>
        {searched}
      </Link>
      .
    </p>
  );
}
