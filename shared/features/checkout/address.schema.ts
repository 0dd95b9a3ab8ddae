// The billing address in a request: country, postcode, and whatever else the country writes.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { DEFAULT_COUNTRY, isCountry, postcodeProblem, regionsOf } from './address.rules.ts';

const placeName = lineOfText.max(80, 'Use at most 80 letters.');

export const country = z.string().trim().toUpperCase().refine(isCountry, 'Choose a country from the list.');

export const addressShape = {
  /** Absent: the United States, as before there was a choice. */
  country: country.default(DEFAULT_COUNTRY),
  /** The postcode, whatever the country calls it. May be left out where there are none. */
  zip: z.string().trim().max(20).default(''),
  /** City and state of a US address come with the ZIP code. */
  city: placeName.optional(),
  region: placeName.optional(),
};

type Written = { country: string; zip: string; region?: string | undefined };

/** Goes on every object with an address: the postcode must be one of its country. */
export function checkAddress({ country: where, zip, region }: Written, context: z.RefinementCtx): void {
  const problem = postcodeProblem(where, zip);
  if (problem) context.addIssue({ code: 'custom', path: ['zip'], message: problem });
  const regions = regionsOf(where);
  if (region && regions && !regions.some(({ value }) => value === region.toUpperCase())) {
    context.addIssue({ code: 'custom', path: ['region'], message: 'Choose one from the list.' });
  }
}
