// Where a ZIP code is, so that nobody types their city and state.
import { findZip } from '#server/integrations/zip-codes.ts';
import { AppError } from '#shared/errors.ts';

export async function lookUp(zip: string) {
  const place = await findZip(zip);
  if (!place) throw new AppError('not_found', 'We do not know this ZIP code. Check its five digits.');
  return { zip, ...place };
}
