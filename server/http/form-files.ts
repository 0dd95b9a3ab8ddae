// Forms with files, streamed one file at a time, never held in memory.
import { Readable } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Contract } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { refuseZeroBytes } from './errors.ts';

type Form = NonNullable<Contract['form']>;

/** `fields`: those sent before the file. */
export type FormFile = { name: string; fields: Readonly<Record<string, string>>; stream: Readable };

const MEGABYTE = 1024 * 1024;
const MOST_FIELDS = 10;
const LONGEST_FIELD = 1000;

/** In a scope of its own: no other route parses forms. */
export function addFormRoute(app: FastifyInstance, { maxFiles, maxBytes }: Form, route: RouteOptions): void {
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: {
        // One file and one byte above the limit, so that we can reject it with a message.
        files: maxFiles + 1,
        fileSize: maxBytes + 1,
        fields: MOST_FIELDS,
        fieldSize: LONGEST_FIELD,
        parts: maxFiles + 1 + MOST_FIELDS,
      },
    });
    scope.route({
      ...route,
      config: { ...route.config, takesForms: true },
      bodyLimit: maxFiles * (maxBytes + MEGABYTE),
    });
  });
}

/** The files in order of arrival. */
export async function* filesOf(request: FastifyRequest): AsyncGenerator<FormFile> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_media_type', 'Send the files as multipart/form-data.');
  }
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for await (const part of partsOf(request)) {
    if (part.type === 'file') yield { name: part.filename, fields: { ...fields }, stream: contentOf(part) };
    else {
      const value = String(part.value);
      const refusal = refuseZeroBytes({ [part.fieldname]: value });
      if (refusal) throw refusal;
      fields[part.fieldname] = value;
    }
  }
}

/** The parser throws plain errors when a form can't be read: without a boundary, or cut short. */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    throw error instanceof Error && 'statusCode' in error ? error : brokenForm();
  }
}

function contentOf({ file }: MultipartFile): Readable {
  const read = async function* () {
    try {
      yield* file;
    } catch {
      throw brokenForm();
    }
  };
  return Readable.from(read(), { objectMode: false });
}

function brokenForm(): AppError {
  return new AppError('bad_request', 'The form didn’t arrive whole. Please send it again.');
}

/** For the OpenAPI document. */
export function formBody({ maxFiles, fields }: Form): object {
  const { properties = {}, required = [] } = z.toJSONSchema(fields, { io: 'input' });
  const files = {
    type: 'array',
    minItems: 1,
    maxItems: maxFiles,
    items: { type: 'string', format: 'binary' },
  };
  return { type: 'object', properties: { ...properties, files }, required: [...required, 'files'] };
}
