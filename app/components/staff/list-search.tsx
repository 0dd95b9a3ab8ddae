// The search line of a list: what is typed goes into the address, so that Back, reload and a sent link keep it.
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { SearchField } from '#app/components/ui/search-field.tsx';
import { listAddress, useListAddress, wordsOf } from '#app/lib/list-address.ts';

const TYPING_PAUSE_MS = 350;

export type ListSearchProps = {
  label: string;
  placeholder: string;
  /** What of the address a new search takes away. */
  resets?: readonly string[];
};

export function ListSearch({ label, placeholder, resets = [] }: ListSearchProps) {
  const { params } = useListAddress();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const words = wordsOf(params) ?? '';
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The address changed by another way than typing: Back, a tab, “Clear”.
    const field = input.current;
    if (field && field.value.trim() !== words) field.value = words;
  }, [words]);
  const search = () => {
    clearTimeout(timer.current);
    const typed = input.current?.value.trim() ?? '';
    if (typed === words) return;
    const gone = Object.fromEntries(resets.map((name) => [name, undefined]));
    // The address as it is now: a filter may have been chosen while someone was still typing.
    const { pathname, search: filters } = window.location;
    const target = listAddress(pathname, filters, { ...gone, q: typed });
    void navigate(target, { replace: true, preventScrollReset: true });
  };
  return (
    <form
      role="search"
      className="min-w-56 flex-1 md:max-w-88"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <SearchField
        ref={input}
        label={label}
        placeholder={placeholder}
        maxLength={100}
        defaultValue={words}
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(search, TYPING_PAUSE_MS);
        }}
      />
    </form>
  );
}
