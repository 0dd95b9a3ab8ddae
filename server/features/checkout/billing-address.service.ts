// A buyer's address for the order: the postcode in its country's format, city and state of a US address from its
// ZIP code.
import type { AppContext } from '#server/context.ts';
import { findZip } from '#server/integrations/zip-codes.ts';
import { AppError } from '#shared/errors.ts';
import {
  hasZipCodes,
  normalizePostcode,
  regionOfPostcode,
  UNKNOWN_ZIP,
} from '#shared/features/checkout/address.rules.ts';

export type BillingAddress = {
  country: string;
  zip: string | null;
  city: string | null;
  region: string | null;
};

type Written = { country: string; zip: string; city?: string | undefined; region?: string | undefined };

const FIVE = 5;

/** `path`: of the postcode in the request, to mark the field. */
export async function parseAddress(
  ctx: AppContext,
  { country, zip, city, region }: Written,
  path = 'zip',
): Promise<BillingAddress> {
  const postcode = normalizePostcode(country, zip) || null;
  if (!hasZipCodes(country) || postcode === null) {
    const state = postcode && regionOfPostcode(country, postcode);
    return { country, zip: postcode, city: city || null, region: region || state || null };
  }
  const place = await findZip(postcode.slice(0, FIVE)).catch((error: unknown) => {
    // Our own list couldn't be loaded: no reason to turn a buyer away.
    ctx.log.warn({ err: error }, 'could not load the ZIP codes');
    return undefined;
  });
  if (place === null) throw new AppError('validation_failed', UNKNOWN_ZIP, [{ path, message: UNKNOWN_ZIP }]);
  return { country, zip: postcode, city: place?.city ?? null, region: place?.state ?? null };
}

export async function findZipCode(zip: string) {
  const place = await findZip(zip);
  if (!place) throw new AppError('not_found', UNKNOWN_ZIP);
  return { zip, ...place };
}
