// A labelled field: label above, help below, the error in the help's place.
// Ids and aria reach the control inside by themselves.
import { createContext, use, useId, type ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';

type FieldContextValue = { id: string; messageId?: string; isInvalid: boolean; isRequired: boolean };

const FieldContext = createContext<FieldContextValue | null>(null);

type FormFieldProps = {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  isRequired?: boolean;
  /** Said beside the label when leaving it empty is fine and not obvious. */
  isOptional?: boolean;
  /** For fields whose place already says what they are (search, coupon). */
  isLabelHidden?: boolean;
  /** Stands at the right of the label: “Forgotten it?”. */
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

/** Always there, even empty: a live region must exist before its words do, or the error is not read aloud. */
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
 * What a control takes from the field around it; its own props win. `aria-required`, not `required`: our own
 * messages speak, not the browser's bubble.
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
