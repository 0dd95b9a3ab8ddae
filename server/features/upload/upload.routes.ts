// Binds uploads: the tus endpoint, form data, and how each stands.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerUploadRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
