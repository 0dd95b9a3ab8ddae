// What the template editor reads and writes. Every query is scoped to who may see a template.
import { and, asc, desc, eq, isNull, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import {
  certificateTemplateImages,
  certificateTemplates,
  certificateTemplateVersions,
} from '#server/db/schema/certificate-template.ts';
import type { TemplateLayout } from '#shared/features/certificate-template/certificate-template.rules.ts';

/** The platform's templates are everyone's to see; `ownerId` null is only for editing the platform's. */
const isVisibleTo = (userId: number) =>
  or(isNull(certificateTemplates.ownerId), eq(certificateTemplates.ownerId, userId));

// Named in full: in a query over one table, drizzle leaves the table's name out, and here others have an id as well.
const newest = sql<number>`coalesce((
  select max(v.version) from certificate_template_versions v
  where v.template_id = certificate_templates.id), 0)::int`;

const fields = {
  id: certificateTemplates.id,
  ownerId: certificateTemplates.ownerId,
  name: certificateTemplates.name,
  draft: certificateTemplates.draft,
  draftRevision: certificateTemplates.draftRevision,
  updatedAt: certificateTemplates.updatedAt,
  archivedAt: certificateTemplates.archivedAt,
  version: newest,
  isPublished: sql<boolean>`exists (
    select from certificate_template_versions v
    where v.template_id = certificate_templates.id and v.version = ${newest}
      and v.layout = certificate_templates.draft)`,
  courseCount: sql<number>`(
    select count(*) from certificate_rules r where r.template_id = certificate_templates.id)::int`,
  certificateCount: sql<number>`(
    select count(*) from certificates c
    join certificate_template_versions v on v.id = c.template_version_id
    where v.template_id = certificate_templates.id)::int`,
};
export type TemplateRow = Awaited<ReturnType<typeof listTemplates>>[number];

export async function listTemplates(db: DbOrTx, { userId }: { userId: number }) {
  return db
    .select(fields)
    .from(certificateTemplates)
    .where(isVisibleTo(userId))
    .orderBy(
      sql`${certificateTemplates.archivedAt} is not null`,
      sql`${certificateTemplates.ownerId} is null`,
      desc(certificateTemplates.updatedAt),
      asc(certificateTemplates.id),
    );
}

type Which = { id: number; userId: number };

export async function findTemplate(db: DbOrTx, { id, userId }: Which): Promise<TemplateRow | null> {
  const [row] = await db
    .select(fields)
    .from(certificateTemplates)
    .where(and(eq(certificateTemplates.id, id), isVisibleTo(userId)));
  return row ?? null;
}

/** Locked until the transaction ends, so that two versions never get one number. */
export async function lockTemplate(tx: Tx, { id, userId }: Which): Promise<TemplateRow | null> {
  await tx
    .select({ id: certificateTemplates.id })
    .from(certificateTemplates)
    .where(and(eq(certificateTemplates.id, id), isVisibleTo(userId)))
    .for('no key update');
  return findTemplate(tx, { id, userId });
}

type NewTemplate = { ownerId: number; name: string; draft: TemplateLayout; now: Date };

export async function insertTemplate(tx: Tx, { ownerId, name, draft, now }: NewTemplate): Promise<number> {
  const [row] = await tx
    .insert(certificateTemplates)
    .values({ ownerId, name, draft, createdAt: now, updatedAt: now })
    .returning({ id: certificateTemplates.id });
  if (!row) throw new Error('The template was not stored');
  return row.id;
}

type Changes = { name?: string | undefined; draft?: TemplateLayout | undefined };

/** False if it was saved since `revision`. */
export async function updateTemplate(
  tx: Tx,
  { id, revision, changes, now }: { id: number; revision: number; changes: Changes; now: Date },
): Promise<boolean> {
  const updated = await tx
    .update(certificateTemplates)
    .set({
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.draft !== undefined && { draft: changes.draft }),
      draftRevision: revision + 1,
      updatedAt: now,
    })
    .where(and(eq(certificateTemplates.id, id), eq(certificateTemplates.draftRevision, revision)))
    .returning({ id: certificateTemplates.id });
  return updated.length > 0;
}

export async function updateArchivedAt(tx: Tx, { id, archivedAt }: { id: number; archivedAt: Date | null }) {
  await tx.update(certificateTemplates).set({ archivedAt }).where(eq(certificateTemplates.id, id));
}

export async function listVersions(db: DbOrTx, { templateId }: { templateId: number }) {
  return db
    .select({
      version: certificateTemplateVersions.version,
      publishedAt: certificateTemplateVersions.publishedAt,
    })
    .from(certificateTemplateVersions)
    .where(eq(certificateTemplateVersions.templateId, templateId))
    .orderBy(desc(certificateTemplateVersions.version));
}

export type ImageRow = Awaited<ReturnType<typeof listTemplateImages>>[number];

export async function listTemplateImages(db: DbOrTx, { templateId }: { templateId: number }) {
  const { id, storageKey, contentType, width, height } = certificateTemplateImages;
  return db
    .select({ id, storageKey, contentType, width, height })
    .from(certificateTemplateImages)
    .where(eq(certificateTemplateImages.templateId, templateId))
    .orderBy(asc(id));
}

type NewImage = typeof certificateTemplateImages.$inferInsert;

export async function insertImage(tx: Tx, row: NewImage): Promise<number> {
  const [inserted] = await tx
    .insert(certificateTemplateImages)
    .values(row)
    .returning({ id: certificateTemplateImages.id });
  if (!inserted) throw new Error('The picture was not stored');
  return inserted.id;
}
