// Binds free times.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/reservation/reservation.contract.ts';
import { getOpenTime, listSlots } from './slot.service.ts';

export function registerReservationRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listSlots, ({ viewer, params, query }) =>
    listSlots(ctx, viewer, { ...params, ...query }),
  );
  bindContract(app, ctx, contract.getOpenTime, ({ viewer }) => getOpenTime(ctx, viewer));
}
