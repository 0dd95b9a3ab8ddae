// The column of filters. One GET form: without scripts it is sent by its button, with them each change goes into the
// address at once. On a phone the same form is a sheet that the browser opens by itself.
import { X } from 'lucide-react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { useListAddress } from '#app/lib/list-address.ts';
import { FacetFieldset } from './facet-fieldset.tsx';
import type { FacetGroup } from './facets.ts';
import './catalogue.css';
import './facets.css';

/** The sheet a phone opens, and the form that a sort menu outside it belongs to. */
export const FACET_SHEET_ID = 'filters';
export const FACET_FORM_ID = 'filter-form';

type FacetPanelProps = {
  groups: readonly FacetGroup[];
  /** What closing the sheet shows: “Show 39 resources”. */
  showText: string;
};

export function FacetPanel({ groups, showText }: FacetPanelProps) {
  const { pathname, words, kept, change } = useFacetForm(groups);
  return (
    <section className="facets" id={FACET_SHEET_ID} popover="auto" aria-label="Filters">
      <div className="facets-head">
        <h2 className="t-m">Filters</h2>
        <button
          type="button"
          className="icon-btn -mr-2"
          aria-label="Close"
          popoverTarget={FACET_SHEET_ID}
          popoverTargetAction="hide"
        >
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      <form id={FACET_FORM_ID} className="facets-form" action={pathname} onChange={change}>
        {kept.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {groups.map((group) => (
          // Other words, other things to choose from.
          <FacetFieldset key={`${group.name} ${words}`} group={group} />
        ))}
        <noscript>
          <button className="btn btn-primary btn-full mt-4" type="submit">
            Show results
          </button>
        </noscript>
      </form>
      <div className="facets-foot">
        <button
          type="button"
          className="btn btn-primary btn-full"
          popoverTarget={FACET_SHEET_ID}
          popoverTargetAction="hide"
        >
          {showText}
        </button>
      </div>
    </section>
  );
}

/** The form as it stands is the truth: two boxes ticked in quick succession both count. */
function useFacetForm(groups: readonly FacetGroup[]) {
  const { params, pathname } = useListAddress();
  const navigate = useNavigate();
  const own = new Set([...groups.map(({ name }) => name), 'sort', 'page', 'after']);
  const change = (event: FormEvent<HTMLFormElement>) => {
    const search = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value !== '') search.append(name, value);
    }
    void navigate({ pathname, search: search.toString() }, { preventScrollReset: true });
  };
  const words = params.get('q') ?? '';
  return {
    pathname,
    words,
    kept: [...params].filter(([name, value]) => value !== '' && !own.has(name)),
    change,
  };
}
