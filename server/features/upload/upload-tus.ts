// The tus protocol, version 1.0.0, over our rows: who may send is asked first, one connection writes at a time, and
// what goes wrong leaves in our own words.
import { ERRORS, Server, type Upload } from '@tus/server';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { TUS_PATH } from '#shared/features/upload/upload.rules.ts';
import { beginUpload, finishUpload, newUploadId } from './upload-begin.service.ts';
import { NO_LOCK, uploadLock } from './upload-lock.ts';
import { findUpload } from './upload.queries.ts';
import { discardUpload, noSuchUpload, throwAway } from './upload.service.ts';

export type TusAnswer = { status: number; headers: Headers; body: string };
export type TusCall = { viewer: Viewer; request: Request; id?: string };

const LAST_SEGMENT = /[^/]+$/;
/** How long whoever holds the lock may go on after somebody else asks for it. */
const DRAIN_MS = 500;

export function createTusHandler(ctx: AppContext): (call: TusCall) => Promise<TusAnswer> {
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
    await beginUpload(ctx, viewer, {
      id: idOf(id),
      name: filename ?? '',
      purpose: purpose ?? '',
      bytes: size ?? 0,
    });
  }

  return async function handle({ viewer, request, id }) {
    const { method } = request;
    if (method === 'DELETE' && id) {
      await throwAway(ctx, viewer, id);
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
      // Nothing is half-kept: what came before the disk was full only makes it fuller.
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

  /** A server may have died after the last byte and before anybody was told. */
  async function finishIfWhole(id: string, headers: Headers): Promise<void> {
    if (headers.get('upload-offset') === headers.get('upload-length')) await finishUpload(ctx, id);
  }
}

/** What has arrived whole has no more parts; whoever asks how far it came hears that it is all there. */
async function answerUnlessSending(
  ctx: AppContext,
  viewer: Viewer,
  { id, method }: { id: string; method: string },
): Promise<TusAnswer | null> {
  const upload = await findUpload(ctx.db, { id, userId: viewer.id });
  if (!upload) throw noSuchUpload();
  if (upload.state === 'sending') return null;
  if (method !== 'HEAD') throw new AppError('gone', 'This file has arrived already; nothing more is taken.');
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
  403: ['not_found', 'There is no such upload.'],
  404: ['not_found', 'There is no such upload.'],
  409: [
    'conflict',
    'The file goes on at another place than this part. Ask how far it came, then go on there.',
  ],
  410: ['gone', 'This upload is no longer here. Send the file again.'],
  413: ['payload_too_large', 'This part is longer than what is missing of the file.'],
  415: ['unsupported_media_type', 'Send parts as application/offset+octet-stream.'],
};

function refusalOf(status: number, failure: unknown): AppError {
  const known = CODES[status];
  if (known) return new AppError(...known);
  if (status < 500) return new AppError('bad_request', 'This is not how files are sent: see tus 1.0.0.');
  // The connection was lost in the middle; nobody is there to read this, and what came is kept.
  if (failure === ERRORS.FILE_WRITE_ERROR || failure === ERRORS.ABORTED) {
    return new AppError('request_timeout', 'The connection was lost. Go on from where the file stands.');
  }
  const error = new AppError(
    'unavailable',
    'The file cannot be kept right now. Please try again in a moment.',
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
