// The cart item of spec §3, and how its three sources are read: the server's bare array,
// its { items, isGuest } form, and the text of a guest's browser storage.
import { z } from 'zod';

const Price = z.union([z.string(), z.number()]);

export const CartItem = z.object({
  id: z.union([z.string().min(1), z.number()]),
  itemType: z.string().min(1),
  itemId: z.number().int(),
  title: z.string(),
  shortName: z.string().nullish(),
  price: Price.nullish(),
  quantity: z.number().int().min(1).default(1),
  imageUrl: z.string().nullish(),
  createdAt: z.string().nullish(),
  details: z.looseObject({ price: Price.nullish() }).nullish(),
});
export type CartItem = z.infer<typeof CartItem>;

export type Cart = { items: CartItem[]; isGuest: boolean };

/** Reads either form of GET /api/cart. Anything else is an empty guest cart, as after a failure (spec §7). */
export function readCartResponse(body: unknown): Cart {
  if (Array.isArray(body)) return { items: readCartItems(body), isGuest: false };
  if (isRecord(body) && Array.isArray(body.items)) {
    return { items: readCartItems(body.items), isGuest: body.isGuest === true };
  }
  return { items: [], isGuest: true };
}

/** Reads what browser storage holds under the guest cart key; text that is no cart is an empty one. */
export function readStoredCart(text: string | null | undefined): CartItem[] {
  if (typeof text !== 'string') return [];
  try {
    return readCartResponse(JSON.parse(text)).items;
  } catch {
    return [];
  }
}

// Storage is years old or edited by hand: an item id may be text, and a quantity nobody can read counts as one.
const StoredLine = CartItem.extend({
  itemId: z.union([
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ]),
  quantity: z.coerce
    .number()
    .catch(1)
    .transform((quantity) => Math.max(1, Math.floor(quantity))),
});

// Lines are read one by one: a single broken one must not cost the whole cart.
function readCartItems(lines: readonly unknown[]): CartItem[] {
  return lines.flatMap((line) => {
    const read = StoredLine.safeParse(line);
    return read.success ? [read.data] : [];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
