// A labeled checkbox, and a bare one for table rows.
import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';
import { FieldMessage } from './form-field.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  children: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  /** The number of results, on the right. */
  count?: number;
};

export function Checkbox({ children, help, error, count, className, ...props }: CheckboxProps) {
  const messageId = useId();
  const hasMessage = Boolean(error || help);
  return (
    <div className={className}>
      <label className="check">
        <input
          {...props}
          type="checkbox"
          className="box"
          aria-invalid={error ? true : undefined}
          aria-describedby={hasMessage ? messageId : undefined}
        />
        <span className="min-w-0">{children}</span>
        {count !== undefined && <span className="check-count num">{count}</span>}
      </label>
      <FieldMessage id={messageId} help={help} error={error} />
    </div>
  );
}

type BareCheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  label: string;
  /** Indeterminate: some but not all are selected. */
  isMixed?: boolean;
};

export function BareCheckbox({ label, isMixed = false, className, ...props }: BareCheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className={cx('box-hit', className)}>
      <input {...props} ref={box} type="checkbox" className="box" aria-label={label} />
    </label>
  );
}
