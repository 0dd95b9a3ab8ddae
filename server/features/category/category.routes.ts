// Binds the categories: what everyone may read, and what staff do with them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  addCategory,
  deleteCategory,
  getCategory,
  listCategories,
  listStaffCategories,
  mergeCategory,
  moveCategory,
  renameCategory,
} from '#shared/features/category/category.contract.ts';
import {
  addNewCategory,
  deleteEmptyCategory,
  getOneCategory,
  listAllCategories,
  listCategoriesForStaff,
  mergeIntoCategory,
  moveOneCategory,
  renameOneCategory,
} from './category.service.ts';

export function registerCategoryRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listCategories, ({ query }) => listAllCategories(ctx, query));
  bindContract(app, ctx, getCategory, ({ params }) => getOneCategory(ctx, params.id));
  bindContract(app, ctx, listStaffCategories, ({ viewer, query }) =>
    listCategoriesForStaff(ctx, viewer, query.kind),
  );
  bindContract(app, ctx, addCategory, ({ viewer, body }) => addNewCategory(ctx, viewer, body));
  bindContract(app, ctx, renameCategory, ({ viewer, params, body }) =>
    renameOneCategory(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, moveCategory, ({ viewer, params, body }) =>
    moveOneCategory(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, mergeCategory, ({ viewer, params, body }) =>
    mergeIntoCategory(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, deleteCategory, ({ viewer, params }) => deleteEmptyCategory(ctx, viewer, params.id));
}
