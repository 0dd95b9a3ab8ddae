// Exporting personal data and deleting the account, over HTTP.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { clearSessionCookie } from '#server/http/viewer.ts';
import * as contract from '#shared/features/privacy/privacy.contract.ts';
import { deleteAccount, exportAccount, listAccountLosses } from './privacy.service.ts';

export function registerPrivacyRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.exportAccount, ({ viewer, reply }) => {
    reply.header('content-disposition', 'attachment; filename="my-account.json"');
    return exportAccount(ctx, viewer);
  });

  bindContract(app, ctx, contract.listAccountLosses, ({ viewer }) => listAccountLosses(ctx, viewer));

  bindContract(app, ctx, contract.deleteAccount, async ({ viewer, body, reply }) => {
    await deleteAccount(ctx, viewer, body);
    clearSessionCookie(reply);
  });
}
