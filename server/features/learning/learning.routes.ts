// Binds the classroom, files of courses, enrollments and notes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { attachmentNamed, sendFile } from '#server/http/send-file.ts';
import { admit } from '#server/http/viewer.ts';
import * as contract from '#shared/features/learning/learning.contract.ts';
import { idParams } from '#shared/id.schema.ts';
import {
  getCertificateProgress,
  getCertificateRequirements,
  repeatCourse,
} from './certificate-progress.service.ts';
import { openCourseFile, openDocumentPage, type OpenedFile } from './course-file.service.ts';
import { createEnrollment, enrollForFree, listEnrollments, listOwnGrades } from './enrollment.service.ts';
import { getClassroom, getFreeLesson, getLesson } from './learning.service.ts';
import { createNote, deleteNote, exportNotes, listNotes, updateNote } from './note.service.ts';

export function registerLearningRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getClassroom, ({ viewer, params }) => getClassroom(ctx, viewer, params.id));
  bindContract(app, ctx, contract.getLesson, ({ viewer, params }) => getLesson(ctx, viewer, params.id));
  bindContract(app, ctx, contract.listOwnGrades, ({ viewer }) => listOwnGrades(ctx, viewer));
  bindContract(app, ctx, contract.getFreeLesson, ({ viewer, params }) => getFreeLesson(ctx, viewer, params));
  bindContract(app, ctx, contract.listEnrollments, ({ viewer }) => listEnrollments(ctx, viewer));
  bindContract(app, ctx, contract.createEnrollment, ({ viewer, body }) =>
    createEnrollment(ctx, viewer, body.courseId),
  );
  bindContract(app, ctx, contract.enrollForFree, ({ viewer, params }) =>
    enrollForFree(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.getCertificateRequirements, ({ viewer, params }) =>
    getCertificateRequirements(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.getCertificateProgress, ({ viewer, params }) =>
    getCertificateProgress(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.repeatCourse, ({ viewer, params }) => repeatCourse(ctx, viewer, params.id));
  bindContract(app, ctx, contract.listNotes, ({ viewer, params }) => listNotes(ctx, viewer, params.id));
  bindContract(app, ctx, contract.exportNotes, ({ viewer, params, query }) =>
    exportNotes(ctx, viewer, { ...params, ...query }),
  );
  bindContract(app, ctx, contract.createNote, ({ viewer, params, body }) =>
    createNote(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.updateNote, ({ viewer, params, body }) =>
    updateNote(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.deleteNote, ({ viewer, params }) => deleteNote(ctx, viewer, params.id));
  registerCourseFiles(app, ctx);
}

const pageParams = idParams.extend({ page: idParams.shape.id });

function registerCourseFiles(app: FastifyInstance, ctx: AppContext): void {
  const open = { config: { access: 'public' }, compress: false } as const;
  app.get<{ Params: z.output<typeof idParams>; Querystring: { download?: string } }>(
    '/api/course-files/:id',
    { ...open, schema: { params: idParams, hide: true } },
    async (request, reply) => {
      const viewer = await admit(ctx, request, 'public');
      const file = await openCourseFile(ctx, viewer, request.params.id);
      return send(request, reply, file, request.query.download !== undefined);
    },
  );
  app.get<{ Params: z.output<typeof pageParams> }>(
    '/api/course-files/:id/pages/:page',
    { ...open, schema: { params: pageParams, hide: true } },
    async (request, reply) => {
      const viewer = await admit(ctx, request, 'public');
      const asked = { ...request.params, address: request.ip };
      return send(request, reply, await openDocumentPage(ctx, viewer, asked), false);
    },
  );
}

/** Never from a shared cache, and asked for again each time: access may have ended meanwhile. */
function send(request: FastifyRequest, reply: FastifyReply, file: OpenedFile, isDownload: boolean) {
  reply.header('cache-control', 'private, no-cache');
  if (isDownload || !file.isInline) reply.header('content-disposition', attachmentNamed(file.name));
  const contentType = file.isInline ? file.contentType : 'application/octet-stream';
  return sendFile(request, reply, { ...file, contentType });
}
