// Endpoints for orders, enrollments and purchases.
import * as contract from '#shared/features/order/order.contract.ts';
import * as staffOrderContract from '#shared/features/order/staff-order.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { listOrders, getOrder, listSoldLines, listPurchases } from './order.service.ts';
import { sendOrderLinks, listPendingOrders } from './order-key.service.ts';
import { attachmentNamed, sendFile } from '#server/http/send-file.ts';
import { AppError } from '#shared/errors.ts';
import { openFileOfOrder, getOrderFiles } from './order-files.service.ts';
import { getReceipt } from './receipt.service.ts';
import { sendStartLink } from './start-link.service.ts';
import { listStaffOrders, getStaffOrder, resendOrderMail } from './staff-order.service.ts';

export function registerOrderRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listOrders, ({ viewer, query }) => listOrders(ctx, viewer, query));
  bindContract(app, ctx, contract.getOrder, ({ viewer, params, query }) =>
    getOrder(ctx, viewer, { orderId: params.id, key: query.key }),
  );
  bindContract(app, ctx, contract.sendOrderLinks, ({ body }) => sendOrderLinks(ctx, body.email));
  bindContract(app, ctx, contract.sendStartLink, ({ body }) => sendStartLink(ctx, body));
  bindContract(app, ctx, contract.listSoldLines, ({ viewer, query }) => listSoldLines(ctx, viewer, query));
  bindContract(app, ctx, contract.listPurchases, ({ viewer, query }) => listPurchases(ctx, viewer, query));
}

export function registerOrderFilesRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getOrderFiles, ({ viewer, params, query }) =>
    getOrderFiles(ctx, viewer, { orderId: params.id, key: query.key }),
  );
  bindContract(app, ctx, contract.listPendingOrders, ({ viewer }) => listPendingOrders(ctx, viewer));
  app.get<{ Params: { id: string; token: string } }>(
    '/api/orders/:id/downloads/:token',
    { config: { access: 'public' }, schema: { hide: true }, compress: false },
    async (request, reply) => {
      const { id, token } = request.params;
      const orderId = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null;
      if (orderId === null) throw new AppError('not_found', 'This order doesn’t exist.');
      const file = await openFileOfOrder(ctx, { orderId, token });
      reply.headers({
        'cache-control': 'private, no-store',
        'content-disposition': attachmentNamed(file.name),
      });
      return sendFile(request, reply, file);
    },
  );
}

export function registerReceiptRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getReceipt, ({ viewer, params, query }) =>
    getReceipt(ctx, viewer, { orderId: params.id, key: query.key }),
  );
}

export function registerStaffOrderRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, staffOrderContract.listStaffOrders, ({ query }) => listStaffOrders(ctx, query));
  bindContract(app, ctx, staffOrderContract.getStaffOrder, ({ params }) => getStaffOrder(ctx, params.id));
  bindContract(app, ctx, staffOrderContract.resendOrderMail, ({ viewer, params }) =>
    resendOrderMail(ctx, viewer, params.id),
  );
}
