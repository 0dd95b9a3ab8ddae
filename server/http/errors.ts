// Turns any failure into the standard error body. Only messages of AppError reach users; anything unexpected is logged
// in full and answered with a fixed text and the request id.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { outageOf, type Outage } from '#server/db/outage.ts';
import { databaseErrorCode } from '#server/db/transaction.ts';
import { AppError, ERROR_STATUS, type ErrorBody, type ErrorCode } from '#shared/errors.ts';

/** Helpful messages for Fastify's own errors. */
const FASTIFY_ERRORS: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('payload_too_large', 'The request is larger than 1 MiB.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () =>
    new AppError('bad_request', 'The request has no body; JSON was expected.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError('bad_request', 'The request body is not valid JSON.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported_media_type', 'Send the body as application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('bad_request', 'The request ended before its announced length.'),
  FST_PROTO_VIOLATION: () =>
    new AppError('validation_failed', 'The request body contains a key that isn’t allowed.'),
  FST_FIELDS_LIMIT: () => new AppError('payload_too_large', 'The form has too many fields.'),
  FST_PARTS_LIMIT: () => new AppError('payload_too_large', 'The form has too many parts.'),
  FST_ERR_HANDLER_TIMEOUT: () =>
    new AppError('unavailable', 'This took too long. Please try again in a moment.'),
};

/** character_not_in_repertoire: a zero byte, which no text on a page has. */
const UNKEEPABLE_TEXT = '22021';

/** In each case nothing was saved, and the request can simply be repeated. */
const OUTAGES: Readonly<Record<Outage, { message: string; retryAfterSeconds: number }>> = {
  away: {
    message: 'The site is briefly unavailable. Please try again in a moment.',
    retryAfterSeconds: 5,
  },
  full: {
    message: 'Nothing can be saved right now. Please try again in a few minutes.',
    retryAfterSeconds: 30,
  },
  busy: {
    message: 'The site is very busy right now. Please try again in a moment.',
    retryAfterSeconds: 2,
  },
};

export function registerErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(nothingHere(), request, reply));
}

export function nothingHere(): AppError {
  return new AppError('not_found', 'There’s nothing at this address.');
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  const isGone = request.raw.destroyed && !request.raw.complete;
  if ((!known || known.status >= 500) && !isGone) {
    request.log.error({ reqId: request.id, err: error }, 'request failed');
  }
  const body: ErrorBody = known?.toBody() ?? {
    code: 'internal',
    message: `Something went wrong on our side. Nothing you entered is lost on this page. Reference ${request.id}.`,
  };
  const wait = known?.retryAfterSeconds ?? (known?.status === 503 ? 2 : undefined);
  if (wait !== undefined) reply.header('retry-after', wait);
  return reply
    .code(known?.status ?? 500)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(body);
}

function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error.validation);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = FASTIFY_ERRORS[code];
  if (known) return known();
  if (databaseErrorCode(error) === UNKEEPABLE_TEXT) {
    return new AppError('validation_failed', 'This text contains a character we can’t store. Remove it.');
  }
  const outage = outageOf(error);
  return outage ? unavailable(outage) : fromStatus(error);
}

function unavailable(outage: Outage): AppError {
  const { message, retryAfterSeconds } = OUTAGES[outage];
  return Object.assign(new AppError('unavailable', message), { retryAfterSeconds });
}

const CODE_OF_STATUS = new Map<number, ErrorCode>(
  Object.entries(ERROR_STATUS).map(([code, status]) => [status, code as ErrorCode]),
);

/** A 4xx from Fastify, Node or a plugin stays a client error. */
function fromStatus(error: unknown): AppError | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  const status = Number(error.statusCode);
  if (!(status >= 400 && status < 500)) return null;
  return new AppError(CODE_OF_STATUS.get(status) ?? 'bad_request', textOf(error));
}

/** Malformed JSON and prototype pollution arrive as a plain SyntaxError. */
function textOf(error: Error): string {
  if (!(error instanceof SyntaxError)) return 'The request could not be understood. Please check it.';
  if (error.message.includes('prototype')) return 'The request body contains a key that isn’t allowed.';
  return 'The request body is not valid JSON.';
}

type Validation = { instancePath: string; message?: string | undefined }[];

function fromValidation(validation: Validation): AppError {
  const details = validation.slice(0, 20).map(({ instancePath, message = 'Not valid' }) => ({
    path: instancePath.split('/').filter(Boolean).join('.'),
    message,
  }));
  const [first] = details;
  return new AppError('validation_failed', first ? sentenceOf(first) : 'The request is not valid.', details);
}

/** “Price: Enter a number.” A message that names its field, as “Enter your username” does, needs no label. */
function sentenceOf({ path, message }: { path: string; message: string }): string {
  const label = nameOfField(path);
  return !path || message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;
}

/** “Price” for `priceCents`, “Quantity” for `lines.0.quantity`. */
function nameOfField(path: string): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;
  const field = name.replace(/^is(?=[A-Z])/, '').replace(/(?<=[a-z])(Ids?|Cents)$/, '');
  const spaced = field.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.slice(0, 1).toUpperCase() + spaced.slice(1);
}

/** Without the query string, which may contain secrets. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

type ErrorDescription = { type: string; message: string; stack: string; [key: string]: unknown };

/** For the log: a failed query with PostgreSQL's reason but without its parameters, which may be secret. */
export function describeError(error: Error): ErrorDescription {
  const { name, message, stack = '' } = error;
  if ('query' in error && 'params' in error && error.cause instanceof Error) {
    return { ...describeError(error.cause), query: error.query };
  }
  return {
    type: name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}

/** PostgreSQL can neither store nor compare U+0000, so no endpoint accepts it anywhere in its input. */
const ZERO_BYTE_MESSAGE =
  'This text contains a zero byte (U+0000), which can’t be stored or searched for. Remove it.';

/** The error to answer with, or undefined. Not recursive: the input may be nested deeper than the call stack. */
export function refuseZeroBytes(input: Readonly<Record<string, unknown>>): AppError | undefined {
  const waiting: { value: unknown; path: string; depth: number }[] = Object.entries(input).map(
    ([part, value]) => ({ value, path: part, depth: 0 }),
  );
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { value, path, depth } = at;
    if (typeof value === 'string') {
      if (value.includes('\0')) return zeroByteError(path);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (key.includes('\0')) return zeroByteError(path);
        // `body`, `query` and `params` are not part of a field's name.
        waiting.push({ value: inner, path: depth === 0 ? key : `${path}.${key}`, depth: depth + 1 });
      }
    }
  }
  return undefined;
}

function zeroByteError(path: string): AppError {
  return new AppError('validation_failed', ZERO_BYTE_MESSAGE, [{ path, message: ZERO_BYTE_MESSAGE }]);
}
