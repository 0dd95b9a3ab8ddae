// Binds what officers do with sellers.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerSellerStaffRoutes(_app: FastifyInstance, _ctx: AppContext): void {}
