// The tus protocol, version 1.0.0, over our rows: who may send is asked first, one connection writes at a time, and
// what goes wrong leaves in our own words.
import { ERRORS, Server, type Upload } from '@tus/server';
import type { AppContext } from '#server/context.ts';
import { FILE_BODY } from '#server/http/openapi.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import {
  MAX_FILE_BYTES,
  MAX_PICTURE_BYTES,
  TUS_PATH,
  UPLOAD_PURPOSES,
} from '#shared/features/upload/upload.rules.ts';
import { NO_LOCK, uploadLock } from './upload-lock.ts';
import { startUpload, finishUpload, newUploadId } from './upload-start.service.ts';
import { findUpload } from './upload.queries.ts';
import { discardUpload, noSuchUpload, deleteUpload } from './upload.service.ts';

export type TusResponse = { status: number; headers: Headers; body: string };
export type TusCall = { viewer: Viewer; request: Request; id?: string };

const LAST_SEGMENT = /[^/]+$/;
/** How long the lock holder may continue after someone else asks for the lock. */
const DRAIN_MS = 500;

export function createTusHandler(ctx: AppContext): (call: TusCall) => Promise<TusResponse> {
  const { incoming } = ctx;
  const viewers = new WeakMap<Request, Viewer>();
  const failures = new WeakMap<Request, unknown>();
  const begun = new WeakMap<Request, string>();
  const idOf = (name: string) => LAST_SEGMENT.exec(name)?.[0] ?? name;

  const tus = new Server({
    path: TUS_PATH,
    datastore: incoming.store,
    relativeLocation: true,
    lockDrainTimeout: DRAIN_MS,
    // Only writers lock. A second tab that asks how far a file has come must not end the part being sent.
    locker: ({ method }) => ({
      newLock: (name) => (method === 'HEAD' ? NO_LOCK : uploadLock(ctx, idOf(name))),
    }),
    namingFunction: () => incoming.nameOf(newUploadId()),
    getFileIdFromRequest: (_request, last) => last && incoming.nameOf(last),
    generateUrl: (_request, { path, id }) => `${path}/${idOf(id)}`,
    async onUploadCreate(request, upload) {
      await begin(viewers.get(request), upload);
      begun.set(request, idOf(upload.id));
      return {};
    },
    async onUploadFinish(_request, upload) {
      await finishUpload(ctx, idOf(upload.id));
      return {};
    },
    onResponseError(request, error) {
      failures.set(request, error);
      return undefined;
    },
  });

  async function begin(viewer: Viewer | undefined, { id, size, metadata }: Upload): Promise<void> {
    if (!viewer) throw noSuchUpload();
    const { filename, purpose } = metadata ?? {};
    await startUpload(ctx, viewer, {
      id: idOf(id),
      name: filename ?? '',
      purpose: purpose ?? '',
      bytes: size ?? 0,
    });
  }

  return async function handle({ viewer, request, id }) {
    const { method } = request;
    if (method === 'DELETE' && id) {
      await deleteUpload(ctx, viewer, id);
      return { status: 204, headers: new Headers({ 'tus-resumable': '1.0.0' }), body: '' };
    }
    if (id) {
      const whole = await answerUnlessSending(ctx, viewer, { id, method });
      if (whole) return whole;
    }
    viewers.set(request, viewer);
    const answer = await tus.handleWeb(request);
    const failure = failures.get(request);
    if (failure instanceof AppError) {
      // Delete the partial upload, so it doesn't fill the disk further.
      const halfKept = id ?? begun.get(request);
      if (halfKept && failure.code === 'insufficient_storage') {
        await discardUpload(ctx, { id: halfKept, userId: viewer.id });
      }
      throw failure;
    }
    if (answer.status >= 400) throw refusalOf(answer.status, failure);
    if (method === 'HEAD' && id) await finishIfWhole(id, answer.headers);
    return { status: answer.status, headers: ownHeaders(answer.headers), body: await answer.text() };
  };

  /** A server may have died between the last byte and finishing the upload. */
  async function finishIfWhole(id: string, headers: Headers): Promise<void> {
    if (headers.get('upload-offset') === headers.get('upload-length')) await finishUpload(ctx, id);
  }
}

/** A complete upload takes no more parts; HEAD reports it as complete. */
async function answerUnlessSending(
  ctx: AppContext,
  viewer: Viewer,
  { id, method }: { id: string; method: string },
): Promise<TusResponse | null> {
  const upload = await findUpload(ctx.db, { id, userId: viewer.id });
  if (!upload) throw noSuchUpload();
  if (upload.state === 'sending') return null;
  if (method !== 'HEAD') throw new AppError('gone', 'This upload is already complete.');
  if (upload.state === 'refused') throw new AppError('gone', 'This file was not accepted.');
  const length = String(upload.bytes);
  const headers = new Headers({
    'tus-resumable': '1.0.0',
    'upload-offset': length,
    'upload-length': length,
    'cache-control': 'no-store',
  });
  return { status: 200, headers, body: '' };
}

const CODES: Readonly<Record<number, [ErrorCode, string]>> = {
  403: ['not_found', 'This upload doesn’t exist.'],
  404: ['not_found', 'This upload doesn’t exist.'],
  409: [
    'conflict',
    'This part doesn’t continue where the upload stopped. Request the current offset and continue there.',
  ],
  410: ['gone', 'This upload no longer exists. Upload the file again.'],
  413: ['payload_too_large', 'This part is longer than the rest of the file.'],
  415: ['unsupported_media_type', 'Send parts as application/offset+octet-stream.'],
};

function refusalOf(status: number, failure: unknown): AppError {
  const known = CODES[status];
  if (known) return new AppError(...known);
  if (status < 500) return new AppError('bad_request', 'This is not a valid tus 1.0.0 request.');
  // The connection was lost midway. Nobody reads this response; the received bytes are kept.
  if (failure === ERRORS.FILE_WRITE_ERROR || failure === ERRORS.ABORTED) {
    return new AppError('request_timeout', 'The connection was lost. Continue from the current offset.');
  }
  const error = new AppError(
    'unavailable',
    'The file can’t be stored right now. Please try again in a moment.',
  );
  error.cause = failure;
  return error;
}

/** Without CORS, because other sites have no business here; and without `connection`, which is for the server to decide. */
function ownHeaders(headers: Headers): Headers {
  const own = new Headers(headers);
  for (const name of headers.keys()) {
    if (name === 'connection' || name.startsWith('access-control-')) own.delete(name);
  }
  return own;
}

const text = (description: string) => ({ type: 'string', description });
const count = (description: string, more: object = {}) => ({
  type: 'integer',
  minimum: 0,
  description,
  ...more,
});
const VERSION = { type: 'string', const: '1.0.0' };
const OFFSET = count('How many bytes of the file are here');

const asked = (headers: Record<string, object> = {}) => ({
  type: 'object',
  properties: { 'Tus-Resumable': VERSION, ...headers },
  required: ['Tus-Resumable', ...Object.keys(headers)],
});
const answered = (description: string, headers: Record<string, object> = {}) => ({
  type: 'null',
  description,
  headers: { 'Tus-Resumable': VERSION, ...headers },
});
const refused = (description: string) => ({
  type: 'object',
  description,
  properties: { code: { type: 'string' }, message: { type: 'string' } },
  required: ['code', 'message'],
});

const unauthenticated = { 401: refused('unauthenticated') };
const missing = { ...unauthenticated, 404: refused('not_found: there is no such upload of yours') };
const full = { 503: refused('insufficient_storage: nothing of the file is kept') };

export const TUS_ENDPOINT_DOCS = {
  POST: {
    summary: 'Begin to send a file in parts',
    headers: asked({
      'Upload-Length': count(
        `How long the file is: at most ${MAX_FILE_BYTES} bytes, ${MAX_PICTURE_BYTES} for a picture`,
        { minimum: 1, maximum: MAX_FILE_BYTES },
      ),
      'Upload-Metadata': text(
        `Pairs of a name and a value in base64, with commas between them: filename, and purpose (${UPLOAD_PURPOSES.join(', ')})`,
      ),
    }),
    response: {
      201: answered('Created', { Location: text('Where its parts go') }),
      400: refused('bad_request, validation_failed'),
      ...unauthenticated,
      403: refused('forbidden: only sellers whose shop is open send files'),
      413: refused('payload_too_large'),
      422: refused('unprocessable: an empty file'),
      429: refused('too_many_requests: too many files are under way'),
      ...full,
    },
  },
  OPTIONS: {
    summary: 'What the endpoint for files in parts can do',
    response: {
      204: answered('Its version and extensions', {
        'Tus-Version': text('The versions it speaks'),
        'Tus-Extension': text('The extensions it speaks'),
      }),
      ...unauthenticated,
    },
  },
  HEAD: {
    summary: 'How far a file has come',
    headers: asked(),
    response: {
      200: answered('So far', { 'Upload-Offset': OFFSET, 'Upload-Length': count('How long it will be') }),
      ...missing,
      410: refused('gone: it was not accepted'),
    },
  },
  PATCH: {
    summary: 'Send the next part of a file',
    headers: asked({ 'Upload-Offset': count('Where in the file this part begins: as far as it has come') }),
    body: FILE_BODY,
    response: {
      204: answered('Kept', { 'Upload-Offset': OFFSET }),
      ...missing,
      409: refused('conflict: the file goes on at another place, or another connection is writing it'),
      410: refused('gone: it has arrived already'),
      413: refused('payload_too_large: longer than what is missing'),
      415: refused('unsupported_media_type'),
      ...full,
    },
  },
  DELETE: {
    summary: 'Throw away a file that is being sent',
    headers: asked(),
    response: {
      204: answered('Thrown away'),
      ...missing,
      409: refused('conflict: it is being checked, or in use'),
    },
  },
} as const;
