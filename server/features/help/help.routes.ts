// Help articles over HTTP.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/help/help.contract.ts';
import * as service from './help.service.ts';

export function registerHelpRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listHelpArticles, ({ query }) => service.listHelpArticles(ctx, query.q));
  bindContract(app, ctx, contract.getHelpArticle, ({ params }) => service.getHelpArticle(ctx, params.slug));
  bindContract(app, ctx, contract.listStaffHelpArticles, () => service.listStaffHelpArticles(ctx));
  bindContract(app, ctx, contract.createHelpArticle, ({ viewer, body }) =>
    service.createHelpArticle(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.updateHelpArticle, ({ viewer, params, body }) =>
    service.updateHelpArticle(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.deleteHelpArticle, ({ viewer, params }) =>
    service.deleteHelpArticle(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.reorderHelpArticles, ({ viewer, body }) =>
    service.reorderHelpArticles(ctx, viewer, body.ids),
  );
  bindContract(app, ctx, contract.previewHelpArticle, ({ body }) => service.previewHelpArticle(body.text));
}
