// What a buyer's browser says to the sandbox bank itself, as it would to Stripe's.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/checkout/checkout.contract.ts';
import { confirmSandboxPayment } from './sandbox.service.ts';

export function registerSandboxRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.confirmSandboxPayment, ({ body }) => confirmSandboxPayment(ctx, body));
}
