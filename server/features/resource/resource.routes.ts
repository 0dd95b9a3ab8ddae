// Binds what everyone may read of the curriculum store.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerResourceRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
