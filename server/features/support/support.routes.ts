// Support over HTTP.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as staffContract from '#shared/features/support/support-staff.contract.ts';
import * as contract from '#shared/features/support/support.contract.ts';
import * as replies from './saved-reply.service.ts';
import * as staff from './support-staff.service.ts';
import * as service from './support.service.ts';

export function registerSupportRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.contactSupport, ({ viewer, body }) =>
    service.contactSupport(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.getGuestRequest, ({ params }) => service.getGuestRequest(ctx, params.key));
  bindContract(app, ctx, contract.replyAsGuest, ({ params, body }) =>
    service.replyAsGuest(ctx, { ...params, ...body }),
  );
  bindContract(app, ctx, staffContract.listSupportRequests, ({ viewer, query }) =>
    staff.listSupportRequests(ctx, viewer, query),
  );
  bindContract(app, ctx, staffContract.getSupportRequest, ({ params }) =>
    staff.getSupportRequest(ctx, params.id),
  );
  bindContract(app, ctx, staffContract.updateSupportRequest, ({ viewer, params, body }) =>
    staff.updateSupportRequest(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, staffContract.replyToSupportRequest, ({ viewer, params, body }) =>
    staff.replyToSupportRequest(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, staffContract.addSupportNote, ({ viewer, params, body }) =>
    staff.addSupportNote(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, staffContract.listSavedReplies, () => replies.listSavedReplies(ctx));
  bindContract(app, ctx, staffContract.createSavedReply, ({ viewer, body }) =>
    replies.createSavedReply(ctx, viewer, body),
  );
  bindContract(app, ctx, staffContract.updateSavedReply, ({ viewer, params, body }) =>
    replies.updateSavedReply(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, staffContract.deleteSavedReply, ({ viewer, params }) =>
    replies.deleteSavedReply(ctx, viewer, params.id),
  );
}
