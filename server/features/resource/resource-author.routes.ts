// Binds what sellers do with their own resources.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerResourceAuthorRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
