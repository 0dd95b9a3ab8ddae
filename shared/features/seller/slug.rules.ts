// A seller's slug: “Marchetti Ballet” becomes marchetti-ballet.

export const SLUG_MAX = 60;
/** Any possible slug, including the longer ones of former sellers. */
export const SLUG_FORM = /^[a-z0-9-]{1,80}$/;

/** Letters without accents, digits and hyphens; `shop` if nothing of the name is left. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replaceAll(/^-+|-+$/g, '');
  // Digits alone are seller ids.
  if (plain === '') return 'shop';
  return /^\d+$/.test(plain) ? `shop-${plain}` : plain;
}

/** The first free one: the slug itself, or with the lowest number from 2. */
export function freeSlug(preferred: string, taken: ReadonlySet<string>): string {
  let slug = preferred;
  for (let number = 2; taken.has(slug); number++) slug = `${preferred.slice(0, SLUG_MAX - 6)}-${number}`;
  return slug;
}

export const SELLER_STATES = ['approved', 'suspended'] as const;
export type SellerState = (typeof SELLER_STATES)[number];
