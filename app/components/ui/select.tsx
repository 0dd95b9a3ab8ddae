// The browser's own select: phones show their native picker, and it works without scripts.
import ChevronDown from 'icon:chevron-down';
import type { ComponentProps } from 'react';
import { cx } from '#app/lib/cx.ts';
import { useFieldControl } from './form-field.tsx';

type SelectProps = Omit<ComponentProps<'select'>, 'multiple'> & {
  /** The list; or write <option> and <optgroup> as children. */
  options?: readonly { value: string; label: string; disabled?: boolean }[];
  /** A first option without a value: “Choose a style”. */
  placeholder?: string;
};

export function Select({ options, placeholder, className, children, ...props }: SelectProps) {
  return (
    <div className={cx('select', className)}>
      <select {...useFieldControl(props)} className="input">
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options?.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown className="icon" aria-hidden="true" />
    </div>
  );
}
