// No results: what to try next. Also the note about a corrected search.
import { Link } from 'react-router';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { useListAddress } from '#app/lib/list-address.ts';
import type { FilterChip } from './facets.ts';

type NoResultsProps = {
  /** “resources” */
  things: string;
  words?: string;
  chips: readonly FilterChip[];
  clearTo: string;
  /** Links to popular styles. */
  elsewhere: readonly { label: string; to: string }[];
};

export function NoResults({ things, words, chips, clearTo, elsewhere }: NoResultsProps) {
  return (
    <EmptyState
      title={words ? `No ${things} for “${words}”` : `No ${things} match your filters`}
      className="catalogue-empty"
      action={
        <div className="grid gap-6">
          {chips.length > 0 && (
            <Ways title="Remove a filter" ways={chips} last={{ label: 'All filters', to: clearTo }} />
          )}
          {words && <WordsToTry words={words} />}
          <Ways title="Or browse" ways={elsewhere.map((way) => ({ ...way, key: way.to }))} />
        </div>
      }
    >
      {hintFor(words !== undefined, chips.length > 0)}
    </EmptyState>
  );
}

function hintFor(hasWords: boolean, hasFilters: boolean): string {
  if (hasWords && hasFilters) return 'Try fewer filters, fewer words or a different spelling.';
  if (hasWords) return 'Try fewer words or a different spelling.';
  return 'Take one of the filters away and there may be something for you.';
}

function WordsToTry({ words }: { words: string }) {
  const { to } = useListAddress();
  const fewer = fewerWords(words);
  if (fewer.length === 0) return null;
  const ways = fewer.map((text) => ({ key: text, label: text, to: to({ q: text }) }));
  return <Ways title="Search for less" ways={ways} />;
}

/** Each word of a short search, longest first. */
export function fewerWords(words: string): string[] {
  const single = [...new Set(words.split(/\s+/).filter((word) => word.length > 2))];
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
  const { to } = useListAddress();
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
