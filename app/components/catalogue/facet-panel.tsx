// The filter column: one GET form. Without scripts its button submits it; with scripts each change updates the
// address at once. On a phone the same form is a popover sheet.
import './catalogue.css';
import './facets.css';
import X from 'icon:x';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSheetDialog } from '#app/components/ui/sheet-dialog.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import { formatCount } from '#shared/numbers.ts';
import { type FacetGroup, type FacetOption, visibleOptions } from './facets.ts';
import { useOptimisticValue } from './use-optimistic-value.ts';

/** Ids of the phone's sheet and of the form, which the sort menu belongs to. */
export const FACET_SHEET_ID = 'filters';
export const FACET_FORM_ID = 'filter-form';

type FacetPanelProps = {
  groups: readonly FacetGroup[];
  /** Label of the button that closes the sheet: “Show 39 resources”. */
  showText: string;
  /** More fields for the same form, below the groups, and the parameters they set. */
  fields?: ReactNode;
  fieldNames?: readonly string[];
};

export function FacetPanel({ groups, showText, fields, fieldNames = [] }: FacetPanelProps) {
  const { pathname, search, hiddenFields, change } = useFacetForm(groups, fieldNames);
  const sheet = useSheetDialog('Filters');
  return (
    <section className="facets" id={FACET_SHEET_ID} popover="auto" aria-label="Filters" {...sheet}>
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
        {hiddenFields.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {groups.map((group) => (
          // A new search resets the options on screen.
          <FacetFieldset key={`${group.name} ${search}`} group={group} />
        ))}
        {fields}
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

/** Reads the form itself, so two boxes ticked in quick succession both count. */
function useFacetForm(groups: readonly FacetGroup[], fieldNames: readonly string[]) {
  const { params, pathname } = useListAddress();
  const navigate = useNavigate();
  const own = new Set([...groups.map(({ name }) => name), ...fieldNames, 'sort', 'page', 'after']);
  const change = (event: FormEvent<HTMLFormElement>) => {
    const search = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value !== '') search.append(name, value);
    }
    void navigate({ pathname, search: search.toString() }, { preventScrollReset: true });
  };
  const search = params.get('q') ?? '';
  return {
    pathname,
    search,
    hiddenFields: [...params].filter(([name, value]) => value !== '' && !own.has(name)),
    change,
  };
}

const SHOWN_AT_ONCE = 8;

export function FacetFieldset({ group }: { group: FacetGroup }) {
  const { label, chosen, anyLabel, isFolded } = group;
  const [isOpen, setOpen] = useState(chosen.length > 0);
  // Options stay visible while choosing, so nothing moves under the finger.
  const [shown, setShown] = useState<readonly string[]>([]);
  const options = visibleOptions(group, shown);
  const fresh = options.filter(({ value }) => !shown.includes(value));
  if (fresh.length > 0) setShown([...shown, ...fresh.map(({ value }) => value)]);
  if (options.length === 0) return null;
  const asked = { ...group, options };
  const choices = anyLabel ? <Radios group={asked} anyLabel={anyLabel} /> : <Boxes group={asked} />;
  if (!isFolded) {
    return (
      <fieldset className="facet">
        <legend className="label">{label}</legend>
        {choices}
      </fieldset>
    );
  }
  return (
    <details className="facet" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="label">{label}</summary>
      <fieldset>
        <legend className="sr-only">{label}</legend>
        {choices}
      </fieldset>
    </details>
  );
}

function Boxes({ group: { name, options, chosen } }: { group: FacetGroup }) {
  const box = (option: FacetOption) => (
    <Box key={option.value} name={name} option={option} isChosen={chosen.includes(option.value)} />
  );
  // Don't hide just one or two.
  if (options.length <= SHOWN_AT_ONCE + 2) return options.map(box);
  const rest = options.slice(SHOWN_AT_ONCE);
  return (
    <>
      {options.slice(0, SHOWN_AT_ONCE).map(box)}
      <More total={options.length} isNeeded={rest.some(({ value }) => chosen.includes(value))}>
        {rest.map(box)}
      </More>
    </>
  );
}

type MoreProps = { total: number; isNeeded: boolean; children: ReactNode };

/** Stays open, so an unticked box doesn't vanish. */
function More({ total, isNeeded, children }: MoreProps) {
  const [isOpen, setOpen] = useState(isNeeded);
  return (
    <details className="facet-more" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{isOpen ? 'Show fewer' : `Show all ${total}`}</summary>
      {children}
    </details>
  );
}

type BoxProps = { name: string; option: FacetOption; isChosen: boolean };

function Box({ name, option, isChosen }: BoxProps) {
  const [isTicked, setTicked] = useOptimisticValue(isChosen);
  return (
    <label className="check">
      <input
        type="checkbox"
        className="box"
        name={name}
        value={option.value}
        checked={isTicked}
        onChange={(event) => setTicked(event.target.checked)}
      />
      <OptionText option={option} />
    </label>
  );
}

function Radios({ group, anyLabel }: { group: FacetGroup; anyLabel: string }) {
  const [shown, setShown] = useOptimisticValue(group.chosen[0] ?? '');
  return [{ value: '', label: anyLabel }, ...group.options].map((option: FacetOption) => (
    <label key={option.value} className="check">
      <input
        type="radio"
        className="box"
        name={group.name}
        value={option.value}
        checked={shown === option.value}
        onChange={() => setShown(option.value)}
      />
      <OptionText option={option} />
    </label>
  ));
}

function OptionText({ option: { label, count } }: { option: FacetOption }) {
  return (
    <>
      <span className="min-w-0">{label}</span>
      {count !== undefined && (
        <span className="check-count num">
          <span className="sr-only">, </span>
          {formatCount(count)}
        </span>
      )}
    </>
  );
}
