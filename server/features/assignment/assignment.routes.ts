// Binds assignments, grading and the files learners hand in.
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { attachmentNamed, sendFile } from '#server/http/send-file.ts';
import { requireViewer } from '#server/http/viewer.ts';
import * as contract from '#shared/features/assignment/assignment.contract.ts';
import { idParams } from '#shared/id.schema.ts';
import * as assessment from './assessment.service.ts';
import * as service from './assignment.service.ts';
import * as booked from './booked-session.service.ts';
import * as grading from './grading.service.ts';

export function registerAssignmentRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getAssignment, ({ viewer, params }) =>
    service.getAssignment(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.listAssessmentSessions, ({ viewer, params }) =>
    booked.listAssessmentSessions(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.submitAssignment, ({ viewer, params, body }) =>
    service.submitAssignment(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.listSubmissionsToGrade, ({ viewer, query }) =>
    grading.listSubmissionsToGrade(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.getSubmission, ({ viewer, params }) =>
    grading.getSubmission(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.addSubmissionComment, ({ viewer, params, body }) =>
    grading.addSubmissionComment(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.deleteSubmissionComment, ({ viewer, params }) =>
    grading.deleteSubmissionComment(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.gradeSubmission, ({ viewer, params, body }) =>
    grading.gradeSubmission(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.setAssessmentSession, ({ viewer, params, body }) =>
    assessment.setAssessmentSession(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.listCourseAssessors, ({ viewer, params }) =>
    assessment.listCourseAssessors(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.addCourseAssessor, ({ viewer, params, body }) =>
    assessment.addCourseAssessor(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.removeCourseAssessor, ({ viewer, params }) =>
    assessment.removeCourseAssessor(ctx, viewer, params),
  );
  registerSubmissionFiles(app, ctx);
}

function registerSubmissionFiles(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: z.output<typeof idParams> }>(
    '/api/submission-files/:id',
    { config: { access: 'signed-in' }, schema: { params: idParams, hide: true }, compress: false },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const file = await service.openSubmissionFile(ctx, viewer, request.params.id);
      reply.header('cache-control', 'private, no-cache');
      if (!file.isShown) reply.header('content-disposition', attachmentNamed(file.name));
      return sendFile(request, reply, file);
    },
  );
}
