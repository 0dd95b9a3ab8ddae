// What resources and courses are sorted into.
import type { AppContext } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';
import type { Category } from '#shared/features/category/category.contract.ts';
import { listCategoryRows } from './category.queries.ts';

export function listAllCategories(ctx: AppContext, { kind }: { kind?: Category['kind'] | undefined }) {
  return listCategoryRows(ctx.db, { kind });
}

export async function getOneCategory(ctx: AppContext, id: number): Promise<Category> {
  const [category] = await listCategoryRows(ctx.db, { id });
  if (!category) throw new AppError('not_found', 'There is no such category.');
  return category;
}
