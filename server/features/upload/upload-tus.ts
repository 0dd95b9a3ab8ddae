// The tus protocol, version 1.0.0, on our own rows: checks permissions first, lets one connection write at a time, and
// returns errors in our own format.
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
    // Only writers lock. A second tab that requests the offset must not end the part being sent.
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
      const partial = id ?? begun.get(request);
      if (partial && failure.code === 'insufficient_storage') {
        await discardUpload(ctx, { id: partial, userId: viewer.id });
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
const OFFSET = count('Bytes received so far');

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
const missing = { ...unauthenticated, 404: refused('not_found: the viewer has no such upload') };
const full = { 503: refused('insufficient_storage: the file can’t be stored') };

export const TUS_ENDPOINT_DOCS = {
  POST: {
    summary: 'Start a resumable upload',
    headers: asked({
      'Upload-Length': count(
        `Size of the file: at most ${MAX_FILE_BYTES} bytes, ${MAX_PICTURE_BYTES} for a picture`,
        { minimum: 1, maximum: MAX_FILE_BYTES },
      ),
      'Upload-Metadata': text(
        `Comma-separated pairs of a name and a base64 value: filename, and purpose (${UPLOAD_PURPOSES.join(', ')})`,
      ),
    }),
    response: {
      201: answered('Created', { Location: text('The URL to send its parts to') }),
      400: refused('bad_request, validation_failed'),
      ...unauthenticated,
      403: refused('forbidden: only sellers who aren’t suspended can upload files'),
      413: refused('payload_too_large'),
      422: refused('unprocessable: an empty file'),
      429: refused('too_many_requests: too many unfinished uploads'),
      ...full,
    },
  },
  OPTIONS: {
    summary: 'Get the supported tus versions and extensions',
    response: {
      204: answered('Supported versions and extensions', {
        'Tus-Version': text('Supported versions'),
        'Tus-Extension': text('Supported extensions'),
      }),
      ...unauthenticated,
    },
  },
  HEAD: {
    summary: 'Get the offset of an upload',
    headers: asked(),
    response: {
      200: answered('The current offset', {
        'Upload-Offset': OFFSET,
        'Upload-Length': count('Size of the whole file'),
      }),
      ...missing,
      410: refused('gone: the file was rejected'),
    },
  },
  PATCH: {
    summary: 'Upload the next part of a file',
    headers: asked({ 'Upload-Offset': count('Offset of this part; must equal the upload’s current offset') }),
    body: FILE_BODY,
    response: {
      204: answered('Stored', { 'Upload-Offset': OFFSET }),
      ...missing,
      409: refused('conflict: the offset doesn’t match, or another connection is uploading this file'),
      410: refused('gone: the upload is already complete'),
      413: refused('payload_too_large: longer than the rest of the file'),
      415: refused('unsupported_media_type'),
      ...full,
    },
  },
  DELETE: {
    summary: 'Delete an unfinished upload',
    headers: asked(),
    response: {
      204: answered('Deleted'),
      ...missing,
      409: refused('conflict: the file is being checked or in use'),
    },
  },
} as const;
