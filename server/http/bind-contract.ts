// Binds a contract entry to a Fastify route: validation in, permission, declared fields out.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { Access, Contract, ContractParsed, ContractResult, Download } from '#shared/contract.ts';
import { AppError, ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import { measured } from '#server/integrations/storage.ts';
import { addFormRoute, filesOf, formBody, type FormFile } from './form-files.ts';
import { FILE_BODY, describeAlso } from './openapi.ts';
import { refuseZeroBytes } from './errors.ts';
import { admit, sessionToken } from './viewer.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every operation of the API, in the order of their binding. */
    contracts: Set<Contract>;
  }
  interface FastifyContextConfig {
    /** Who may call the route. A route without it aborts the startup. */
    access?: Access;
  }
}

export type Call<C extends Contract> = ContractParsed<C> & {
  viewer: C['access'] extends 'public' ? Viewer | null : Viewer;
  /** The uploaded file; a file longer than the contract allows ends with an error for the sender. */
  file: C['upload'] extends object ? Readable : undefined;
  /** The files of a form; each must be read to its end before the next arrives. */
  files: C['form'] extends object ? AsyncIterable<FormFile> : undefined;
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
  app.contracts.add(contract);
  const successStatus = contract.response || contract.download ? (contract.status ?? 200) : 204;
  addRoute(app, contract, {
    method: contract.method,
    url: contract.path,
    config: { access: contract.access, ...describedBody(contract) },
    schema: schemaOf(contract, successStatus),
    // Before the body is read, so that a rejected caller cannot make the server parse anything.
    onRequest(request, _reply, done) {
      // The common case: a guest reading public data.
      if (!contract.rateLimit && contract.access === 'public' && !sessionToken(request)) return done();
      guard(ctx, contract, request).then(() => done(), done);
    },
    preValidation(request, _reply, done) {
      const { params, query, body } = request;
      // Files are not text, and form fields are checked as they arrive.
      done(refuseZeroBytes({ params, query, ...(contract.body && { body }) }));
    },
    async handler(request, reply) {
      const { params, query, body, viewer } = request;
      const { upload, form } = contract;
      const file = upload ? fileOf(request, upload.maxBytes) : undefined;
      const files = form ? filesOf(request) : undefined;
      const result = await handle({ params, query, body, file, files, viewer, request, reply } as Call<C>);
      // Responses are current and often personal: never cached.
      reply.code(successStatus).header('cache-control', 'no-store');
      if (contract.download) return sendDownload(reply, contract.download, result as Download);
      if (contract.mayBeEmpty && result === undefined) return reply.code(204).send();
      // A body parameter of undefined would make Fastify wait for a later send.
      return contract.response ? result : reply.send();
    },
  });
}

/** Raw file bodies, only for routes that declare them, in a scope of their own. */
function addRoute(app: FastifyInstance, { upload, form }: Contract, route: RouteOptions): void {
  if (form) {
    addFormRoute(app, form, route);
    return;
  }
  if (!upload) {
    app.route(route);
    return;
  }
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FILE_TYPES, { bodyLimit: upload.maxBytes }, (_request, payload, parsed) =>
      parsed(null, payload),
    );
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(notAFile()));
    scope.route(route);
    done();
  });
}

function describedBody({ upload, form }: Contract) {
  if (form) return { swaggerTransform: describeAlso({ body: formBody(form) }) };
  return upload ? { swaggerTransform: describeAlso({ body: FILE_BODY }) } : {};
}

/** The file's content decides its type, not this header; but forms on other sites cannot send these types. */
const FILE_TYPES = /^(image\/[\w.+-]+|application\/octet-stream)$/;

function notAFile(): AppError {
  return new AppError(
    'unsupported_media_type',
    'Send the file itself, as image/* or application/octet-stream.',
  );
}

/** Enforces the limit whatever length was announced; no body is an empty file. */
function fileOf({ body }: FastifyRequest, maxBytes: number): Readable {
  const parts = body instanceof Readable ? partsOf(body) : [];
  return measured(Readable.from(parts, { objectMode: false }), maxBytes).stream;
}

/**
 * A file rejected halfway must not close the connection, or the sender would never see the reason: the rest is read
 * and discarded, for as long as a request may take.
 */
async function* partsOf(request: Readable): AsyncGenerator<Buffer> {
  try {
    // Not `yield*`, which would pass the error on to the request and destroy it.
    for await (const part of request.iterator({ destroyOnReturn: false })) yield part as Buffer;
  } finally {
    request.resume();
  }
}

function sendDownload(
  reply: FastifyReply,
  type: string,
  { content, fileName, contentType = `${type}; charset=utf-8` }: Download,
): FastifyReply {
  return reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(content));
}

async function guard(ctx: AppContext, contract: Contract, request: FastifyRequest): Promise<void> {
  const { rateLimit, method, path, access } = contract;
  const countRateLimit = async (who: string) => {
    if (rateLimit) await ctx.limiter.take(`${method} ${path} ${who}`, rateLimit);
  };
  // Public endpoints are limited by address, in parallel with finding the viewer.
  const counted = access === 'public' ? countRateLimit(addressKey(request.ip)) : undefined;
  [request.viewer] = await Promise.all([admit(ctx, request, access), counted]);
  // Signed-in users are limited individually: a whole school may share one address.
  if (access !== 'public') await countRateLimit(`user ${request.viewer?.id}`);
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
    ...(contract.upload && { consumes: ['application/octet-stream'] }),
    ...(contract.form && { consumes: ['multipart/form-data'] }),
    ...(contract.download && { produces: [contract.download] }),
    response: {
      [successStatus]: contract.download ? z.string() : (response ?? z.null().describe('No content')),
      ...(contract.mayBeEmpty && { 204: z.null().describe('No content') }),
      ...Object.fromEntries(
        errorCodes(contract).map((code) => [ERROR_STATUS[code], errorBody.describe(code)]),
      ),
    },
  };
}

/** Errors any endpoint of this shape can return, in addition to its own. */
function errorCodes(contract: Contract): ErrorCode[] {
  const codes = new Set<ErrorCode>(contract.errors);
  if (contract.params || contract.query || contract.body) codes.add('validation_failed');
  if (contract.access !== 'public') codes.add('unauthenticated');
  if (typeof contract.access === 'object') codes.add('forbidden');
  if (contract.upload || contract.form) codes.add('payload_too_large').add('unsupported_media_type');
  if (contract.rateLimit) codes.add('too_many_requests');
  return [...codes];
}

function accessText(access: Access): string {
  if (access === 'public') return 'Open to everyone.';
  if (access === 'signed-in') return 'Needs sign-in.';
  return `Needs the permission ${access.permission}.`;
}

/** Fastify calls this for each added route; throwing aborts the startup. */
export function requireAccess(route: { url: string; method: unknown; config?: { access?: Access } }): void {
  if (route.config?.access === undefined) {
    throw new Error(`The route ${String(route.method)} ${route.url} does not declare who may call it.`);
  }
}
