// Country and postcode, and the fields that depend on them: city and state of a US address come from its ZIP code;
// elsewhere they are typed, with that country's labels.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import {
  COUNTRY_CODES,
  countryName,
  hasZipCodes,
  isPostcodeRequired,
  normalizePostcode,
  POSTCODE_AT_MOST,
  postcodeExample,
  postcodeLabel,
  regionLabel,
  regionOfPostcode,
  regionsOf,
  UNKNOWN_ZIP,
} from '#shared/features/checkout/address.rules.ts';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { findZipCode } from './checkout.api.ts';
import { rememberCountry } from './home-country.ts';
import type { Address } from './pay-form.schema.ts';

const COUNTRIES = COUNTRY_CODES.map((value) => ({ value, label: countryName(value) })).toSorted((a, b) =>
  a.label.localeCompare(b.label, 'en'),
);

type AddressFieldsProps = {
  /** A form that includes an address. */
  form: UseFormReturn<Address>;
  errors: FieldErrors<Address>;
  /** What has been typed so far: the tax depends on it. */
  onAddress?: ((address: Address) => void) | undefined;
};

export function AddressFields({ form, errors, onAddress }: AddressFieldsProps) {
  const { register, control, getValues, setValue, clearErrors } = form;
  const [country, zip, city, region] = useWatch({ control, name: ['country', 'zip', 'city', 'region'] });
  const regions = regionsOf(country);
  useEffect(() => onAddress?.({ country, zip, city, region }), [onAddress, country, zip, city, region]);
  // Most Canadian and Australian postcodes determine the province or state.
  const written = normalizePostcode(country, zip);
  useEffect(() => {
    if (!regionsOf(country) || !written || getValues('region')) return;
    setValue('region', regionOfPostcode(country, written) ?? '');
  }, [country, written, getValues, setValue]);
  const countryField = register('country', {
    onChange(event: { target: { value: string } }) {
      rememberCountry(event.target.value);
      // An error about the old country's postcode doesn't apply to the new one.
      clearErrors(['zip', 'region']);
      setValue('region', '');
    },
  });
  const zipField = register('zip', {
    onBlur() {
      const { country: where, zip: typed } = getValues();
      const tidy = normalizePostcode(where, typed);
      if (tidy && tidy !== typed) setValue('zip', tidy);
    },
  });
  const example = postcodeExample(country);
  const hasZip = hasZipCodes(country);
  const zipInput = (
    <Input
      className="num"
      inputMode={hasZip ? 'numeric' : 'text'}
      autoComplete="postal-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={POSTCODE_AT_MOST}
      {...(example && { placeholder: example })}
      {...zipField}
    />
  );
  return (
    <>
      <FormField label="Country" error={errors.country?.message} isRequired>
        <Select autoComplete="country" options={COUNTRIES} {...countryField} />
      </FormField>
      {hasZip ? (
        <ZipField typed={zip} error={errors.zip?.message}>
          {zipInput}
        </ZipField>
      ) : (
        <>
          <div className="checkout-pair">
            <FormField
              label={postcodeLabel(country)}
              error={errors.zip?.message}
              isRequired={isPostcodeRequired(country)}
              isOptional={!isPostcodeRequired(country)}
            >
              {zipInput}
            </FormField>
            <FormField label="Town or city" error={errors.city?.message} isOptional>
              <Input autoComplete="address-level2" maxLength={80} {...register('city')} />
            </FormField>
          </div>
          {regions ? (
            <FormField label={regionLabel(country)} error={errors.region?.message} isRequired>
              <Select
                autoComplete="address-level1"
                placeholder="Choose one"
                options={regions}
                {...register('region')}
              />
            </FormField>
          ) : (
            <FormField label={regionLabel(country)} error={errors.region?.message} isOptional>
              <Input autoComplete="address-level1" maxLength={80} {...register('region')} />
            </FormField>
          )}
        </>
      )}
    </>
  );
}

type ZipFieldProps = { typed: string; error: string | undefined; children: React.ReactNode };

function ZipField({ typed, error, children }: ZipFieldProps) {
  const { data: place } = useQuery(findZipCode(typed.trim().slice(0, 5)));
  return (
    <div className="checkout-pair">
      <FormField label="ZIP code" error={error ?? (place === null ? UNKNOWN_ZIP : undefined)} isRequired>
        {children}
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
