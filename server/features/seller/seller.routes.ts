// Binds the shop windows of sellers, and following them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerSellerRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
