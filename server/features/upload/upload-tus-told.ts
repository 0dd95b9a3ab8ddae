// What the description of the API tells of the tus endpoint: its headers, which the library reads and checks.
import { FILE_BODY } from '#server/http/openapi.ts';
import { MAX_FILE_BYTES, MAX_PICTURE_BYTES, UPLOAD_PURPOSES } from '#shared/features/upload/upload.rules.ts';

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

export const TUS_TOLD = {
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
      201: answered('Begun', { Location: text('Where its parts go') }),
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
