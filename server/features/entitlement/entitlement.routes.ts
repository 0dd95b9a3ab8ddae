// Endpoints for grants, and for the viewer's access to resources and courses.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/entitlement/grant.contract.ts';
import { createGrant, listGrants, revokeGrant } from './grant.service.ts';

export function registerEntitlementRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.createGrant, ({ viewer, body }) => createGrant(ctx, viewer, body));
  bindContract(app, ctx, contract.listGrants, ({ query }) => listGrants(ctx, query));
  bindContract(app, ctx, contract.revokeGrant, ({ viewer, params, body }) =>
    revokeGrant(ctx, viewer, { ...params, ...body }),
  );
}
