// The search in the header: a button that opens a search field. The field is a plain form that works without script;
// suggestions load when the pointer or the focus reaches the button.
import { lazy, Suspense, useState, type ToggleEvent } from 'react';
import { Glyph } from './glyph.tsx';

const ID = 'site-search';

const FIELD = {
  label: 'Search',
  placeholder: 'Plans, music, games, exams',
  action: '/curriculum',
};

const loadSearchBox = async () => ({
  default: (await import('#app/components/catalogue/search-box.tsx')).SearchBox,
});

// Without suggestions the field still works.
const SearchBox = lazy(() => loadSearchBox().catch(() => ({ default: PlainSearch })));

export function SiteSearch() {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const prepare = () => void loadSearchBox().catch(() => {});
  const toggle = (event: ToggleEvent<HTMLDivElement>) => {
    const isOpening = event.newState === 'open';
    setOpen(isOpening);
    if (isOpening) event.currentTarget.querySelector<HTMLInputElement>('[name=q]')?.focus();
  };
  const plain = <PlainSearch search={typed} onType={setTyped} />;
  return (
    <>
      <button
        type="button"
        className="icon-btn site-search-open"
        popoverTarget={ID}
        aria-label="Search"
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <Glyph name="search" />
      </button>
      <div className="site-search" id={ID} popover="auto" onToggle={toggle}>
        <div className="wrap">
          {isOpen ? (
            <Suspense fallback={plain}>
              <SearchBox {...FIELD} search={typed} isFocused onGo={close} />
            </Suspense>
          ) : (
            plain
          )}
        </div>
      </div>
    </>
  );
}

type PlainSearchProps = { search?: string; onType?: (typed: string) => void };

function PlainSearch({ search = '', onType }: PlainSearchProps) {
  return (
    <form role="search" className="search" action={FIELD.action}>
      <Glyph name="search" />
      <input
        className="input"
        name="q"
        defaultValue={search}
        maxLength={200}
        aria-label={FIELD.label}
        placeholder={FIELD.placeholder}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onType?.(event.target.value)}
      />
    </form>
  );
}

function close() {
  document.getElementById(ID)?.hidePopover();
}
