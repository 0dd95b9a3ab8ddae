// Which country a browser's languages name.
import { expect, it } from 'vitest';
import { countryOfLanguages } from './home-country.ts';

it.each([
  [['en-GB', 'en-US'], 'GB'],
  [['de', 'de-CH'], 'CH'],
  [['zh-Hant-TW'], 'TW'],
  [['en', 'es-419'], null],
  [['en-ZZ', 'fr-FR'], 'FR'],
  [[], null],
])('%j: %s', (languages, country) => {
  expect(countryOfLanguages(languages)).toBe(country);
});
