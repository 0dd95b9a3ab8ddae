// A search field with an icon. In a GET form it works without scripts and keeps the search in the URL.
import Search from 'icon:search';
import { useId, type ComponentProps } from 'react';
import { cx } from '#app/lib/cx.ts';

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Read aloud, not shown: “Search resources”. */
  label: string;
};

export function SearchField({ label, className, id, ...props }: SearchFieldProps) {
  const ownId = useId();
  return (
    <div className={cx('search', className)}>
      <label className="sr-only" htmlFor={id ?? ownId}>
        {label}
      </label>
      <Search className="icon" aria-hidden="true" />
      <input
        name="q"
        autoComplete="off"
        enterKeyHint="search"
        {...props}
        id={id ?? ownId}
        type="search"
        className="input"
      />
    </div>
  );
}
