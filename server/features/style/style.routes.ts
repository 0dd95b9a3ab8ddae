// Binds the dance styles.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  addStyle,
  changeStyle,
  deleteStyle,
  listStaffStyles,
  listStyles,
  orderStyles,
} from '#shared/features/style/style.contract.ts';
import {
  addNewStyle,
  changeOneStyle,
  deleteUnusedStyle,
  listAllStyles,
  listStylesForStaff,
  orderAllStyles,
} from './style.service.ts';

export function registerStyleRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listStyles, () => listAllStyles(ctx));
  bindContract(app, ctx, listStaffStyles, () => listStylesForStaff(ctx));
  bindContract(app, ctx, addStyle, ({ viewer, body }) => addNewStyle(ctx, viewer, body));
  bindContract(app, ctx, changeStyle, ({ viewer, params, body }) =>
    changeOneStyle(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, orderStyles, ({ viewer, body }) => orderAllStyles(ctx, viewer, body.ids));
  bindContract(app, ctx, deleteStyle, ({ viewer, params }) => deleteUnusedStyle(ctx, viewer, params.id));
}
