// Upload calls: state, list, delete, and sending a file in chunks.
import type { DetailedError, Upload as Sending } from 'tus-js-client';
import { browserApi, failureText } from '#app/lib/api-client.ts';
import type { ErrorCode } from '#shared/errors.ts';
import * as contract from '#shared/features/upload/upload.contract.ts';
import type { Upload } from '#shared/features/upload/upload.contract.ts';
import { TUS_PATH, type UploadPurpose } from '#shared/features/upload/upload.rules.ts';

/** Small enough that a lost connection loses only seconds of work. */
const PART_BYTES = 4 * 1024 * 1024;
/** A restarting server is back within half a minute. */
const RETRY_DELAYS = [0, 1000, 2000, 4000, 8000, 15_000];

export type { Sending };

export type SendingEvents = {
  onKnown(uploadId: string): void;
  onProgress(sent: number): void;
  onArrived(): void;
  onFailed(problem: string): void;
};

export const getUpload = (id: string): Promise<Upload> =>
  browserApi.call(contract.getUpload, { params: { id } });
export const listUploads = (): Promise<Upload[]> => browserApi.call(contract.listUploads, {});
export const deleteUpload = (id: string): Promise<void> =>
  browserApi.call(contract.deleteUpload, { params: { id } });

/** Bytes received so far. */
export async function fetchSentBytes(id: string): Promise<number> {
  const answer = await fetch(`${TUS_PATH}/${id}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
  return Number(answer.headers.get('upload-offset') ?? 0);
}

/** The file, its purpose, and the unfinished upload to resume, if any. */
export type ToSend = { file: File; purpose: UploadPurpose; uploadId: string | null };

/** Resumes an earlier attempt if there is one. */
export async function prepareSending(
  { file, purpose, uploadId }: ToSend,
  events: SendingEvents,
): Promise<Sending> {
  // Loaded when the first file is chosen.
  const { Upload: TusUpload } = await import('tus-js-client');
  const sending = new TusUpload(file, {
    endpoint: TUS_PATH,
    chunkSize: PART_BYTES,
    retryDelays: RETRY_DELAYS,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name, purpose },
    fingerprint: () => Promise.resolve(fingerprintOf(file, purpose)),
    onUploadUrlAvailable: () => events.onKnown(idOf(sending.url)),
    onProgress: events.onProgress,
    onShouldRetry: isWorthRetrying,
    onSuccess: () => events.onArrived(),
    onError: (error) => events.onFailed(problemOf(error)),
    ...(uploadId && { uploadUrl: `${TUS_PATH}/${uploadId}` }),
  });
  if (uploadId) return sending;
  const [earlier] = await sending.findPreviousUploads();
  if (earlier) sending.resumeFromPreviousUpload(earlier);
  return sending;
}

/** Identifies a file by name, size and time, since browsers hide its path. */
function fingerprintOf({ name, size, lastModified }: File, purpose: UploadPurpose): string {
  return ['releve', purpose, size, lastModified, name].join('-');
}

function idOf(url: string | null): string {
  return url?.split('/').at(-1) ?? '';
}

/**
 * 408: the connection is too slow for a whole chunk; what arrived is kept. 409: another connection of ours
 * still holds it. A full disk is not worth retrying.
 */
function isWorthRetrying({ originalResponse: answer }: DetailedError): boolean {
  const status = answer?.getStatus() ?? 0;
  const { code } = (bodyOf(answer?.getBody() ?? '') ?? {}) as { code?: ErrorCode };
  if (code === 'insufficient_storage') return false;
  return [0, 408, 409, 429].includes(status) || status >= 500;
}

function problemOf(error: Error | DetailedError): string {
  const answer = 'originalResponse' in error ? error.originalResponse : null;
  if (!answer) return 'The connection was lost. Try again to continue where it stopped.';
  const status = { status: answer.getStatus(), statusText: '' };
  return failureText(bodyOf(answer.getBody()), [], status);
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
