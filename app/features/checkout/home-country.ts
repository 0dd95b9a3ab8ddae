// The country a checkout starts with: the one last chosen in this browser, else from the browser's language, else the US.
import {
  DEFAULT_COUNTRY,
  isCountry,
  hasZipCodes,
  normalizePostcode,
  postcodeProblem,
} from '#shared/features/checkout/address.rules.ts';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Address } from './pay-form.schema.ts';

const NAME = 'releve.checkout-country';

export function homeCountry(): string {
  return storedCountry() ?? countryOfLanguages(navigator.languages) ?? DEFAULT_COUNTRY;
}

export function rememberCountry(country: string): void {
  try {
    localStorage.setItem(NAME, country);
  } catch {
    // Then the next checkout starts with the language's country again.
  }
}

function storedCountry(): string | null {
  try {
    const stored = localStorage.getItem(NAME);
    return stored && isCountry(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** “en-GB” is Britain; “en” and “es-419” name no country. */
export function countryOfLanguages(languages: readonly string[]): string | null {
  for (const language of languages) {
    const region = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(language)?.[1];
    if (region && isCountry(region)) return region;
  }
  return null;
}

export const emptyAddress = (): Address => ({ country: homeCountry(), zip: '', city: '', region: '' });

/** City and state of a US address come from the server, whatever was typed for another country before. */
export function sentAddress({ country, zip, city, region }: Address): Address {
  const postcode = normalizePostcode(country, zip) ?? zip;
  return hasZipCodes(country)
    ? { country, zip: postcode, city: '', region: '' }
    : { country, zip: postcode, city: city.trim(), region: region.trim() };
}

/** Whether there is enough to calculate the tax. */
export const isComplete = ({ country, zip }: Address): boolean => postcodeProblem(country, zip) === undefined;

/** Narrows a form with more fields to its address. */
export function addressPart<Values extends FieldValues & Address>(
  form: UseFormReturn<Values>,
): UseFormReturn<Address> {
  return form as unknown as UseFormReturn<Address>;
}
