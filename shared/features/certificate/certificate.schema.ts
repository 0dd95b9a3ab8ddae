// What the API says about certificates.
import { z } from 'zod';
import { idSchema } from '#shared/id.schema.ts';
import { certificateDrawingSchema } from '#shared/features/certificate-template/certificate-template.schema.ts';
import { CERTIFICATE_SOURCES, CERTIFICATE_STATUSES } from './certificate.rules.ts';

const publicStatusSchema = z.enum(['valid', 'expired', 'revoked']);

/** Another cycle of the same certificate. */
const linkedCertificateSchema = z.object({
  id: idSchema,
  code: z.string(),
  issuedOn: z.iso.date(),
  status: publicStatusSchema,
});
export type LinkedCertificate = z.infer<typeof linkedCertificateSchema>;

const certificateFields = {
  id: idSchema,
  /** RLV-8K2M-4T9Q */
  code: z.string(),
  course: z.object({ id: idSchema, title: z.string() }),
  cycle: z.int(),
  holderName: z.string(),
  creditHours: z.number().nullable(),
  /** Days in the holder's time zone. */
  issuedOn: z.iso.date(),
  expiresOn: z.iso.date().nullable(),
  status: z.enum(CERTIFICATE_STATUSES),
};

export const certificateSchema = z.object({
  ...certificateFields,
  /** For the holder and staff. */
  revokedReason: z.string().nullable(),
  /** The cycle before this one, if this one renewed it. */
  renews: linkedCertificateSchema.nullable(),
  /** The cycle that renewed this one. */
  renewedAs: linkedCertificateSchema.nullable(),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** What the holder still needs to renew it. */
export const renewalSchema = z.object({
  /** From 90 days before the expiry to the end of grace. */
  isOpen: z.boolean(),
  canRenew: z.boolean(),
  hours: z.object({ needed: z.number(), counted: z.number() }).nullable(),
  course: z.object({ id: idSchema, title: z.string(), isCompleted: z.boolean() }).nullable(),
  /** The first day on which it can be renewed. */
  opensOn: z.iso.date(),
  endsOn: z.iso.date(),
  /** The last day of the new certificate, if it is renewed today. */
  newExpiresOn: z.iso.date().nullable(),
  /** The last day of grace. */
  lastDay: z.iso.date().nullable(),
});
export type Renewal = z.infer<typeof renewalSchema>;

export const certificateDetailSchema = certificateSchema.extend({
  isMine: z.boolean(),
  canManage: z.boolean(),
  assessorName: z.string(),
  moduleCount: z.int(),
  verifyUrl: z.string(),
  drawing: certificateDrawingSchema,
  version: z.int(),
  history: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      cycle: z.int(),
      issuedOn: z.iso.date(),
      expiresOn: z.iso.date().nullable(),
    }),
  ),
  /** For its holder, unless it never expires, was revoked, or has been renewed. */
  renewal: renewalSchema.nullable(),
});
export type CertificateDetail = z.infer<typeof certificateDetailSchema>;

const publicLinkSchema = z.object({ code: z.string(), issuedAt: z.iso.date(), status: publicStatusSchema });

/** All that a stranger learns. */
export const verifiedCertificateSchema = z.object({
  code: z.string(),
  holder: z.string(),
  course: z.string(),
  issuer: z.string(),
  issuedAt: z.iso.date(),
  expiresAt: z.iso.date().nullable(),
  status: publicStatusSchema,
  renews: publicLinkSchema.nullable(),
  renewedAs: publicLinkSchema.nullable(),
});
export type VerifiedCertificate = z.infer<typeof verifiedCertificateSchema>;

/** What public pages say about someone's valid certificate. The number isn't part of it: holders share that themselves. */
export const liveBadgeSchema = z.object({
  courseId: idSchema,
  courseTitle: z.string(),
  /** The last day; null: it never expires. */
  expiresOn: z.iso.date().nullable(),
});
export type LiveBadge = z.infer<typeof liveBadgeSchema>;

export const issuedCertificateSchema = z.object({
  ...certificateFields,
  isRenewed: z.boolean(),
  source: z.enum(CERTIFICATE_SOURCES),
  user: z.object({ id: idSchema, name: z.string(), username: z.string() }),
});
export type IssuedCertificateRow = z.infer<typeof issuedCertificateSchema>;

export const issueReportSchema = z.object({
  results: z.array(
    z.object({
      line: z.int(),
      text: z.string(),
      outcome: z.enum(['issued', 'would-issue', 'refused']),
      message: z.string(),
    }),
  ),
});
export type IssueReport = z.infer<typeof issueReportSchema>;

export const certificateRuleSchema = z.object({
  isOffered: z.boolean(),
  requiredHours: z.number().min(0).max(500),
  templateId: idSchema.nullable(),
  graceMonths: z.int().min(0).max(60),
  renewalCourseId: idSchema.nullable(),
  renewalHours: z.number().positive().max(500).nullable(),
});
export type CertificateRuleSettings = z.infer<typeof certificateRuleSchema>;
