// Binds what members get.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/membership/membership.contract.ts';
import { getBenefits } from './benefit.service.ts';
import { addToLibrary } from './library.service.ts';

export function registerMembershipRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getBenefits, ({ viewer }) => getBenefits(ctx, viewer));
  bindContract(app, ctx, contract.addToLibrary, ({ viewer, body }) => addToLibrary(ctx, viewer, body));
}
