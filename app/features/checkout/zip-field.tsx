// The ZIP code, and the city and state it says. One nobody knows never stops anyone.
import { useQuery } from '@tanstack/react-query';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { zipQuery } from './checkout.api.ts';

type ZipFieldProps = { field: UseFormRegisterReturn; error: string | undefined; typed: string };

export function ZipField({ field, error, typed }: ZipFieldProps) {
  const { data: place } = useQuery(zipQuery(typed.trim()));
  const help = place === null ? 'We do not know this one. Please look again, or just go on.' : undefined;
  return (
    <div className="checkout-pair">
      <FormField label="ZIP code" error={error} help={help} isRequired>
        <Input
          className="num"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={5}
          placeholder="12345"
          {...field}
        />
      </FormField>
      <div className="field">
        <span className="label" aria-hidden="true">
          City and state
        </span>
        <output className="input checkout-place" aria-label="City and state">
          {place ? `${place.city}, ${place.state}` : ''}
        </output>
      </div>
    </div>
  );
}
