// Uploads. Large files come in parts through the tus endpoint /api/uploads/tus, small ones as form data.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { MAX_FILE_BYTES, MAX_MULTI_FILES, UPLOAD_PURPOSES, UPLOAD_STATES } from './upload.rules.ts';

export const uploadSchema = z.object({
  id: z.string(),
  purpose: z.enum(UPLOAD_PURPOSES),
  name: z.string(),
  bytes: z.int(),
  state: z.enum(UPLOAD_STATES),
  refusedReason: z.string().nullable(),
  contentType: z.string().nullable(),
  sha256: z.string().nullable(),
  pages: z.int().nullable(),
  seconds: z.int().nullable(),
});
export type Upload = z.output<typeof uploadSchema>;

/** Spec §7. */
export const uploadFiles = defineContract({
  method: 'POST',
  path: '/api/upload',
  summary: 'Upload up to five files as form data; use /api/uploads/tus for large ones',
  access: 'signed-in',
  form: {
    maxFiles: MAX_MULTI_FILES,
    maxBytes: MAX_FILE_BYTES,
    fields: z.object({
      purpose: z
        .enum(UPLOAD_PURPOSES)
        .optional()
        .describe('Purpose of the files that follow; defaults to resource files'),
    }),
  },
  status: 201,
  response: z.object({ uploads: z.array(uploadSchema) }),
  errors: ['bad_request', 'forbidden', 'unprocessable', 'too_many_requests', 'insufficient_storage'],
});

const uploadParams = z.object({ id: z.string().min(1).max(100) });

export const getUpload = defineContract({
  method: 'GET',
  path: '/api/uploads/:id',
  summary: 'Get the state of one of the viewer’s uploads',
  access: 'signed-in',
  params: uploadParams,
  response: uploadSchema,
  errors: ['not_found'],
});

export const listUploads = defineContract({
  method: 'GET',
  path: '/api/uploads',
  summary: 'List the viewer’s unattached uploads, newest first',
  access: 'signed-in',
  response: z.array(uploadSchema),
});

export const deleteUpload = defineContract({
  method: 'DELETE',
  path: '/api/uploads/:id',
  summary: 'Delete an upload',
  access: 'signed-in',
  params: uploadParams,
  errors: ['not_found', 'conflict'],
});
