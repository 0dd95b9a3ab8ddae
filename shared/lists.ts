// Lists that page (DESIGN §4): one shape of question and answer for all of them.
import { z } from 'zod';

export const PAGE_SIZE = 25;

/** The part of a query every such list has. */
export const pageQuery = { page: z.coerce.number().int().min(1).max(100_000).default(1) };

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  });
}
