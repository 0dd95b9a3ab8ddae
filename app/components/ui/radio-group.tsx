// One of a few, all in sight. The question is the legend.
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';
import { FieldMessage } from './form-field.tsx';

type RadioOption = { value: string; label: ReactNode; count?: number; disabled?: boolean };

type RadioGroupProps = {
  legend: ReactNode;
  name: string;
  options: readonly RadioOption[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  help?: ReactNode;
  error?: ReactNode;
  isRequired?: boolean;
  className?: string;
  /** From react-hook-form's register: goes to every radio. */
  inputProps?: Omit<ComponentProps<'input'>, 'type' | 'value' | 'checked' | 'defaultChecked' | 'name'>;
};

export function RadioGroup(props: RadioGroupProps) {
  const { legend, options, help, error, isRequired, className } = props;
  const messageId = useId();
  return (
    <fieldset
      className={cx('field', className)}
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-required={isRequired || undefined}
      aria-describedby={error || help ? messageId : undefined}
    >
      <legend className="label">{legend}</legend>
      <div>
        {options.map((option) => (
          <Radio key={option.value} option={option} group={props} />
        ))}
      </div>
      <FieldMessage id={messageId} help={help} error={error} />
    </fieldset>
  );
}

function Radio({ option, group }: { option: RadioOption; group: RadioGroupProps }) {
  const { name, value, defaultValue, onValueChange, inputProps, error } = group;
  const isControlled = value !== undefined;
  return (
    <label className="check">
      <input
        {...inputProps}
        type="radio"
        className="box"
        name={name}
        value={option.value}
        disabled={option.disabled}
        checked={isControlled ? value === option.value : undefined}
        defaultChecked={
          isControlled || defaultValue === undefined ? undefined : defaultValue === option.value
        }
        data-invalid={error ? true : undefined}
        onChange={(event) => {
          inputProps?.onChange?.(event);
          onValueChange?.(option.value);
        }}
      />
      <span className="min-w-0">{option.label}</span>
      {option.count !== undefined && <span className="check-count num">{option.count}</span>}
    </label>
  );
}
