// A setting that takes effect at once. For a choice that waits for a button, use Checkbox.
import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldMessage } from './form-field.tsx';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { children: ReactNode; help?: ReactNode };

export function Switch({ children, help, className, ...props }: SwitchProps) {
  const helpId = useId();
  return (
    <div className={className}>
      <label className="check items-center">
        <input
          {...props}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the checkbox says it is checked
          role="switch"
          className="switch"
          aria-describedby={help ? helpId : undefined}
        />
        <span className="min-w-0">{children}</span>
      </label>
      <FieldMessage id={helpId} help={help} />
    </div>
  );
}
