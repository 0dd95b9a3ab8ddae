// What resources and courses are sorted into.
import type { AppContext } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';
import type { Category } from '#shared/features/category/category.contract.ts';
import { listCategoryRows, listSuccessors } from './category.queries.ts';

export function listAllCategories(ctx: AppContext, { kind }: { kind?: Category['kind'] | undefined }) {
  return listCategoryRows(ctx.db, { kind });
}

export async function getOneCategory(ctx: AppContext, id: number): Promise<Category> {
  const [current] = await followMerges(ctx, [id]);
  const [category] = await listCategoryRows(ctx.db, { id: current });
  if (!category) throw new AppError('not_found', 'There is no such category.');
  return category;
}

/** Of these numbers, those of categories that went into others, and into which. */
export async function findMerges(ctx: AppContext, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  return new Map((await listSuccessors(ctx.db, { ids })).map(({ id, intoId }) => [id, intoId]));
}

/** Old links go on finding what they found. */
export async function followMerges(ctx: AppContext, ids: readonly number[]): Promise<number[]> {
  const merges = await findMerges(ctx, ids);
  return [...new Set(ids.map((id) => merges.get(id) ?? id))];
}
