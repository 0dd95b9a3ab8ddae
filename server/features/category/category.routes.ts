// Binds what everyone may read of categories.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { getCategory, listCategories } from '#shared/features/category/category.contract.ts';
import { getOneCategory, listAllCategories } from './category.service.ts';

export function registerCategoryRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listCategories, ({ query }) => listAllCategories(ctx, query));
  bindContract(app, ctx, getCategory, ({ params }) => getOneCategory(ctx, params.id));
}
