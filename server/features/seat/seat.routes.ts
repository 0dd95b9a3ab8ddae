// Binds licences, their seats and the invitations to them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  acceptInvitation,
  declineInvitation,
  exportSeats,
  getInvitation,
  getLicence,
  inviteTeacher,
  listLicences,
  listSeats,
  listTeachers,
  reassignSeat,
  resendInvitation,
  returnSeat,
  revokeSeat,
} from '#shared/features/seat/seat.contract.ts';
import { accept, decline, readInvitation } from './invitation.service.ts';
import {
  exportOwnSeats,
  listOwnLicences,
  listOwnSeats,
  listOwnTeachers,
  readLicence,
} from './licence.service.ts';
import { giveBack, invite, reassign, resend, revoke } from './seat.service.ts';

export function registerSeatRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listLicences, ({ viewer, query }) => listOwnLicences(ctx, viewer, query));
  bindContract(app, ctx, getLicence, ({ viewer, params }) => readLicence(ctx, viewer, params.id));
  bindContract(app, ctx, listSeats, ({ viewer, params, query }) =>
    listOwnSeats(ctx, viewer, { ...params, ...query }),
  );
  bindContract(app, ctx, inviteTeacher, ({ viewer, params, body }) =>
    invite(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, resendInvitation, ({ viewer, params }) => resend(ctx, viewer, params));
  bindContract(app, ctx, revokeSeat, ({ viewer, params, body }) =>
    revoke(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, reassignSeat, ({ viewer, params, body }) =>
    reassign(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, returnSeat, ({ viewer, params }) => giveBack(ctx, viewer, params));
  bindContract(app, ctx, listTeachers, ({ viewer, query }) => listOwnTeachers(ctx, viewer, query));
  bindContract(app, ctx, exportSeats, ({ viewer }) => exportOwnSeats(ctx, viewer));
  bindContract(app, ctx, getInvitation, ({ viewer, params }) => readInvitation(ctx, viewer, params.key));
  bindContract(app, ctx, acceptInvitation, ({ viewer, params }) => accept(ctx, viewer, params.key));
  bindContract(app, ctx, declineInvitation, ({ params }) => decline(ctx, params.key));
}
