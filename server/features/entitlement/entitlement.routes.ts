// Binds how resources and courses stand to the person asking, and what staff give without payment.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as courseContract from '#shared/features/course/course.contract.ts';
import * as contract from '#shared/features/entitlement/grant.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import { giveGrant, listGrants, revokeGrant } from './grant.service.ts';
import { getMyItem } from './standing.service.ts';

export function registerEntitlementRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, resourceContract.getMyResource, ({ viewer, params }) =>
    getMyItem(ctx, viewer, { itemType: 'resource', itemId: params.id }),
  );
  bindContract(app, ctx, courseContract.getMyCourse, ({ viewer, params }) =>
    getMyItem(ctx, viewer, { itemType: 'course', itemId: params.id }),
  );
  bindContract(app, ctx, contract.giveGrant, ({ viewer, body }) => giveGrant(ctx, viewer, body));
  bindContract(app, ctx, contract.listGrants, ({ query }) => listGrants(ctx, query));
  bindContract(app, ctx, contract.revokeGrant, ({ viewer, params, body }) =>
    revokeGrant(ctx, viewer, { ...params, ...body }),
  );
}
