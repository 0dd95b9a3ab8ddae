// Binds what an order gives, and serves its files to whoever has a fresh link.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { attachmentNamed } from '#server/http/attachment.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { sendFile } from '#server/http/send-file.ts';
import { AppError } from '#shared/errors.ts';
import * as contract from '#shared/features/order/order.contract.ts';
import { openFileOfOrder, getOrderFiles } from './order-files.service.ts';
import { listWaitingOrders } from './order-key.service.ts';

export function registerOrderFilesRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getOrderFiles, ({ viewer, params, query }) =>
    getOrderFiles(ctx, viewer, { orderId: params.id, key: query.key }),
  );
  bindContract(app, ctx, contract.listWaitingOrders, ({ viewer }) => listWaitingOrders(ctx, viewer));
  app.get<{ Params: { id: string; token: string } }>(
    '/api/orders/:id/downloads/:token',
    { config: { access: 'public' }, schema: { hide: true }, compress: false },
    async (request, reply) => {
      const { id, token } = request.params;
      const orderId = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null;
      if (orderId === null) throw new AppError('not_found', 'There is no such order here.');
      const file = await openFileOfOrder(ctx, { orderId, token });
      reply.headers({
        'cache-control': 'private, no-store',
        'content-disposition': attachmentNamed(file.name),
      });
      return sendFile(request, reply, file);
    },
  );
}
