// The billing address in a request: country, postcode, and what else the country needs.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { DEFAULT_COUNTRY, isCountry, postcodeProblem, regionsOf } from './address.rules.ts';

const placeName = lineOfText.max(80, 'Use at most 80 characters.');

export const country = z.string().trim().toUpperCase().refine(isCountry, 'Choose a country from the list.');

export const addressShape = {
  /** Default: the United States. */
  country: country.default(DEFAULT_COUNTRY),
  /** The postcode, whatever the country calls it. Optional where there are none. */
  zip: z.string().trim().max(20).default(''),
  /** City and state of a US address are looked up by ZIP code. */
  city: placeName.optional(),
  region: placeName.optional(),
};

type Written = { country: string; zip: string; region?: string | undefined };

/** For every object with an address: the postcode must match the country. */
export function checkAddress({ country: where, zip, region }: Written, context: z.RefinementCtx): void {
  const problem = postcodeProblem(where, zip);
  if (problem) context.addIssue({ code: 'custom', path: ['zip'], message: problem });
  const regions = regionsOf(where);
  if (region && regions && !regions.some(({ value }) => value === region.toUpperCase())) {
    context.addIssue({ code: 'custom', path: ['region'], message: 'Choose one from the list.' });
  }
}
