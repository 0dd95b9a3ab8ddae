// Certificates: what a course's certificate takes, those issued, and which reminders their holders got.
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  CERTIFICATE_SOURCES,
  REMINDER_DAYS,
  type CertificateSource,
} from '#shared/features/certificate/certificate.rules.ts';
import { certificateTemplates, certificateTemplateVersions } from './certificate-template.ts';
import { courses } from './course.ts';
import { nullableUserId, users } from './platform-user.ts';

/** A course without a row follows the defaults of its kind. Hours and validity of the certificate are the course's. */
export const certificateRules = pgTable(
  'certificate_rules',
  {
    courseId: integer()
      .primaryKey()
      .references(() => courses.id, { onDelete: 'cascade' }),
    isOffered: boolean().notNull(),
    /** Credit hours a learner must have collected besides completing the course. */
    requiredHours: numeric({ precision: 5, scale: 1, mode: 'number' }).notNull().default(0),
    templateId: integer().references(() => certificateTemplates.id),
    /** How long after the expiry a certificate can still be renewed. */
    graceMonths: smallint().notNull().default(12),
    /** Completing this course renews the certificate. */
    renewalCourseId: integer().references(() => courses.id),
    /** Credit hours, collected since the certificate was issued, that renew it; null: hours don't. */
    renewalHours: numeric({ precision: 5, scale: 1, mode: 'number' }),
    updatedAt: timestamptz().notNull(),
    updatedBy: nullableUserId(),
  },
  (t) => [
    index('certificate_rules_template_id').on(t.templateId),
    index('certificate_rules_renewal_course_id').on(t.renewalCourseId),
    index('certificate_rules_updated_by').on(t.updatedBy),
    check('certificate_rules_required_hours', sql`${t.requiredHours} between 0 and 500`),
    check('certificate_rules_grace_months', sql`${t.graceMonths} between 0 and 60`),
    check('certificate_rules_renewal_hours', sql`${t.renewalHours} > 0 and ${t.renewalHours} <= 500`),
    check('certificate_rules_renewal_course', sql`${t.renewalCourseId} <> ${t.courseId}`),
  ],
);

export const certificates = pgTable(
  'certificates',
  {
    /** Also its place in the status list of badges. */
    id: id(),
    /** `8K2M4T9Q`: printed as RLV-8K2M-4T9Q, typed by anyone who checks it. */
    code: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    courseId: integer()
      .notNull()
      .references(() => courses.id),
    /** 1 for the first, one more with each renewal. */
    cycle: smallint().notNull(),
    source: text().$type<CertificateSource>().notNull(),
    /** As printed. They stay when the user or the course is renamed. */
    holderName: text().notNull(),
    courseTitle: text().notNull(),
    assessorName: text().notNull(),
    moduleCount: smallint().notNull(),
    creditHours: numeric({ precision: 5, scale: 1, mode: 'number' }),
    templateVersionId: integer()
      .notNull()
      .references(() => certificateTemplateVersions.id),
    /** The holder's when it was issued: dates on the certificate are days there. */
    timeZone: text().notNull(),
    issuedAt: timestamptz().notNull(),
    issuedOn: date({ mode: 'string' }).notNull(),
    /** The last day it is valid, and the midnight that ends it; both null if it never expires. */
    expiresOn: date({ mode: 'string' }),
    expiresAt: timestamptz(),
    /** Until when it can be renewed. */
    graceEndsAt: timestamptz(),
    /** Null: issued by the platform itself. */
    issuedBy: nullableUserId(),
    revokedAt: timestamptz(),
    /** The holder reads it; nobody else does. */
    revokedReason: text(),
    revokedBy: nullableUserId(),
    /** One more with each correction of the name. */
    version: smallint().notNull().default(1),
  },
  (t) => [
    uniqueIndex('certificates_code').on(t.code),
    uniqueIndex('certificates_cycle').on(t.userId, t.courseId, t.cycle),
    index('certificates_course_id').on(t.courseId, t.issuedAt),
    index('certificates_issued_at').on(t.issuedAt, t.id),
    index('certificates_expires_at')
      .on(t.expiresAt)
      .where(sql`revoked_at is null and expires_at is not null`),
    // The status list of badges.
    index('certificates_revoked')
      .on(t.id)
      .where(sql`revoked_at is not null`),
    index('certificates_template_version_id').on(t.templateVersionId),
    index('certificates_issued_by').on(t.issuedBy),
    index('certificates_revoked_by').on(t.revokedBy),
    check('certificates_code', sql`${t.code} ~ '^[0-9A-HJKMNP-TV-Z]{8}$'`),
    check('certificates_cycle', sql`${t.cycle} >= 1`),
    check('certificates_source', sql`${t.source} in (${oneOf(CERTIFICATE_SOURCES)})`),
    check('certificates_holder_name', sql`length(${t.holderName}) between 1 and 200`),
    check(
      'certificates_expiry',
      sql`(${t.expiresOn} is null) = (${t.expiresAt} is null) and (${t.expiresAt} is null) = (${t.graceEndsAt} is null)
        and ${t.expiresAt} > ${t.issuedAt} and ${t.graceEndsAt} >= ${t.expiresAt}`,
    ),
    check('certificates_revoked', sql`(${t.revokedAt} is null) = (${t.revokedReason} is null)`),
  ],
);

const certificateId = () =>
  integer()
    .notNull()
    .references(() => certificates.id, { onDelete: 'cascade' });

/** Names a certificate carried before they were corrected. */
export const certificateVersions = pgTable(
  'certificate_versions',
  {
    certificateId: certificateId(),
    version: smallint().notNull(),
    holderName: text().notNull(),
    /** When and why the name was replaced. */
    replacedAt: timestamptz().notNull(),
    replacedBy: nullableUserId(),
    reason: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.certificateId, t.version] }),
    index('certificate_versions_replaced_by').on(t.replacedBy),
  ],
);

/** One row per reminder sent, so that none goes out twice. */
export const certificateReminders = pgTable(
  'certificate_reminders',
  {
    certificateId: certificateId(),
    /** Days before the expiry. */
    days: smallint().notNull(),
    sentAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.certificateId, t.days] }),
    check('certificate_reminders_days', sql`${t.days} in (${sql.raw(REMINDER_DAYS.join(', '))})`),
  ],
);

/** Keys that sign badges: one at a time. Those before it stay, so that what they signed can still be checked. */
export const badgeKeys = pgTable(
  'badge_keys',
  {
    /** The public key as verifiers read it, `z6Mk…`: also the end of its address, `did:web:releve.example#z6Mk…`. */
    id: text().primaryKey(),
    /** Ed25519, PKCS #8, PEM. Deleted when the key retires. */
    privateKey: text(),
    createdAt: timestamptz().notNull(),
    retiredAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('badge_keys_signing')
      .on(sql`(${t.retiredAt} is null)`)
      .where(sql`retired_at is null`),
    check('badge_keys_retired', sql`(${t.retiredAt} is null) = (${t.privateKey} is not null)`),
  ],
);
