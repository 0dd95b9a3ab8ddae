// Binds uploads: the tus endpoint, form data, and their state.
import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { describeAlso } from '#server/http/openapi.ts';
import { requireViewer } from '#server/http/viewer.ts';
import { AppError } from '#shared/errors.ts';
import * as contract from '#shared/features/upload/upload.contract.ts';
import { MAX_FILE_BYTES, TUS_PATH } from '#shared/features/upload/upload.rules.ts';
import { uploadFiles } from './upload-start.service.ts';
import { createTusHandler, TUS_ENDPOINT_DOCS, type TusCall } from './upload-tus.ts';
import { getUpload, listUploads, deleteUpload } from './upload.service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any of the body is read. */
    sender: TusCall['viewer'] | null;
  }
}

const PART_TYPE = 'application/offset+octet-stream';

export function registerUploadRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listUploads, ({ viewer }) => listUploads(ctx, viewer));
  bindContract(app, ctx, contract.getUpload, ({ viewer, params }) => getUpload(ctx, viewer, params.id));
  bindContract(app, ctx, contract.deleteUpload, ({ viewer, params }) => deleteUpload(ctx, viewer, params.id));
  bindContract(app, ctx, contract.uploadFiles, async ({ viewer, files, request }) => ({
    uploads: await uploadFiles(ctx, viewer, files, Number(request.headers['content-length'] ?? 0)),
  }));
  app.decorateRequest('sender', null);
  void app.register(async (scope) => registerTus(scope, ctx));
}

/** Runs before the body is read, so unauthorized requests cost nothing. */
function admitSender(ctx: AppContext) {
  return async (request: FastifyRequest): Promise<void> => {
    request.sender = await requireViewer(ctx, request);
  };
}

function senderOf({ sender }: FastifyRequest): TusCall['viewer'] {
  if (!sender) throw new AppError('unauthenticated', 'Please sign in to continue.');
  return sender;
}

function registerTus(scope: FastifyInstance, ctx: AppContext): void {
  const handle = createTusHandler(ctx);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(PART_TYPE, { bodyLimit: MAX_FILE_BYTES }, (_request, payload, parsed) =>
    parsed(null, payload),
  );
  const common = { onRequest: admitSender(ctx) };
  const answer = async (request: FastifyRequest, reply: FastifyReply, id?: string) => {
    const viewer = senderOf(request);
    const part = openPart(request.body);
    try {
      const call = { viewer, request: asWebRequest(request, part.stream), ...(id && { id }) };
      const { status, headers, body } = await handle(call);
      return await reply
        .code(status)
        .headers(Object.fromEntries(headers))
        .send(body || undefined);
    } finally {
      part.discardRest();
    }
  };
  for (const method of ['POST', 'OPTIONS'] as const) {
    scope.route({
      ...common,
      ...describedTus(method),
      method,
      url: TUS_PATH,
      handler: (request, reply) => answer(request, reply),
    });
  }
  for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
    scope.route<{ Params: { id: string } }>({
      ...common,
      ...describedTus(method),
      method,
      url: `${TUS_PATH}/:id`,
      handler: (request, reply) => answer(request, reply, request.params.id),
    });
  }
}

/** For the API docs only; the library validates the headers. */
function describedTus(method: keyof typeof TUS_ENDPOINT_DOCS) {
  const { summary, ...docs } = TUS_ENDPOINT_DOCS[method];
  return {
    config: { access: 'signed-in', swagger: { exposeHeadRoute: true }, swaggerTransform: describeAlso(docs) },
    schema: {
      summary,
      description:
        'Needs sign-in. The tus protocol, version 1.0.0: https://tus.io/protocols/resumable-upload',
      tags: ['uploads'],
      ...(method === 'PATCH' && { consumes: [PART_TYPE] }),
    },
  } as const;
}

/**
 * The body of a request, never held whole. A part may be refused before it has been read to its end; unless the rest is
 * read too, the browser's next request on the same connection waits behind it until the connection times out.
 */
function openPart(body: unknown): { stream: ReadableStream<Uint8Array> | null; discardRest(): void } {
  if (!(body instanceof Readable)) return { stream: null, discardRest() {} };
  const part = new PassThrough();
  body.once('close', () => {
    if (!body.readableEnded) part.destroy(new Error('The connection was lost.'));
  });
  return {
    stream: Readable.toWeb(body.pipe(part)) as ReadableStream<Uint8Array>,
    discardRest() {
      body.unpipe(part);
      body.resume();
    },
  };
}

/** The request as the tus library reads it. */
function asWebRequest(
  { raw, method, url }: FastifyRequest,
  stream: ReadableStream<Uint8Array> | null,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    // Forwarded headers are handled by Fastify.
    if (value !== undefined && !name.startsWith('x-forwarded')) headers.set(name, String(value));
  }
  return new Request(new URL(url, 'http://uploads.internal'), {
    method,
    headers,
    ...(stream && { body: stream, duplex: 'half' }),
  });
}
