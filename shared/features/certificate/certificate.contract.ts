// Certificates: a holder's own, checking anyone's, and managing those of a course.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { idParams, idSchema, idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { CERTIFICATE_STATUSES } from './certificate.rules.ts';
import {
  certificateDetailSchema,
  certificateRuleSchema,
  certificateSchema,
  issuedCertificateSchema,
  issueReportSchema,
  verifiedCertificateSchema,
} from './certificate.schema.ts';

export const listCertificates = defineContract({
  method: 'GET',
  path: '/api/certificates',
  summary: 'The caller’s certificates, the newest first, with all cycles',
  access: 'signed-in',
  response: z.array(certificateSchema),
});

export const getCertificate = defineContract({
  method: 'GET',
  path: '/api/certificates/:id',
  summary: 'One certificate, for its holder, the course’s instructor and staff',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: certificateDetailSchema,
  errors: ['not_found'],
});

export const downloadCertificatePdf = defineContract({
  method: 'GET',
  path: '/api/certificates/:id/pdf',
  summary: 'The certificate as PDF, on US Letter or A4',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  query: z.object({ paper: z.enum(['letter', 'a4']).default('letter') }),
  download: 'application/pdf',
  errors: ['not_found'],
  rateLimit: { points: 60, seconds: 60 },
});

export const downloadCertificateCard = defineContract({
  method: 'GET',
  path: '/api/certificates/:id/card',
  summary: 'A picture of the certificate for posts, 1200 × 630',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  download: 'image/png',
  errors: ['not_found'],
  rateLimit: { points: 20, seconds: 60 },
});

export const verifyCertificate = defineContract({
  method: 'GET',
  path: '/api/verify/:code',
  summary: 'Whether a certificate is genuine and valid today',
  access: 'public',
  params: z.object({ code: z.string().min(1).max(60) }),
  response: verifiedCertificateSchema,
  errors: ['not_found'],
  rateLimit: { points: 30, seconds: 60 },
});

const reason = z.string().trim().min(1, 'Say why.').max(500);

export const issueCertificate = defineContract({
  method: 'POST',
  path: '/api/certificates',
  summary: 'Issue a certificate of a course by hand, to an email address or username',
  access: 'signed-in',
  body: z.object({
    courseId: idSchema,
    user: z.string().trim().min(1, 'Enter an email address or username.').max(254),
    holderName: z.string().trim().min(1).max(200).optional(),
  }),
  response: certificateSchema,
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const issueCertificates = defineContract({
  method: 'POST',
  path: '/api/instructor/courses/:id/certificates',
  summary: 'Issue many certificates from a list or CSV; a report for each line. A dry run issues none',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({
    people: z.string().min(1, 'Add at least one person.').max(100_000),
    isDryRun: z.boolean(),
  }),
  response: issueReportSchema,
  errors: ['not_found', 'unprocessable'],
  rateLimit: { points: 30, seconds: 3600 },
});

export const revokeCertificate = defineContract({
  method: 'POST',
  path: '/api/certificates/:id/revoke',
  summary: 'Revoke a certificate, with a reason its holder can read',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({ reason }),
  response: certificateSchema,
  errors: ['not_found', 'conflict'],
});

export const renewCertificate = defineContract({
  method: 'POST',
  path: '/api/certificates/:id/renew',
  summary: 'Renew a certificate: its holder once the renewal is earned, instructors and staff by hand',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: certificateSchema,
  status: 201,
  errors: ['not_found', 'conflict'],
});

export const renameCertificate = defineContract({
  method: 'POST',
  path: '/api/certificates/:id/name',
  summary: 'Correct the name on a certificate: a new version with the same code',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({ holderName: z.string().trim().min(1, 'Enter a name.').max(200), reason }),
  response: certificateSchema,
  errors: ['not_found', 'conflict'],
});

export const resendCertificate = defineContract({
  method: 'POST',
  path: '/api/certificates/:id/resend',
  summary: 'Email a certificate’s link to its holder again',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  errors: ['not_found', 'conflict'],
  rateLimit: { points: 60, seconds: 3600 },
});

const issuedFilters = {
  q: z.string().trim().max(100).optional(),
  course: idText.optional(),
  status: z.enum(CERTIFICATE_STATUSES).optional(),
};

export const listIssuedCertificates = defineContract({
  method: 'GET',
  path: '/api/instructor/certificates',
  summary: 'Certificates of the caller’s courses, the newest first; of all courses if an admin',
  access: 'signed-in',
  further: EVERY_COURSE,
  query: z.object({ ...issuedFilters, ...pageQuery }),
  response: pageOf(issuedCertificateSchema),
});

export const exportIssuedCertificates = defineContract({
  method: 'GET',
  path: '/api/instructor/certificates.csv',
  summary: 'Export the certificates as CSV',
  access: 'signed-in',
  further: EVERY_COURSE,
  query: z.object(issuedFilters),
  download: 'text/csv',
});

export const getCertificateRule = defineContract({
  method: 'GET',
  path: '/api/instructor/courses/:id/certificate-rule',
  summary: 'What the certificate of a course takes, and how it is renewed',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: certificateRuleSchema,
  errors: ['not_found'],
});

export const saveCertificateRule = defineContract({
  method: 'PUT',
  path: '/api/instructor/courses/:id/certificate-rule',
  summary: 'Change the rule. Certificates issued already stay as they are',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: certificateRuleSchema,
  response: certificateRuleSchema,
  errors: ['not_found', 'unprocessable'],
});
