// Seller URLs use the id; a slug redirects to it.
import { redirect } from 'react-router';
import { SLUG_FORM } from '#shared/features/seller/slug.rules.ts';
import { parseId } from '#shared/ids.ts';
import { ApiError, type ApiClient } from '#app/lib/api-client.ts';
import { pageNotFound } from '#app/lib/query.ts';
import { findSellerBySlug } from './seller.api.ts';

/** A slug can be released and reused by another seller, so browsers must not cache the redirect for long. */
const REMEMBERED = { 'cache-control': 'public, max-age=60' };

type Params = Readonly<Record<string, string | undefined>>;

/** Null if the parameter can't be an id. */
export function idOf({ sellerId = '' }: Params): number | null {
  return parseId(sellerId);
}

/** Digits alone are always an id, never a slug. */
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
