// Binds the categories: what everyone may read, and what staff do with them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/category/category.contract.ts';
import {
  createCategory,
  deleteCategory,
  getCategory,
  listCategories,
  listStaffCategories,
  mergeCategory,
  moveCategory,
  renameCategory,
} from './category.service.ts';

export function registerCategoryRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listCategories, ({ query }) => listCategories(ctx, query));
  bindContract(app, ctx, contract.getCategory, ({ params }) => getCategory(ctx, params.id));
  bindContract(app, ctx, contract.listStaffCategories, ({ viewer, query }) =>
    listStaffCategories(ctx, viewer, query.kind),
  );
  bindContract(app, ctx, contract.createCategory, ({ viewer, body }) => createCategory(ctx, viewer, body));
  bindContract(app, ctx, contract.renameCategory, ({ viewer, params, body }) =>
    renameCategory(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.moveCategory, ({ viewer, params, body }) =>
    moveCategory(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.mergeCategory, ({ viewer, params, body }) =>
    mergeCategory(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.deleteCategory, ({ viewer, params }) =>
    deleteCategory(ctx, viewer, params.id),
  );
}
