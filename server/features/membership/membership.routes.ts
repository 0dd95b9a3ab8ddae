// Binds what members get.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/membership/membership.contract.ts';
import * as seatContract from '#shared/features/membership/membership-seat.contract.ts';
import { getBenefits } from './benefit.service.ts';
import { getBookingCredit } from './booking-credit.service.ts';
import { addToLibrary } from './library.service.ts';
import {
  giveUpMembershipSeat,
  inviteToMembership,
  listMembershipSeats,
  reassignMembershipSeat,
  resendMembershipInvitation,
  revokeMembershipSeat,
} from './membership-seat.service.ts';

export function registerMembershipRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getBenefits, ({ viewer }) => getBenefits(ctx, viewer));
  bindContract(app, ctx, contract.getBookingCredit, ({ viewer }) => getBookingCredit(ctx, viewer));
  bindContract(app, ctx, contract.addToLibrary, ({ viewer, body }) => addToLibrary(ctx, viewer, body));
  bindContract(app, ctx, seatContract.listMembershipSeats, ({ viewer }) => listMembershipSeats(ctx, viewer));
  bindContract(app, ctx, seatContract.inviteToMembership, ({ viewer, body }) =>
    inviteToMembership(ctx, viewer, body),
  );
  bindContract(app, ctx, seatContract.resendMembershipInvitation, ({ viewer, params }) =>
    resendMembershipInvitation(ctx, viewer, params),
  );
  bindContract(app, ctx, seatContract.revokeMembershipSeat, ({ viewer, params, body }) =>
    revokeMembershipSeat(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, seatContract.reassignMembershipSeat, ({ viewer, params, body }) =>
    reassignMembershipSeat(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, seatContract.giveUpMembershipSeat, ({ viewer, params }) =>
    giveUpMembershipSeat(ctx, viewer, params),
  );
}
