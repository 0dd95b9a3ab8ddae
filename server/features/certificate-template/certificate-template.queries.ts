// Certificate templates in SQL.
import { and, asc, desc, eq, inArray, isNull } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import {
  certificateTemplateImages,
  certificateTemplates,
  certificateTemplateVersions,
} from '#server/db/schema/certificate-template.ts';
import type { TemplateLayout } from '#shared/features/certificate-template/certificate-template.rules.ts';

export type TemplateVersion = { id: number; templateId: number; version: number; layout: TemplateLayout };

const version = {
  id: certificateTemplateVersions.id,
  templateId: certificateTemplateVersions.templateId,
  version: certificateTemplateVersions.version,
  layout: certificateTemplateVersions.layout,
};

export async function findVersion(db: DbOrTx, { id }: { id: number }): Promise<TemplateVersion | null> {
  const [row] = await db
    .select(version)
    .from(certificateTemplateVersions)
    .where(eq(certificateTemplateVersions.id, id));
  return row ?? null;
}

export async function findNewestVersion(
  db: DbOrTx,
  { templateId }: { templateId: number },
): Promise<TemplateVersion | null> {
  const [row] = await db
    .select(version)
    .from(certificateTemplateVersions)
    .where(eq(certificateTemplateVersions.templateId, templateId))
    .orderBy(desc(certificateTemplateVersions.version))
    .limit(1);
  return row ?? null;
}

/** The newest version of the platform's oldest template that isn't archived. */
export async function findDefaultVersion(db: DbOrTx): Promise<TemplateVersion | null> {
  const [row] = await db
    .select(version)
    .from(certificateTemplateVersions)
    .innerJoin(certificateTemplates, eq(certificateTemplates.id, certificateTemplateVersions.templateId))
    .where(and(isNull(certificateTemplates.ownerId), isNull(certificateTemplates.archivedAt)))
    .orderBy(asc(certificateTemplates.id), desc(certificateTemplateVersions.version))
    .limit(1);
  return row ?? null;
}

type Starter = { key: string; name: string; layout: TemplateLayout; now: Date };

/** Returns null if the site has it already. */
export async function insertStarter(tx: Tx, { key, name, layout, now }: Starter): Promise<number | null> {
  const [row] = await tx
    .insert(certificateTemplates)
    .values({ starterKey: key, name, draft: layout, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: certificateTemplates.starterKey })
    .returning({ id: certificateTemplates.id });
  return row?.id ?? null;
}

type NewVersion = typeof certificateTemplateVersions.$inferInsert;

export async function insertVersion(tx: Tx, row: NewVersion): Promise<number> {
  const [inserted] = await tx
    .insert(certificateTemplateVersions)
    .values(row)
    .returning({ id: certificateTemplateVersions.id });
  if (!inserted) throw new Error('The version was not stored');
  return inserted.id;
}

export type TemplateImage = { id: number; storageKey: string; contentType: string };

export async function listImages(db: DbOrTx, { ids }: { ids: readonly number[] }): Promise<TemplateImage[]> {
  if (ids.length === 0) return [];
  return db
    .select({
      id: certificateTemplateImages.id,
      storageKey: certificateTemplateImages.storageKey,
      contentType: certificateTemplateImages.contentType,
    })
    .from(certificateTemplateImages)
    .where(inArray(certificateTemplateImages.id, [...ids]));
}
