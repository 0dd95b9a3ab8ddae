// Binds quizzes, attempts and their files.
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { sendFile } from '#server/http/send-file.ts';
import { requireViewer } from '#server/http/viewer.ts';
import * as bankContract from '#shared/features/quiz/question-bank.contract.ts';
import * as teachingContract from '#shared/features/quiz/quiz-teaching.contract.ts';
import * as contract from '#shared/features/quiz/quiz.contract.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import * as attempts from './attempt.service.ts';
import * as bank from './question-bank.service.ts';
import * as teaching from './quiz-teaching.service.ts';
import * as service from './quiz.service.ts';

export function registerQuizRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getQuiz, ({ viewer, params }) => service.getQuiz(ctx, viewer, params.id));
  bindContract(app, ctx, contract.getQuizResults, ({ viewer, params, query }) =>
    service.getQuizResults(ctx, viewer, { ...params, ...query }),
  );
  bindContract(app, ctx, contract.startAttempt, ({ viewer, params }) =>
    attempts.startAttempt(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.getAttempt, ({ viewer, params }) =>
    attempts.getAttempt(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.saveAnswer, ({ viewer, params, body }) =>
    attempts.saveAnswer(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.submitAttempt, ({ viewer, params }) =>
    attempts.submitAttempt(ctx, viewer, params.id),
  );
  registerAttemptFiles(app, ctx);
  registerTeaching(app, ctx);
  registerBank(app, ctx);
}

function registerBank(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, bankContract.listTaughtQuestions, ({ viewer, query }) =>
    bank.listTaughtQuestions(ctx, viewer, query),
  );
  bindContract(app, ctx, bankContract.getTaughtQuestion, ({ viewer, params }) =>
    bank.getTaughtQuestion(ctx, viewer, params.id),
  );
  bindContract(app, ctx, bankContract.createBankQuestion, ({ viewer, body }) =>
    bank.createBankQuestion(ctx, viewer, body),
  );
  bindContract(app, ctx, bankContract.updateBankQuestion, ({ viewer, params, body }) =>
    bank.updateBankQuestion(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, bankContract.deleteBankQuestion, ({ viewer, params }) =>
    bank.deleteBankQuestion(ctx, viewer, params.id),
  );
}

function registerTeaching(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, teachingContract.listTaughtQuizzes, ({ viewer, query }) =>
    teaching.listTaughtQuizzes(ctx, viewer, query),
  );
  bindContract(app, ctx, teachingContract.getTaughtQuiz, ({ viewer, params }) =>
    teaching.getTaughtQuiz(ctx, viewer, params.id),
  );
  bindContract(app, ctx, teachingContract.saveQuizAllowance, ({ viewer, params, body }) =>
    teaching.saveQuizAllowance(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, teachingContract.gradeAnswer, ({ viewer, params, body }) =>
    service.gradeAnswer(ctx, viewer, { ...params, ...body }),
  );
}

const fileParams = idParams.extend({ fileId: idText });

function registerAttemptFiles(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: z.output<typeof fileParams> }>(
    '/api/attempts/:id/files/:fileId',
    {
      config: { access: 'signed-in' },
      schema: { params: fileParams, hide: true },
      compress: false,
    },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const file = await attempts.openAttemptFile(ctx, viewer, request.params);
      reply.header('cache-control', 'private, no-cache');
      return sendFile(request, reply, file);
    },
  );
}
