// Templates of certificates. What is drawn on the page is a draft until it is published as a version; certificates name
// the version they were issued with and keep looking as they did.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, timestamptz } from '#server/db/columns.ts';
import type { TemplateLayout } from '#shared/features/certificate-template/certificate-template.rules.ts';
import { nullableUserId, users } from './platform-user.ts';

export const certificateTemplates = pgTable(
  'certificate_templates',
  {
    id: id(),
    /** Null: one of the platform's own, for every course. */
    ownerId: integer().references(() => users.id),
    name: text().notNull(),
    /** Which of the templates every site starts with it is; it may be renamed and changed. */
    starterKey: text(),
    draft: jsonb().$type<TemplateLayout>().notNull(),
    /** Counts saves of the draft; a save must name the one it started from. */
    draftRevision: integer().notNull().default(1),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    archivedAt: timestamptz(),
  },
  (t) => [
    index('certificate_templates_owner_id').on(t.ownerId),
    uniqueIndex('certificate_templates_starter_key').on(t.starterKey),
    check('certificate_templates_name', sql`length(${t.name}) between 1 and 100`),
  ],
);

export const certificateTemplateVersions = pgTable(
  'certificate_template_versions',
  {
    id: id(),
    templateId: integer()
      .notNull()
      .references(() => certificateTemplates.id),
    version: smallint().notNull(),
    layout: jsonb().$type<TemplateLayout>().notNull(),
    publishedAt: timestamptz().notNull(),
    publishedBy: nullableUserId(),
  },
  (t) => [
    uniqueIndex('certificate_template_versions_version').on(t.templateId, t.version),
    index('certificate_template_versions_published_by').on(t.publishedBy),
  ],
);

/** Pictures on templates: backgrounds, logos, signatures. */
export const certificateTemplateImages = pgTable(
  'certificate_template_images',
  {
    id: id(),
    templateId: integer()
      .notNull()
      .references(() => certificateTemplates.id),
    storageKey: text().notNull(),
    contentType: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('certificate_template_images_storage_key').on(t.storageKey),
    index('certificate_template_images_template_id').on(t.templateId),
  ],
);
