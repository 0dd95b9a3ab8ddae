// The bar above the results: count, filter chips and sort menu.
import SlidersHorizontal from 'icon:sliders-horizontal';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { RemoveChip } from '#app/components/ui/chip.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { useListAddress } from '#app/lib/list-address.ts';
import { FACET_FORM_ID, FACET_SHEET_ID } from './facet-panel.tsx';
import type { FilterChip } from './facets.ts';

type ResultBarProps = {
  /** “39 resources”; read aloud when it changes. */
  count: string;
  chips: readonly FilterChip[];
  /** The address without any filter. */
  clearTo: string;
  sort: SortMenuProps;
};

export function ResultBar({ count, chips, clearTo, sort }: ResultBarProps) {
  return (
    <div className="result-bar">
      <output className="result-count num">{count}</output>
      <button type="button" className="chip facets-open" popoverTarget={FACET_SHEET_ID}>
        <SlidersHorizontal className="icon" aria-hidden="true" />
        Filters{chips.length > 0 && `, ${chips.length}`}
      </button>
      <Chips chips={chips} clearTo={clearTo} />
      <SortMenu {...sort} />
    </div>
  );
}

function Chips({ chips, clearTo }: Pick<ResultBarProps, 'chips' | 'clearTo'>) {
  const list = useRef<HTMLUListElement>(null);
  const keys = chips.map(({ key }) => key).join('\n');
  const pressed = useRef<{ at: number; keys: string } | null>(null);
  useEffect(() => {
    // The pressed chip is gone, so focus moves to its neighbor or to the results.
    if (!pressed.current || pressed.current.keys === keys) return;
    const neighbour = Math.min(pressed.current.at, chips.length - 1);
    const next = list.current?.querySelectorAll('a')[neighbour] ?? document.getElementById('results');
    next?.focus({ preventScroll: true });
    pressed.current = null;
  }, [keys, chips.length]);
  if (chips.length === 0) return null;
  return (
    <>
      <ul className="result-chips" aria-label="Chosen filters" ref={list}>
        {chips.map(({ key, label, to }, at) => (
          <li key={key} onClickCapture={() => (pressed.current = { at, keys })}>
            <RemoveChip to={to}>{label}</RemoveChip>
          </li>
        ))}
      </ul>
      <ButtonLink
        variant="quiet"
        size="s"
        to={clearTo}
        preventScrollReset
        onClick={() => (pressed.current = { at: 0, keys })}
      >
        Clear<span className="sr-only"> all filters</span>
      </ButtonLink>
    </>
  );
}

export type SortMenuProps = {
  /** The first is the default and has no parameter. */
  options: readonly { value: string; label: string }[];
  value: string;
};

/** Part of the filter form, so both are submitted together without scripts. */
export function SortMenu({ options, value }: SortMenuProps) {
  const { to } = useListAddress();
  const navigate = useNavigate();
  const [usual] = options;
  const shown = options.map((option) => (option === usual ? { ...option, value: '' } : option));
  return (
    <div className="sort-menu">
      <Select
        aria-label="Sort by"
        name="sort"
        form={FACET_FORM_ID}
        options={shown}
        value={value === usual?.value ? '' : value}
        onChange={(event) => void navigate(to({ sort: event.target.value }), { preventScrollReset: true })}
      />
      <noscript>
        <button className="btn btn-second btn-s" type="submit" form={FACET_FORM_ID}>
          Sort
        </button>
      </noscript>
    </div>
  );
}
