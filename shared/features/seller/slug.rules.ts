// The short name of a shop in addresses: “Marchetti Ballet” becomes marchetti-ballet.

export const SLUG_MAX = 60;
/** What can be one at all, longer ones of former sellers included. */
export const SLUG_FORM = /^[a-z0-9-]{1,80}$/;

/** Letters without their accents, digits and hyphens; `shop` where nothing of a name is left. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replaceAll(/^-+|-+$/g, '');
  // Numbers alone are the addresses of sellers.
  if (plain === '') return 'shop';
  return /^\d+$/.test(plain) ? `shop-${plain}` : plain;
}

/** The first that nobody has: itself, or itself with the lowest number from 2. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  let slug = wanted;
  for (let number = 2; taken.has(slug); number++) slug = `${wanted.slice(0, SLUG_MAX - 6)}-${number}`;
  return slug;
}

export const SELLER_STATES = ['approved', 'suspended'] as const;
export type SellerState = (typeof SELLER_STATES)[number];
