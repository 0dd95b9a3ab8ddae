// Binds reviews of resources and courses.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerReviewRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
