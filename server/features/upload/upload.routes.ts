// Binds uploads: the tus endpoint, form data, and how each stands.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { admitPerson } from '#server/http/viewer.ts';
import { AppError } from '#shared/errors.ts';
import {
  deleteUpload,
  getUpload,
  listUploads,
  uploadSchema,
} from '#shared/features/upload/upload.contract.ts';
import { MAX_FILE_BYTES, MAX_MULTI_FILES, TUS_PATH } from '#shared/features/upload/upload.rules.ts';
import { keepForm, type FormFile } from './upload-form.service.ts';
import { createTusHandler, type TusCall } from './upload-tus.ts';
import { getUploadOf, listUploadsOf, throwAway } from './upload.service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends it; known before a byte of the body is read. */
    sender: TusCall['viewer'] | null;
  }
}

const PART_TYPE = 'application/offset+octet-stream';

export function registerUploadRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listUploads, ({ viewer }) => listUploadsOf(ctx, viewer));
  bindContract(app, ctx, getUpload, ({ viewer, params }) => getUploadOf(ctx, viewer, params.id));
  bindContract(app, ctx, deleteUpload, ({ viewer, params }) => throwAway(ctx, viewer, params.id));
  app.decorateRequest('sender', null);
  void app.register(async (scope) => registerTus(scope, ctx));
  void app.register(async (scope) => registerForm(scope, ctx));
}

/** Before the body: a refused caller cannot make the server read anything. */
function admitSender(ctx: AppContext) {
  return async (request: FastifyRequest): Promise<void> => {
    request.sender = await admitPerson(ctx, request);
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
  const common = {
    config: { access: 'signed-in' },
    schema: { hide: true },
    onRequest: admitSender(ctx),
  } as const;
  const answer = async (request: FastifyRequest, reply: FastifyReply, id?: string) => {
    const call = { viewer: senderOf(request), request: asWebRequest(request), ...(id && { id }) };
    const { status, headers, body } = await handle(call);
    return reply
      .code(status)
      .headers(Object.fromEntries(headers))
      .send(body || undefined);
  };
  scope.route({
    ...common,
    method: ['POST', 'OPTIONS'],
    url: TUS_PATH,
    handler: (request, reply) => answer(request, reply),
  });
  scope.route<{ Params: { id: string } }>({
    ...common,
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: `${TUS_PATH}/:id`,
    handler: (request, reply) => answer(request, reply, request.params.id),
  });
}

/** As the tus library reads it. The body is the connection itself, never held whole. */
function asWebRequest({ raw, body, method, url }: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    // What proxies add is Fastify's to judge.
    if (value !== undefined && !name.startsWith('x-forwarded')) headers.set(name, String(value));
  }
  const stream = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream<Uint8Array>) : null;
  return new Request(new URL(url, 'http://uploads.internal'), {
    method,
    headers,
    ...(stream && { body: stream, duplex: 'half' }),
  });
}

const answers = z.object({ uploads: z.array(uploadSchema) });

async function registerForm(scope: FastifyInstance, ctx: AppContext): Promise<void> {
  await scope.register(multipart, {
    limits: {
      files: MAX_MULTI_FILES + 1,
      fields: 10,
      fieldSize: 1000,
      parts: 20,
      fileSize: MAX_FILE_BYTES + 1,
    },
  });
  scope.post(
    '/api/upload',
    {
      config: { access: 'signed-in', takesForms: true },
      bodyLimit: MAX_MULTI_FILES * (MAX_FILE_BYTES + 1024 * 1024),
      onRequest: admitSender(ctx),
      schema: {
        summary: `Send up to ${MAX_MULTI_FILES} files as form data; larger ones go in parts to ${TUS_PATH}`,
        description: 'Needs sign-in. The field `purpose`, when there is one, comes before the files.',
        tags: ['upload'],
        consumes: ['multipart/form-data'],
        response: { 201: answers },
      },
    },
    async (request, reply) => {
      if (!request.isMultipart()) {
        throw new AppError('unsupported_media_type', 'Send the files as multipart/form-data.');
      }
      const uploads = await keepForm(ctx, senderOf(request), filesOf(request));
      return reply.code(201).header('cache-control', 'no-store').send({ uploads });
    },
  );
}

/** The files in the order they come, each with what the fields before it said. */
async function* filesOf(request: FastifyRequest): AsyncGenerator<FormFile> {
  let purpose = 'resource-file';
  for await (const part of request.parts()) {
    if (part.type === 'file') yield { name: part.filename, purpose, stream: part.file };
    else if (part.fieldname === 'purpose') purpose = String(part.value);
  }
}
