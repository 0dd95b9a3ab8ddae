// Binds rights notices: what officers decide and sellers answer.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerNoticeRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
