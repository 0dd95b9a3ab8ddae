// Binds the dance styles.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { listStyles } from '#shared/features/style/style.contract.ts';
import { listAllStyles } from './style.service.ts';

export function registerStyleRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listStyles, () => listAllStyles(ctx));
}
