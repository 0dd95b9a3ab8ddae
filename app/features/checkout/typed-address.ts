// The address between the form's fields and the request.
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { hasZipCodes, normalizePostcode, postcodeProblem } from '#shared/features/checkout/address.rules.ts';
import { homeCountry } from './home-country.ts';
import type { Address } from './pay-form.schema.ts';

export const emptyAddress = (): Address => ({ country: homeCountry(), zip: '', city: '', region: '' });

/** City and state of a US address are the server's to say, whatever was typed for another country before. */
export function sentAddress({ country, zip, city, region }: Address): Address {
  const postcode = normalizePostcode(country, zip) ?? zip;
  return hasZipCodes(country)
    ? { country, zip: postcode, city: '', region: '' }
    : { country, zip: postcode, city: city.trim(), region: region.trim() };
}

/** Whether the tax can be asked for. */
export const isComplete = ({ country, zip }: Address): boolean => postcodeProblem(country, zip) === undefined;

/** A form with more fields than an address, as the address fields see it. */
export function addressPart<Values extends FieldValues & Address>(
  form: UseFormReturn<Values>,
): UseFormReturn<Address> {
  return form as unknown as UseFormReturn<Address>;
}
