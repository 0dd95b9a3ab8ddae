// Search, filters, dates and pages of a list. All of them are in the address, so Back, reload and shared links
// keep them.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { Input } from '#app/components/ui/input.tsx';
import { TablePager } from '#app/components/ui/pagination.tsx';
import { SearchField } from '#app/components/ui/search-field.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { listAddress, useListAddress, searchOf } from '#app/lib/list-address.ts';

const TYPING_PAUSE_MS = 350;

export type ListSearchProps = {
  label: string;
  placeholder: string;
  /** Parameters a new search removes. */
  resets?: readonly string[];
};

export function ListSearch({ label, placeholder, resets = [] }: ListSearchProps) {
  const { params } = useListAddress();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = searchOf(params) ?? '';
  const isLeaving = useIsLeaving();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // A search now would call back whoever has followed a link.
    if (isLeaving) clearTimeout(timer.current);
  }, [isLeaving]);
  useEffect(() => {
    // The address changed without typing: Back, a tab, “Clear”.
    const field = input.current;
    if (field && field.value.trim() !== current) field.value = current;
  }, [current]);
  const search = () => {
    clearTimeout(timer.current);
    const typed = input.current?.value.trim() ?? '';
    if (typed === current) return;
    const gone = Object.fromEntries(resets.map((name) => [name, undefined]));
    // The current address: a filter may have changed while typing.
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
        defaultValue={current}
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(search, TYPING_PAUSE_MS);
        }}
      />
    </form>
  );
}

/** Another page is on its way. */
function useIsLeaving(): boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname !== pathname;
}

export type ListFilterProps = {
  /** The name in the address. */
  name: string;
  label: string;
  /** The option that filters nothing: “Every role”. */
  all: string;
  options: readonly { value: string; label: string }[];
};

export function ListFilter({ name, label, all, options }: ListFilterProps) {
  const { params, to } = useListAddress();
  const navigate = useNavigate();
  const given = params.get(name) ?? '';
  return (
    <Select
      aria-label={label}
      className="max-w-72 max-md:min-w-36 max-md:max-w-full max-md:grow max-md:basis-2/5"
      placeholder={all}
      options={options}
      value={options.some(({ value }) => value === given) ? given : ''}
      onChange={(event) => void navigate(to({ [name]: event.target.value }), { preventScrollReset: true })}
    />
  );
}

/** The day in the address, if it is valid. */
export function dayIn(params: URLSearchParams, name: 'from' | 'to'): string | undefined {
  const given = params.get(name) ?? '';
  const isDay = /^\d{4}-\d\d-\d\d$/.test(given) && Number.isFinite(Date.parse(given));
  return isDay && new Date(given).toISOString().startsWith(given) ? given : undefined;
}

export function ListDates() {
  const { params, to } = useListAddress();
  const navigate = useNavigate();
  const field = (name: 'from' | 'to', label: string) => (
    <label className="flex items-center gap-2">
      <span className="meta max-md:w-10">{label}</span>
      <Input
        type="date"
        className="w-auto"
        value={dayIn(params, name) ?? ''}
        onChange={(event) =>
          void navigate(to({ [name]: event.target.value }), { replace: true, preventScrollReset: true })
        }
      />
    </label>
  );
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      {field('from', 'From')}
      {field('to', 'To')}
    </div>
  );
}

type ListPagerProps = {
  page: number;
  pageSize: number;
  total: number;
  /** Replaces the formatted total. */
  totalText?: string | undefined;
  /** Hidden if there is only one page. */
  isQuiet?: boolean;
};

export function ListPager({ page, pageSize, total, totalText, isQuiet }: ListPagerProps) {
  const { to } = useListAddress();
  const pageCount = Math.ceil(total / pageSize);
  if (isQuiet && pageCount <= 1) return null;
  return (
    <TablePager
      page={page}
      pageSize={pageSize}
      total={total}
      pageCount={pageCount}
      pageTo={(next) => to({ page: next })}
      {...(totalText !== undefined && { totalText })}
    />
  );
}
