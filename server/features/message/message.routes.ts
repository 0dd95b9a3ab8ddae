// Binds conversations, messages and their files.
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { attachmentNamed, sendFile } from '#server/http/send-file.ts';
import { requireViewer } from '#server/http/viewer.ts';
import * as staffContract from '#shared/features/message/message-staff.contract.ts';
import * as contract from '#shared/features/message/message.contract.ts';
import { idParams } from '#shared/id.schema.ts';
import * as activity from './message-activity.service.ts';
import * as safety from './message-safety.service.ts';
import * as sending from './message-send.service.ts';
import * as staff from './message-staff.service.ts';
import * as service from './message.service.ts';

export function registerMessageRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listConversations, ({ viewer, query }) =>
    service.listConversations(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.createConversation, ({ viewer, body }) =>
    sending.createConversation(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.getRecipient, ({ viewer, query }) =>
    sending.getRecipient(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.getConversation, ({ viewer, params }) =>
    service.getConversation(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.updateConversation, ({ viewer, params, body }) =>
    service.updateConversation(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.listMessages, ({ viewer, params, query }) =>
    service.listMessages(ctx, viewer, { ...params, ...query }),
  );
  bindContract(app, ctx, contract.sendMessage, ({ viewer, params, body }) =>
    sending.sendMessage(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.markConversationRead, ({ viewer, params, body }) =>
    service.markConversationRead(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.sendTyping, ({ viewer, params }) =>
    activity.sendTyping(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.getMessageSettings, ({ viewer }) =>
    activity.getMessageSettings(ctx, viewer),
  );
  bindContract(app, ctx, contract.updateMessageSettings, ({ viewer, body }) =>
    activity.updateMessageSettings(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.editMessage, ({ viewer, params, body }) =>
    sending.editMessage(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.deleteMessage, ({ viewer, params }) =>
    sending.deleteMessage(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.reportConversation, ({ viewer, params, body }) =>
    staff.reportConversation(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.blockUser, ({ viewer, params }) =>
    safety.blockUser(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.unblockUser, ({ viewer, params }) =>
    safety.unblockUser(ctx, viewer, params.id),
  );
  bindContract(app, ctx, staffContract.listMessageReports, ({ query }) =>
    staff.listMessageReports(ctx, query),
  );
  bindContract(app, ctx, staffContract.getMessageReportCounts, () => staff.getMessageReportCounts(ctx));
  bindContract(app, ctx, staffContract.decideMessageReport, ({ viewer, params, body }) =>
    staff.decideMessageReport(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, staffContract.readConversation, ({ viewer, params, body }) =>
    staff.readConversation(ctx, viewer, { ...params, ...body }),
  );
  registerMessageFiles(app, ctx);
}

function registerMessageFiles(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: z.output<typeof idParams> }>(
    '/api/message-files/:id',
    { config: { access: 'signed-in' }, schema: { params: idParams, hide: true }, compress: false },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const file = await service.downloadMessageFile(ctx, viewer, request.params.id);
      reply.header('cache-control', 'private, no-cache');
      if (!file.isShown) reply.header('content-disposition', attachmentNamed(file.name));
      return sendFile(request, reply, file);
    },
  );
}
