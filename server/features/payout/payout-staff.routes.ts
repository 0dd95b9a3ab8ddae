// Binds what staff do about sellers' money.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  getSellerMoney,
  holdPayouts,
  listHeldSellers,
  listPayoutRuns,
  listStaffPayouts,
  releasePayouts,
  retryPayout,
  runPayoutsNow,
  setSellerFee,
} from '#shared/features/payout/payout-staff.contract.ts';
import {
  changeFee,
  holdSeller,
  listHeld,
  listPayouts,
  listRuns,
  readSellerMoney,
  releaseSeller,
  retryFailed,
  startRunByHand,
} from './payout-staff.service.ts';

export function registerPayoutStaffRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listPayoutRuns, ({ query }) => listRuns(ctx, query));
  bindContract(app, ctx, runPayoutsNow, ({ viewer }) => startRunByHand(ctx, viewer));
  bindContract(app, ctx, listStaffPayouts, ({ query }) => listPayouts(ctx, query));
  bindContract(app, ctx, retryPayout, ({ viewer, params }) => retryFailed(ctx, viewer, params.id));
  bindContract(app, ctx, listHeldSellers, ({ query }) => listHeld(ctx, query));
  bindContract(app, ctx, getSellerMoney, ({ params }) => readSellerMoney(ctx, params.id));
  bindContract(app, ctx, holdPayouts, ({ viewer, params, body }) =>
    holdSeller(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, releasePayouts, ({ viewer, params }) => releaseSeller(ctx, viewer, params.id));
  bindContract(app, ctx, setSellerFee, ({ viewer, params, body }) =>
    changeFee(ctx, viewer, { ...params, ...body }),
  );
}
