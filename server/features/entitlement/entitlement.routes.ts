// Binds how resources and courses stand to the person asking, and what staff give without payment.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { getMyCourse } from '#shared/features/course/course.contract.ts';
import { giveGrant, listGrants, revokeGrant } from '#shared/features/entitlement/grant.contract.ts';
import { getMyResource } from '#shared/features/resource/resource.contract.ts';
import { give, listGiven, takeGrantBack } from './grant.service.ts';
import { getMyItem } from './standing.service.ts';

export function registerEntitlementRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, getMyResource, ({ viewer, params }) =>
    getMyItem(ctx, viewer, { itemType: 'resource', itemId: params.id }),
  );
  bindContract(app, ctx, getMyCourse, ({ viewer, params }) =>
    getMyItem(ctx, viewer, { itemType: 'course', itemId: params.id }),
  );
  bindContract(app, ctx, giveGrant, ({ viewer, body }) => give(ctx, viewer, body));
  bindContract(app, ctx, listGrants, ({ query }) => listGiven(ctx, query));
  bindContract(app, ctx, revokeGrant, ({ viewer, params, body }) =>
    takeGrantBack(ctx, viewer, { ...params, ...body }),
  );
}
