// Binds the passport.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/certificate/passport.contract.ts';
import { decideCreditHours, downloadPassport } from './passport.service.ts';

export function registerPassportRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.downloadPassport, ({ viewer }) => downloadPassport(ctx, viewer));
  bindContract(app, ctx, contract.decideCreditHours, ({ viewer, params, body }) =>
    decideCreditHours(ctx, viewer, { ...params, ...body }),
  );
}
