// Paginated lists (DESIGN §4): the same query and response shape for all.
import { z } from 'zod';

export const PAGE_SIZE = 25;

/** The query parameters of every paginated list. */
export const pageQuery = { page: z.coerce.number().int().min(1).max(100_000).default(1) };

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  });
}
