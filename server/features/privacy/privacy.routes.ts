// Binds the contracts about a person's own data.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { clearSessionCookie } from '#server/http/viewer.ts';
import * as profile from '#shared/features/profile/profile.contract.ts';
import { deleteAccount, exportAccount } from './privacy.service.ts';

export function registerAccountDataRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, profile.exportAccount, ({ viewer, reply }) => {
    reply.header('content-disposition', 'attachment; filename="my-account.json"');
    return exportAccount(ctx, viewer);
  });

  bindContract(app, ctx, profile.deleteAccount, async ({ viewer, body, reply }) => {
    await deleteAccount(ctx, viewer, body);
    clearSessionCookie(reply);
  });
}
