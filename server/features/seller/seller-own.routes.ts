// Binds a seller’s own shop: its settings and its numbers.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerOwnStoreRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
