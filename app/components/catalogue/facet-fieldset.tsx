// One question of the filters: boxes to tick, or one of a few. A long list shows its first eight.
import { useState, type ReactNode } from 'react';
import { formatCount } from '#shared/figures.ts';
import { visibleOptions, type FacetGroup, type FacetOption } from './facets.ts';
import { useAtOnce } from './use-at-once.ts';

const SHOWN_AT_ONCE = 8;

export function FacetFieldset({ group }: { group: FacetGroup }) {
  const { label, chosen, anyLabel, isFolded } = group;
  const [isOpen, setOpen] = useState(chosen.length > 0);
  // What is shown stays while one chooses: nothing moves from under the finger.
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
  // One or two more are sooner shown than asked for.
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

/** Stays open once it is, so that a box unticked in it does not vanish from under the finger. */
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
  const [isTicked, setTicked] = useAtOnce(isChosen);
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
      <Words option={option} />
    </label>
  );
}

function Radios({ group, anyLabel }: { group: FacetGroup; anyLabel: string }) {
  const [shown, setShown] = useAtOnce(group.chosen[0] ?? '');
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
      <Words option={option} />
    </label>
  ));
}

function Words({ option: { label, count } }: { option: FacetOption }) {
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
