// Binds the lookup of ZIP codes.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/checkout/checkout.contract.ts';
import { lookUpZip } from './zip.service.ts';

export function registerZipRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.lookUpZip, ({ params }) => lookUpZip(params.zip));
}
