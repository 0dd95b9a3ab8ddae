// Binds what everyone may read of categories.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerCategoryRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
