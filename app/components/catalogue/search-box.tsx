// The catalogue's search field with suggestions: a WAI-ARIA combobox in a plain GET form.
import './catalogue.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ArrowRight from 'icon:arrow-right';
import Search from 'icon:search';
import X from 'icon:x';
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { cx } from '#app/lib/cx.ts';
import type { ContractOutput } from '#shared/contract.ts';
import type * as contract from '#shared/features/catalogue/catalogue.contract.ts';
import { suggestSearchesQuery } from './catalogue.api.ts';
import { useOptimisticValue } from './use-optimistic-value.ts';

type SearchBoxProps = {
  /** Read aloud, not shown: “Search the curriculum”. */
  label: string;
  placeholder: string;
  /** The results page: “/curriculum”. */
  action: string;
  /** Parameters a new search keeps. */
  hiddenFields?: readonly (readonly [name: string, value: string])[];
  /** The current search. */
  search?: string;
  /** Kinds of suggestions; [] for none, all by default. */
  suggest?: readonly Suggestion['kind'][];
  /** For a field the user just opened. */
  isFocused?: boolean;
  /** Called after a search or a suggestion was followed. */
  onGo?: () => void;
  className?: string;
};

export function SearchBox(props: SearchBoxProps) {
  const { label, placeholder, action, hiddenFields = [], isFocused, className } = props;
  const id = useId();
  const box = useCombobox(props);
  return (
    <form
      role="search"
      aria-label={label}
      className={cx('search search-box', className)}
      action={action}
      onSubmit={box.submit}
    >
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <Search className="icon" aria-hidden="true" />
      {hiddenFields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <input
        id={id}
        className="input"
        name="q"
        value={box.text}
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the user has just opened the search
        autoFocus={isFocused}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={box.isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={box.active >= 0 ? `${id}-${box.active}` : undefined}
        onChange={(event) => box.type(event.target.value)}
        onKeyDown={box.press}
        onFocus={box.open}
        onBlur={box.close}
      />
      {box.text !== '' && (
        <button type="button" className="icon-btn search-clear" aria-label="Clear search" onClick={box.clear}>
          <X size={18} aria-hidden="true" />
        </button>
      )}
      <div
        id={`${id}-list`}
        className="suggestions"
        role="listbox"
        aria-label="Suggestions"
        hidden={!box.isOpen}
      >
        {box.isOpen &&
          box.suggestions.map((suggestion, at) => (
            <Link
              key={`${suggestion.kind} ${suggestion.to}`}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === box.active}
              to={box.addressOf(suggestion)}
              // Keep focus in the field: its blur would close the list before the click counts.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => box.leave(suggestion)}
            >
              <SuggestionText suggestion={suggestion} />
            </Link>
          ))}
      </div>
    </form>
  );
}

const KINDS: Readonly<Record<Suggestion['kind'], string>> = {
  words: '',
  style: 'Style',
  resource: 'Resource',
  course: 'Course',
  seller: 'Seller',
  instructor: 'Instructor',
};

function SuggestionText({ suggestion: { kind, text } }: { suggestion: Suggestion }) {
  const Icon = kind === 'words' ? Search : ArrowRight;
  return (
    <>
      <Icon className="icon" aria-hidden="true" />
      <span className="min-w-0">{text}</span>
      {KINDS[kind] && <span className="small">{KINDS[kind]}</span>}
    </>
  );
}

/** State of the combobox: text, active suggestion and navigation. */
function useCombobox({ action, hiddenFields = [], search = '', suggest, onGo }: SearchBoxProps) {
  const navigate = useNavigate();
  // The address may change elsewhere: Back, a suggestion, a corrected search.
  const [text, setText] = useOptimisticValue(search);
  const [isWanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(isWanted ? text : '', suggest);
  const isOpen = isWanted && suggestions.length > 0;
  const chosen = isOpen ? suggestions[active] : undefined;

  const searchFor = (typed: string) => {
    const params = new URLSearchParams(hiddenFields.map(([name, value]) => [name, value]));
    if (typed.trim() !== '') params.set('q', typed.trim());
    return params.size > 0 ? `${action}?${params}` : action;
  };
  // Without the filters: together with them, a suggestion could find nothing.
  const addressOf = ({ kind, text: suggested, to }: Suggestion) =>
    kind === 'words' ? `${action}?${new URLSearchParams({ q: suggested })}` : to;
  const close = () => {
    setWanted(false);
    setActive(-1);
  };
  const leave = (suggestion?: Suggestion) => {
    close();
    if (suggestion) setText(suggestion.kind === 'words' ? suggestion.text : search);
    hideTouchKeyboard();
    onGo?.();
  };

  return {
    text,
    isOpen,
    suggestions,
    active: chosen ? active : -1,
    addressOf,
    leave,
    close,
    open: () => setWanted(true),
    type(typed: string) {
      setText(typed);
      setActive(-1);
      setWanted(true);
    },
    clear({ currentTarget }: SyntheticEvent<HTMLButtonElement>) {
      setText('');
      currentTarget.form?.querySelector<HTMLInputElement>('[role=combobox]')?.focus();
      if (search) void navigate(searchFor(''), { preventScrollReset: true });
    },
    press(event: KeyboardEvent) {
      if (event.key === 'Escape' && isOpen) {
        // Closes only the list, not a dialog around it.
        event.preventDefault();
        close();
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        setWanted(true);
        setActive(walk(active, event.key === 'ArrowDown' ? 1 : -1, suggestions.length));
      }
    },
    submit(event: SyntheticEvent) {
      event.preventDefault();
      leave(chosen);
      // On a results page the search stays on that page, such as a seller's.
      const preventScrollReset = !chosen && location.pathname === action;
      void navigate(chosen ? addressOf(chosen) : searchFor(text), { preventScrollReset });
    },
  };
}

/** Wraps around; -1 is the field itself. */
function walk(at: number, step: 1 | -1, count: number): number {
  const places = count + 1;
  return ((at + 1 + step + places) % places) - 1;
}

/** Hides the on-screen keyboard, which would cover the results. */
function hideTouchKeyboard(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && matchMedia('(pointer: coarse)').matches) focused.blur();
}

export type Suggestion = ContractOutput<typeof contract.suggestSearches>[number];

const TYPING_PAUSE_MS = 150;
const SHORTEST = 2;
const LONGEST = 100;
const FRESH_MS = 5 * 60_000;

export function useSuggestions(
  typed: string,
  kinds: readonly Suggestion['kind'][] | undefined,
): Suggestion[] {
  const search = typed.trim().slice(0, LONGEST).toWellFormed();
  const q = usePaused(search);
  const isWorthAsking = q.length >= SHORTEST;
  const { data } = useQuery({
    ...suggestSearchesQuery(q),
    enabled: isWorthAsking,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
  if (!isWorthAsking || search.length < SHORTEST || !data) return [];
  return kinds ? data.filter(({ kind }) => kinds.includes(kind)) : data;
}

function usePaused(search: string): string {
  const [paused, setPaused] = useState(search);
  useEffect(() => {
    const timer = setTimeout(setPaused, TYPING_PAUSE_MS, search);
    return () => clearTimeout(timer);
  }, [search]);
  return paused;
}
