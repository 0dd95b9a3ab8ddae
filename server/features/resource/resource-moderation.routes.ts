// Binds what officers do with resources.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerResourceModerationRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
