// Designing certificates. Instructors see the platform's templates and their own; the platform's are changed by staff.
// To anyone else a template isn't there.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { SHARED_TEMPLATES } from '#shared/staff-access.ts';
import { idParams } from '#shared/id.schema.ts';
import { paperSchema, templateLayoutSchema, templateName } from './certificate-template.schema.ts';

const revision = z.int().min(1);

const summary = z.object({
  id: z.int(),
  name: z.string(),
  /** One of the platform's own, for every course. */
  isPlatform: z.boolean(),
  canEdit: z.boolean(),
  isArchived: z.boolean(),
  /** The newest version in use; 0: none yet. */
  version: z.int(),
  hasUnpublishedChanges: z.boolean(),
  courseCount: z.int(),
  certificateCount: z.int(),
  updatedAt: z.string(),
});

const templateImage = z.object({ id: z.int(), url: z.string(), width: z.int(), height: z.int() });

export const certificateTemplateSchema = summary.extend({
  /** Never repeats: a change made from an older one is refused (`conflict`). */
  revision,
  draft: templateLayoutSchema,
  images: z.array(templateImage),
  versions: z.array(z.object({ version: z.int(), publishedAt: z.string() })),
});
export type CertificateTemplateSummary = z.output<typeof summary>;
export type CertificateTemplate = z.output<typeof certificateTemplateSchema>;
export type TemplateImage = z.output<typeof templateImage>;

export const certificateTemplateChanges = z
  .object({ name: templateName, draft: templateLayoutSchema })
  .partial();

export const listCertificateTemplates = defineContract({
  method: 'GET',
  path: '/api/certificate-templates',
  summary: 'List the certificate templates of the platform and the viewer’s own',
  access: 'signed-in',
  further: SHARED_TEMPLATES,
  response: z.array(summary.extend({ layout: templateLayoutSchema, images: z.array(templateImage) })),
  errors: ['forbidden'],
});

export const getCertificateTemplate = defineContract({
  method: 'GET',
  path: '/api/certificate-templates/:id',
  summary: 'Get a template as its editor shows it',
  access: 'signed-in',
  further: SHARED_TEMPLATES,
  params: idParams,
  response: certificateTemplateSchema,
  errors: ['not_found'],
});

export const updateCertificateTemplate = defineContract({
  method: 'PATCH',
  path: '/api/certificate-templates/:id',
  summary: 'Rename a template or save its draft; certificates don’t change',
  access: 'signed-in',
  further: SHARED_TEMPLATES,
  params: idParams,
  body: certificateTemplateChanges.extend({ revision }),
  response: certificateTemplateSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const publishCertificateTemplate = defineContract({
  method: 'POST',
  path: '/api/certificate-templates/:id/publish',
  summary: 'Make the draft the version new certificates get; issued ones keep theirs',
  access: 'signed-in',
  further: SHARED_TEMPLATES,
  params: idParams,
  body: z.object({ revision }),
  response: certificateTemplateSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const duplicateCertificateTemplate = defineContract({
  method: 'POST',
  path: '/api/certificate-templates/:id/duplicate',
  summary: 'Copy a template into one of the viewer’s own',
  access: 'signed-in',
  params: idParams,
  response: certificateTemplateSchema,
  status: 201,
  errors: ['not_found'],
});

export const archiveCertificateTemplate = defineContract({
  method: 'POST',
  path: '/api/certificate-templates/:id/archive',
  summary: 'Archive a template: courses that use it keep it, others can’t choose it',
  access: 'signed-in',
  further: SHARED_TEMPLATES,
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const restoreCertificateTemplate = defineContract({
  method: 'POST',
  path: '/api/certificate-templates/:id/restore',
  summary: 'Restore an archived template',
  access: 'signed-in',
  further: SHARED_TEMPLATES,
  params: idParams,
  errors: ['not_found'],
});

export const addTemplateImage = defineContract({
  method: 'POST',
  path: '/api/certificate-templates/:id/images',
  summary: 'Add an uploaded picture to a template: a signature, a logo or a background',
  access: 'signed-in',
  further: SHARED_TEMPLATES,
  params: idParams,
  body: z.object({ uploadId: z.uuid() }),
  response: templateImage,
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const getTemplateTestPage = defineContract({
  method: 'GET',
  path: '/api/certificate-templates/:id/test-page',
  summary: 'Get the draft with sample names as a PDF',
  access: 'signed-in',
  params: idParams,
  query: z.object({ paper: paperSchema.optional() }),
  download: 'application/pdf',
  errors: ['not_found'],
  rateLimit: { points: 60, seconds: 60 },
});
