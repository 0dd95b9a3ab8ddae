// Endpoints for licences, seats and invitations.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/seat/seat.contract.ts';
import { acceptInvitation, declineInvitation, getInvitation } from './invitation.service.ts';
import { exportSeats, listLicences, listSeats, listTeachers, getLicence } from './licence.service.ts';
import { giveUpSeat, inviteTeacher, reassignSeat, resendInvitation, revokeSeat } from './seat.service.ts';

export function registerSeatRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listLicences, ({ viewer, query }) => listLicences(ctx, viewer, query));
  bindContract(app, ctx, contract.getLicence, ({ viewer, params }) => getLicence(ctx, viewer, params.id));
  bindContract(app, ctx, contract.listSeats, ({ viewer, params, query }) =>
    listSeats(ctx, viewer, { ...params, ...query }),
  );
  bindContract(app, ctx, contract.inviteTeacher, ({ viewer, params, body }) =>
    inviteTeacher(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.resendInvitation, ({ viewer, params }) =>
    resendInvitation(ctx, viewer, params),
  );
  bindContract(app, ctx, contract.revokeSeat, ({ viewer, params, body }) =>
    revokeSeat(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.reassignSeat, ({ viewer, params, body }) =>
    reassignSeat(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.giveUpSeat, ({ viewer, params }) => giveUpSeat(ctx, viewer, params));
  bindContract(app, ctx, contract.listTeachers, ({ viewer, query }) => listTeachers(ctx, viewer, query));
  bindContract(app, ctx, contract.exportSeats, ({ viewer }) => exportSeats(ctx, viewer));
  bindContract(app, ctx, contract.getInvitation, ({ viewer, params }) =>
    getInvitation(ctx, viewer, params.key),
  );
  bindContract(app, ctx, contract.acceptInvitation, ({ viewer, params }) =>
    acceptInvitation(ctx, viewer, params.key),
  );
  bindContract(app, ctx, contract.declineInvitation, ({ params }) => declineInvitation(ctx, params.key));
}
