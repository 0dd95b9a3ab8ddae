// The catalogue as a shopper asks for it: searched, filtered, sorted, paged.
import type { AppContext } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';
import { CATALOGUE_PAGE_SIZE } from '#shared/features/resource/resource.rules.ts';
import type { ResourceListQuery } from '#shared/features/resource/resource.schema.ts';
import { toResourceCard } from './resource-card.ts';
import {
  countCatalogue,
  hasOpenStore,
  listCatalogueRows,
  listResourceCategories,
  type CatalogueFilter,
} from './resource-list.queries.ts';

export async function listCatalogue(
  ctx: AppContext,
  { sort, page, after: _after, ...filter }: ResourceListQuery & Pick<CatalogueFilter, 'seller'>,
) {
  const [total, rows] = await Promise.all([
    countCatalogue(ctx.db, filter),
    listCatalogueRows(ctx.db, filter, {
      sort,
      limit: CATALOGUE_PAGE_SIZE,
      offset: (page - 1) * CATALOGUE_PAGE_SIZE,
    }),
  ]);
  return {
    items: rows.map(toResourceCard),
    total,
    isTotalCapped: false,
    page,
    pageSize: CATALOGUE_PAGE_SIZE,
    nextCursor: null,
    correctedQuery: null,
  };
}

export async function listCatalogueOfSeller(ctx: AppContext, seller: number, query: ResourceListQuery) {
  if (!(await hasOpenStore(ctx.db, { sellerId: seller }))) {
    throw new AppError('not_found', 'There is no shop with this number.');
  }
  return listCatalogue(ctx, { ...query, seller });
}

export async function listCatalogueOfCategory(ctx: AppContext, category: number, query: ResourceListQuery) {
  const known = await listResourceCategories(ctx.db);
  if (!known.some(({ id }) => id === category)) {
    throw new AppError('not_found', 'There is no category with this number.');
  }
  return listCatalogue(ctx, { ...query, category: [category] });
}
