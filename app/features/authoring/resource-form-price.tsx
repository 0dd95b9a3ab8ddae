// Price and licence.
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { LICENCES, LICENCE_LABELS } from '#shared/features/resource/resource.rules.ts';
import { normalizeMoney } from '#shared/typed-money.ts';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { RadioGroup } from '#app/components/ui/radio-group.tsx';
import { FormPart } from './resource-form-frame.tsx';
import { isFree } from '#app/components/resource/resource-format.ts';
import type { ResourceForm } from './use-resource-draft.ts';

const LICENCE_HELP = {
  single_teacher: 'Each purchase is for one teacher.',
  studio: 'A studio buys one seat per teacher, at this price per seat.',
};

const KINDS = [
  { value: 'free', label: 'Free' },
  { value: 'paid', label: 'Paid' },
];

export function PricePart({ form }: { form: ResourceForm }) {
  const { errors } = form.formState;
  const licence = form.watch('licence');
  return (
    <FormPart title="Price and licence">
      <Controller
        control={form.control}
        name="price"
        render={({ field: { value, onChange, ...field } }) => (
          <PriceFields value={value} onChange={onChange} error={errors.price?.message}>
            {(typed, onTyped) => (
              <Input
                {...field}
                inputMode="decimal"
                autoComplete="off"
                placeholder="24.00"
                value={typed}
                onChange={(event) => onTyped(event.target.value)}
              />
            )}
          </PriceFields>
        )}
      />
      <Controller
        control={form.control}
        name="licence"
        render={({ field }) => (
          <RadioGroup
            legend="Licence"
            name="licence"
            options={LICENCES.map((value) => ({ value, label: LICENCE_LABELS[value] }))}
            value={field.value}
            onValueChange={field.onChange}
            help={LICENCE_HELP[licence]}
          />
        )}
      />
    </FormPart>
  );
}

type PriceFieldsProps = {
  value: string;
  onChange: (price: string) => void;
  error: string | undefined;
  children: (typed: string, onTyped: (typed: string) => void) => React.ReactNode;
};

function PriceFields({ value, onChange, error, children }: PriceFieldsProps) {
  const [isPaid, setPaid] = useState(!isFree(value));
  // The raw input while typing; the stored value is normalized.
  const [typed, setTyped] = useState(isFree(value) ? '' : value);
  return (
    <>
      <RadioGroup
        legend="Price"
        name="price-kind"
        options={KINDS}
        value={isPaid ? 'paid' : 'free'}
        onValueChange={(kind) => {
          setPaid(kind === 'paid');
          onChange(kind === 'paid' ? normalizeMoney(typed) : '0.00');
        }}
      />
      {isPaid && (
        <FormField
          label="Amount in US dollars"
          isRequired
          error={typed === '' ? undefined : error}
          help="You can change it at any time. Past purchases aren’t affected."
          className="max-w-56"
        >
          {children(typed, (next) => {
            setTyped(next);
            onChange(normalizeMoney(next));
          })}
        </FormField>
      )}
    </>
  );
}
