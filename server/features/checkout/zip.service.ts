// Where a ZIP code is, so that nobody types their city and state.
import { findZip } from '#server/integrations/zip-codes.ts';
import { AppError } from '#shared/errors.ts';
import { UNKNOWN_ZIP } from '#shared/features/checkout/address.rules.ts';

export async function lookUpZip(zip: string) {
  const place = await findZip(zip);
  if (!place) throw new AppError('not_found', UNKNOWN_ZIP);
  return { zip, ...place };
}
