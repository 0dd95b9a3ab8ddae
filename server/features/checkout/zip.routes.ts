// Binds the lookup of ZIP codes.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { lookUpZip } from '#shared/features/checkout/checkout.contract.ts';
import { lookUp } from './zip.service.ts';

export function registerZipRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, lookUpZip, ({ params }) => lookUp(params.zip));
}
