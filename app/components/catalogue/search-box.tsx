// The search line of a catalogue, with suggestions: a combobox as WAI-ARIA describes it, around a plain GET form.
import { Search, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { cx } from '#app/lib/cx.ts';
import { useSuggestions, type Suggestion } from './search-suggestions.ts';
import { useAtOnce } from './use-at-once.ts';
import './catalogue.css';

type SearchBoxProps = {
  /** Read aloud, not shown: “Search the curriculum”. */
  label: string;
  placeholder: string;
  /** The page that answers: “/curriculum”. */
  action: string;
  /** What of the address a new search keeps, as its parameters. */
  kept?: readonly (readonly [name: string, value: string])[];
  /** The words searched for now. */
  words?: string;
  /** Only these kinds are suggested; [] for none. */
  suggest?: readonly Suggestion['kind'][];
  isFocused?: boolean;
  onGo?: () => void;
  className?: string;
};

export function SearchBox(props: SearchBoxProps) {
  const { label, placeholder, action, kept = [], isFocused, className } = props;
  const id = useId();
  const box = useCombobox(props);
  return (
    <form role="search" className={cx('search search-box', className)} action={action} onSubmit={box.submit}>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <Search className="icon" aria-hidden="true" />
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <input
        ref={box.input}
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
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where someone has just asked to search
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
        <button
          type="button"
          className="icon-btn search-clear"
          aria-label="Clear the search"
          onClick={box.clear}
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
      <ul
        id={`${id}-list`}
        className="suggestions"
        role="listbox"
        aria-label="Suggestions"
        hidden={!box.isOpen}
      >
        {box.isOpen &&
          box.suggestions.map((suggestion, at) => (
            <li
              key={`${suggestion.kind} ${suggestion.to}`}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === box.active}
              // The line keeps the focus; a press is not lost to its blur.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => box.choose(suggestion)}
            >
              <SuggestionWords suggestion={suggestion} />
            </li>
          ))}
      </ul>
    </form>
  );
}

const KINDS: Readonly<Record<Suggestion['kind'], string>> = {
  words: '',
  style: 'Style',
  resource: 'Resource',
  course: 'Course',
  seller: 'Seller',
};

function SuggestionWords({ suggestion: { kind, text } }: { suggestion: Suggestion }) {
  return (
    <>
      <Search className="icon" aria-hidden="true" />
      <span className="min-w-0">{text}</span>
      {KINDS[kind] && <span className="small ml-auto">{KINDS[kind]}</span>}
    </>
  );
}

/** What is typed, which suggestion is walked to, and where each way of going leads. */
function useCombobox({ action, kept = [], words = '', suggest, onGo }: SearchBoxProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  // The address may change by another way than this line: Back, “Clear”, a corrected search.
  const [text, setText] = useAtOnce(words);
  const [isWanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(isWanted ? text : '', suggest);
  const isOpen = isWanted && suggestions.length > 0;

  const close = () => {
    setWanted(false);
    setActive(-1);
  };
  const go = (to: string) => {
    close();
    input.current?.blur();
    onGo?.();
    void navigate(to);
  };
  const search = (typed: string) => {
    const params = new URLSearchParams(kept.map(([name, value]) => [name, value]));
    if (typed.trim() !== '') params.set('q', typed.trim());
    go(params.size > 0 ? `${action}?${params}` : action);
  };
  const choose = ({ kind, text: chosen, to }: Suggestion) => {
    if (kind !== 'words') return go(to);
    setText(chosen);
    search(chosen);
  };
  const walk = (step: 1 | -1) => {
    const places = suggestions.length + 1;
    // One place stands for the line itself.
    setActive((at) => ((at + 1 + step + places) % places) - 1);
  };

  return {
    input,
    text,
    isOpen,
    active: isOpen && active < suggestions.length ? active : -1,
    suggestions,
    open: () => setWanted(true),
    close,
    choose,
    type(typed: string) {
      setText(typed);
      setActive(-1);
      setWanted(true);
    },
    clear() {
      setText('');
      input.current?.focus();
    },
    press(event: KeyboardEvent) {
      if (event.key === 'Escape' && isOpen) {
        event.preventDefault();
        event.stopPropagation();
        close();
      } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && suggestions.length > 0) {
        event.preventDefault();
        setWanted(true);
        walk(event.key === 'ArrowDown' ? 1 : -1);
      }
    },
    submit(event: { preventDefault: () => void }) {
      event.preventDefault();
      const chosen = isOpen ? suggestions[active] : undefined;
      if (chosen) choose(chosen);
      else search(text);
    },
  };
}
