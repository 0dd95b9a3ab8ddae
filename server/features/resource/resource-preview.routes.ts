// Serves what may be seen of a resource before buying, and the pictures of resources and courses.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerResourcePreviewRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
