// Binds a contract entry to a Fastify route: validation in, permission, declared fields out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/features/account/account.service.ts';
import type { Access, Contract, ContractParsed, ContractResult } from '#shared/contract.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { admit, sessionToken } from './viewer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. A route without one stops the start. */
    access?: Access;
  }
}

export type Call<C extends Contract> = ContractParsed<C> & {
  viewer: C['access'] extends 'public' ? Viewer | null : Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Handler<C extends Contract> = (call: Call<C>) => ContractResult<C> | Promise<ContractResult<C>>;

export function bindContract<C extends Contract>(
  app: FastifyInstance,
  ctx: AppContext,
  contract: C,
  handle: Handler<C>,
): void {
  const successStatus = contract.response ? (contract.status ?? 200) : 204;
  app.route({
    method: contract.method,
    url: contract.path,
    config: { access: contract.access },
    schema: schemaOf(contract, successStatus),
    // Before the body is read: a refused caller cannot make the server parse anything.
    onRequest(request, _reply, done) {
      // Most calls: a guest reads what is public.
      if (!contract.rateLimit && contract.access === 'public' && !sessionToken(request)) return done();
      guard(ctx, contract, request).then(() => done(), done);
    },
    async handler(request, reply) {
      const { params, query, body, viewer } = request;
      const result = await handle({ params, query, body, viewer, request, reply } as Call<C>);
      // What an endpoint answers is of this moment and often of one person.
      reply.code(successStatus).header('cache-control', 'no-store');
      // A body parameter of undefined would make Fastify wait for a later send.
      return contract.response ? result : reply.send();
    },
  });
}

async function guard(ctx: AppContext, contract: Contract, request: FastifyRequest): Promise<void> {
  const { rateLimit, method, path, access } = contract;
  if (rateLimit) await ctx.limiter.take(`${method} ${path} ${request.ip}`, rateLimit);
  request.viewer = await admit(ctx, request, access);
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}

const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string().optional(), message: z.string() })).optional(),
});

function schemaOf(contract: Contract, successStatus: number) {
  const { params, query, body, response, summary } = contract;
  return {
    summary,
    description: accessText(contract.access),
    tags: [contract.path.split('/')[2] ?? 'api'],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: {
      [successStatus]: response ?? z.null().describe('No content'),
      ...Object.fromEntries(
        errorCodes(contract).map((code) => [ERROR_STATUS[code], errorBody.describe(code)]),
      ),
    },
  };
}

/** What any endpoint of this shape can answer, besides what it names itself. */
function errorCodes(contract: Contract): ErrorCode[] {
  const codes = new Set<ErrorCode>(contract.errors);
  if (contract.params || contract.query || contract.body) codes.add('validation_failed');
  if (contract.access !== 'public') codes.add('unauthenticated');
  if (typeof contract.access === 'object') codes.add('forbidden');
  if (contract.rateLimit) codes.add('too_many_requests');
  return [...codes];
}

function accessText(access: Access): string {
  if (access === 'public') return 'Open to everyone.';
  if (access === 'signed-in') return 'Needs sign-in.';
  return `Needs the permission ${access.permission}.`;
}

/** Fastify calls this for each route as it is added; throwing stops the start. */
export function requireAccess(route: { url: string; method: unknown; config?: { access?: Access } }): void {
  if (route.config?.access === undefined) {
    throw new Error(`The route ${String(route.method)} ${route.url} does not declare who may call it.`);
  }
}
