// The sandbox's card fields in one box, with the bank's refusal next to them.
import { useId, type ChangeEvent, type ReactNode } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { FieldMessage } from '#app/components/ui/form-field.tsx';
import { cx } from '#app/lib/cx.ts';
import { caretAfterDigits, formatCardNumber, formatExpiry } from './card.rules.ts';

const NAMES = ['number', 'expiry', 'cvc'] as const;
type Name = (typeof NAMES)[number];

type CardFieldsProps = {
  register: (name: Name) => UseFormRegisterReturn;
  errors: Partial<Record<Name, FieldError>>;
  /** Why the bank declined this card. */
  isDeclined: boolean;
  children?: ReactNode;
};

export function CardFields({ register, errors, isDeclined, children }: CardFieldsProps) {
  const messageId = useId();
  const wrong = NAMES.find((name) => errors[name]);
  const common = (name: Name) => ({
    className: 'input num',
    inputMode: 'numeric' as const,
    'aria-required': true,
    'aria-invalid': Boolean(errors[name]) || (isDeclined && name === 'number') || undefined,
    'aria-describedby': wrong === name ? messageId : undefined,
  });
  return (
    <fieldset className="field">
      <legend className="label checkout-legend">Card</legend>
      <div className={cx('card-box', (isDeclined || wrong) && 'card-box-wrong')}>
        <input
          {...common('number')}
          {...grouped(register('number'), formatCardNumber)}
          aria-label="Card number"
          placeholder="1234 1234 1234 1234"
          autoComplete="cc-number"
        />
        <div className="card-box-row">
          <input
            {...common('expiry')}
            {...grouped(register('expiry'), formatExpiry)}
            aria-label="Expiry, month and year"
            placeholder="MM / YY"
            autoComplete="cc-exp"
          />
          <input
            {...common('cvc')}
            {...register('cvc')}
            aria-label="Security code"
            placeholder="CVC"
            maxLength={4}
            autoComplete="cc-csc"
          />
        </div>
      </div>
      <FieldMessage id={messageId} error={wrong && errors[wrong]?.message} />
      {children}
    </fieldset>
  );
}

/** Groups the digits while typing; the caret stays behind the same digit. */
function grouped(field: UseFormRegisterReturn, format: (typed: string) => string) {
  return {
    ...field,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      const input = event.target;
      const caret = input.selectionStart ?? input.value.length;
      const isAtEnd = caret >= input.value.length;
      const digits = input.value.slice(0, caret).replaceAll(/\D/g, '').length;
      input.value = format(input.value);
      const place = isAtEnd ? input.value.length : caretAfterDigits(input.value, digits);
      input.setSelectionRange(place, place);
      void field.onChange(event);
    },
  };
}
