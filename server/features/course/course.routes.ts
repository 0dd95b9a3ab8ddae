// Binds what everyone may read of courses.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerCourseRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
