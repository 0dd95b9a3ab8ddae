// Binds the dance styles.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerStyleRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
