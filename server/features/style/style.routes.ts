// Binds the dance styles.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/style/style.contract.ts';
import {
  createStyle,
  updateStyle,
  deleteStyle,
  listStyles,
  listStaffStyles,
  reorderStyles,
} from './style.service.ts';

export function registerStyleRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listStyles, () => listStyles(ctx));
  bindContract(app, ctx, contract.listStaffStyles, () => listStaffStyles(ctx));
  bindContract(app, ctx, contract.createStyle, ({ viewer, body }) => createStyle(ctx, viewer, body));
  bindContract(app, ctx, contract.updateStyle, ({ viewer, params, body }) =>
    updateStyle(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.reorderStyles, ({ viewer, body }) => reorderStyles(ctx, viewer, body.ids));
  bindContract(app, ctx, contract.deleteStyle, ({ viewer, params }) => deleteStyle(ctx, viewer, params.id));
}
