// Binds what people do with resources that are theirs: taking free ones, downloading, reporting.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerResourceOwnedRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
