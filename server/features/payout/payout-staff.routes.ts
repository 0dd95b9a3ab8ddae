// Binds what staff do about sellers' money.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/payout/payout-staff.contract.ts';
import {
  setSellerFee,
  holdPayouts,
  listHeldSellers,
  listStaffPayouts,
  listPayoutRuns,
  getSellerMoney,
  releasePayouts,
  retryPayout,
  runPayoutsNow,
} from './payout-staff.service.ts';

export function registerPayoutStaffRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listPayoutRuns, ({ query }) => listPayoutRuns(ctx, query));
  bindContract(app, ctx, contract.runPayoutsNow, ({ viewer }) => runPayoutsNow(ctx, viewer));
  bindContract(app, ctx, contract.listStaffPayouts, ({ query }) => listStaffPayouts(ctx, query));
  bindContract(app, ctx, contract.retryPayout, ({ viewer, params }) => retryPayout(ctx, viewer, params.id));
  bindContract(app, ctx, contract.listHeldSellers, ({ query }) => listHeldSellers(ctx, query));
  bindContract(app, ctx, contract.getSellerMoney, ({ params }) => getSellerMoney(ctx, params.id));
  bindContract(app, ctx, contract.holdPayouts, ({ viewer, params, body }) =>
    holdPayouts(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.releasePayouts, ({ viewer, params }) =>
    releasePayouts(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.setSellerFee, ({ viewer, params, body }) =>
    setSellerFee(ctx, viewer, { ...params, ...body }),
  );
}
