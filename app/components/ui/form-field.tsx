// A labeled field: label above, help below, replaced by the error.
// The control inside gets its ids and aria attributes from context.
import { createContext, use, useId, type ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';

type FieldContextValue = { id: string; messageId?: string; isInvalid: boolean; isRequired: boolean };

const FieldContext = createContext<FieldContextValue | null>(null);

type FormFieldProps = {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  isRequired?: boolean;
  /** Adds “(optional)” to the label. */
  isOptional?: boolean;
  /** For fields whose purpose is obvious (search, coupon). */
  isLabelHidden?: boolean;
  /** To the right of the label: “Forgotten it?”. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function FormField(props: FormFieldProps) {
  const {
    label,
    help,
    error,
    isRequired = false,
    isOptional,
    isLabelHidden,
    aside,
    className,
    children,
  } = props;
  const id = useId();
  const message = error || help;
  const messageId = message ? `${id}-message` : undefined;
  return (
    <FieldContext value={{ id, messageId, isInvalid: Boolean(error), isRequired }}>
      <div className={cx('field', className)}>
        <div className={isLabelHidden ? 'sr-only' : 'field-top'}>
          <label className="label" htmlFor={id}>
            {label}
            {isOptional && <span className="label-note"> (optional)</span>}
          </label>
          {aside}
        </div>
        {children}
        <FieldMessage id={messageId} help={help} error={error} />
      </div>
    </FieldContext>
  );
}

type FieldMessageProps = { id?: string; help?: ReactNode; error?: ReactNode };

/** Always rendered, even empty: a live region must exist before its text, or the error isn't read aloud. */
export function FieldMessage({ id, help, error }: FieldMessageProps) {
  return (
    <div id={id} className={error ? 'error-text' : 'help'} aria-live="polite">
      {error || help}
    </div>
  );
}

type ControlProps = {
  id?: string;
  required?: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling';
  'aria-required'?: boolean | 'true' | 'false';
};

/**
 * Props a control gets from its field; its own props win. `aria-required` instead of `required`, so our
 * messages are shown, not the browser's.
 */
export function useFieldControl<Props extends ControlProps>(props: Props): Props {
  const field = use(FieldContext);
  if (!field) return props;
  return {
    ...props,
    id: props.id ?? field.id,
    'aria-describedby': cx(props['aria-describedby'], field.messageId) || undefined,
    'aria-invalid': props['aria-invalid'] ?? (field.isInvalid || undefined),
    'aria-required': props['aria-required'] ?? (field.isRequired || undefined),
  };
}
