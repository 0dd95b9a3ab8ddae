// Binds the wish list.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerWishlistRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
