// Binds credit hours and the files of evidence.
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { attachmentNamed, sendFile } from '#server/http/send-file.ts';
import { requireViewer } from '#server/http/viewer.ts';
import * as contract from '#shared/features/credit/credit.contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { listCreditReviews } from './credit-review.service.ts';
import * as service from './credit.service.ts';

export function registerCreditRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listCreditHours, ({ viewer }) => service.listCreditHours(ctx, viewer));
  bindContract(app, ctx, contract.addCreditHours, ({ viewer, body }) =>
    service.addCreditHours(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.updateCreditHours, ({ viewer, params, body }) =>
    service.updateCreditHours(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.deleteCreditHours, ({ viewer, params }) =>
    service.deleteCreditHours(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.listCreditReviews, ({ query }) => listCreditReviews(ctx, query));
  registerCreditFiles(app, ctx);
}

function registerCreditFiles(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: z.output<typeof idParams> }>(
    '/api/credit-files/:id',
    { config: { access: 'signed-in' }, schema: { params: idParams, hide: true }, compress: false },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const file = await service.downloadCreditFile(ctx, viewer, request.params.id);
      reply.header('cache-control', 'private, no-cache');
      if (!file.isShown) reply.header('content-disposition', attachmentNamed(file.name));
      return sendFile(request, reply, file);
    },
  );
}
