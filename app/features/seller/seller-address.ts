// The address of a shop: its number. Its short name leads there.
import { redirect } from 'react-router';
import { SLUG_FORM } from '#shared/features/seller/slug.rules.ts';
import { parseId } from '#shared/ids.ts';
import { ApiError, type ApiClient } from '#app/lib/api-client.ts';
import { pageNotFound } from '#app/lib/query.ts';
import { findSellerBySlug } from './seller.api.ts';

/** A short name may be given up and be another shop's soon after: no browser should remember it for long. */
const REMEMBERED = { 'cache-control': 'public, max-age=60' };

type Params = Readonly<Record<string, string | undefined>>;

/** Null for an address that can be no seller's. */
export function idOf({ sellerId = '' }: Params): number | null {
  return parseId(sellerId);
}

/** Digits alone are always a number, never a short name. */
export async function resolveSellerSlug(
  api: ApiClient,
  { params, request }: { params: Params; request: Request },
): Promise<void> {
  const slug = params['sellerId']?.toLowerCase() ?? '';
  if (/^\d*$/.test(slug)) return;
  if (!SLUG_FORM.test(slug)) throw pageNotFound();
  const { id } = await findSellerBySlug(api, slug).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 404 ? pageNotFound() : error;
  });
  throw redirect(`/sellers/${id}${new URL(request.url).search}`, { status: 301, headers: REMEMBERED });
}
