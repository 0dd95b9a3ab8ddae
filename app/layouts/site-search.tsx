// Search from any page: a button of the header that unfolds a line under it. The line is a plain form which the browser
// opens and sends by itself; suggestions are fetched when someone reaches for the button.
import { lazy, Suspense, useState, type ToggleEvent } from 'react';
import { Glyph } from './glyph.tsx';

const ID = 'site-search';

const LINE = {
  label: 'Search',
  placeholder: 'Plans, music, games, exams',
  action: '/curriculum',
};

const loadSearchBox = async () => ({
  default: (await import('#app/components/catalogue/search-box.tsx')).SearchBox,
});

// Without suggestions the line still searches.
const SearchBox = lazy(() => loadSearchBox().catch(() => ({ default: PlainLine })));

export function SiteSearch() {
  const [isWanted, setWanted] = useState(false);
  const [typed, setTyped] = useState('');
  const prepare = () => void loadSearchBox().catch(() => {});
  const toggle = (event: ToggleEvent<HTMLDivElement>) => {
    const isOpen = event.newState === 'open';
    setWanted(isOpen);
    if (isOpen) event.currentTarget.querySelector<HTMLInputElement>('[name=q]')?.focus();
  };
  const plain = <PlainLine words={typed} onType={setTyped} />;
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
          {isWanted ? (
            <Suspense fallback={plain}>
              <SearchBox {...LINE} words={typed} isFocused onGo={close} />
            </Suspense>
          ) : (
            plain
          )}
        </div>
      </div>
    </>
  );
}

type PlainLineProps = { words?: string; onType?: (typed: string) => void };

function PlainLine({ words = '', onType }: PlainLineProps) {
  return (
    <form role="search" className="search" action={LINE.action}>
      <Glyph name="search" />
      <input
        className="input"
        name="q"
        defaultValue={words}
        maxLength={200}
        aria-label={LINE.label}
        placeholder={LINE.placeholder}
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
