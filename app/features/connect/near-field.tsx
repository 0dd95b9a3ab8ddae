// Near where, and how far is not too far: a ZIP code and a distance, in the form of the filters.
import { useState } from 'react';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { DEFAULT_DISTANCE, DISTANCES } from '#shared/features/connect/connect.rules.ts';

export const NEAR_FIELDS = ['near', 'within'] as const;

type NearFieldProps = {
  near: string | undefined;
  within: string | undefined;
  /** Undefined: not known yet. Null: no such ZIP code. */
  label: string | null | undefined;
};

export function NearField({ near = '', within = DEFAULT_DISTANCE, label }: NearFieldProps) {
  const [typed, setTyped] = useState(near);
  // Chips and the back button change the address too.
  const [shown, setShown] = useState(near);
  if (shown !== near) {
    setShown(near);
    setTyped(near);
  }
  const isUnknown = near !== '' && label === null && typed === near;
  return (
    <fieldset className="facet">
      <legend className="label">In person near you</legend>
      <div className="mt-2 grid grid-cols-2 items-start gap-3">
        <FormField label="ZIP code" error={isUnknown ? 'No such ZIP code' : undefined}>
          <Input
            name="near"
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={5}
            pattern="[0-9]{5}"
            value={typed}
            onChange={(event) => {
              const { value } = event.target;
              setTyped(value);
              // Half a code finds nobody.
              if (value !== '' && !/^\d{5}$/.test(value)) event.stopPropagation();
            }}
          />
        </FormField>
        <FormField label="Within">
          <Select
            key={within}
            name={typed === '' ? undefined : 'within'}
            defaultValue={within}
            options={DISTANCES.map((value) => ({ value, label: `${value} mi` }))}
          />
        </FormField>
      </div>
    </fieldset>
  );
}
