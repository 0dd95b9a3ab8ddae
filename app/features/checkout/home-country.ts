// The country a checkout starts with: the one chosen last in this browser, else the one its language names, else the US.
import { DEFAULT_COUNTRY, isCountry } from '#shared/features/checkout/address.rules.ts';

const NAME = 'releve.checkout-country';

export function homeCountry(): string {
  return storedCountry() ?? countryOfLanguages(navigator.languages) ?? DEFAULT_COUNTRY;
}

export function rememberCountry(country: string): void {
  try {
    localStorage.setItem(NAME, country);
  } catch {
    // The next checkout starts with the language's country again.
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

/** “en-GB” is Britain; “en” and “es-419” say nothing. */
export function countryOfLanguages(languages: readonly string[]): string | null {
  for (const language of languages) {
    const region = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(language)?.[1];
    if (region && isCountry(region)) return region;
  }
  return null;
}
