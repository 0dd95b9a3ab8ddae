// Binds the public directory of instructors.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/connect/connect.contract.ts';
import { getInstructor, getInstructorFacets, listInstructors } from './connect.service.ts';

export function registerConnectRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listInstructors, ({ query }) => listInstructors(ctx, query));
  bindContract(app, ctx, contract.getInstructorFacets, ({ query }) => getInstructorFacets(ctx, query));
  bindContract(app, ctx, contract.getInstructor, ({ params }) => getInstructor(ctx, params.id));
}
