// Personal data of certificate templates: who designed them and published their versions. Certificates keep looking as
// they did, so templates and versions stay; nobody can choose the templates of someone who is gone.
import { and, asc, eq, isNull } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { certificateTemplates, certificateTemplateVersions } from '#server/db/schema/certificate-template.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const certificateTemplatePersonalData: PersonalData = {
  tables: [certificateTemplates, certificateTemplateVersions],
  collect: { certificateTemplates: collectTemplates, certificateTemplateVersions: collectVersions },
  async erase(ctx, tx, { userId }) {
    await tx
      .update(certificateTemplates)
      .set({ archivedAt: ctx.clock.now() })
      .where(and(eq(certificateTemplates.ownerId, userId), isNull(certificateTemplates.archivedAt)));
    await tx
      .update(certificateTemplateVersions)
      .set({ publishedBy: null })
      .where(eq(certificateTemplateVersions.publishedBy, userId));
  },
};

async function collectTemplates(db: DbOrTx, { userId }: DataSubject) {
  const { name, draft, createdAt, updatedAt, archivedAt } = certificateTemplates;
  return db
    .select({ name, draft, createdAt, updatedAt, archivedAt })
    .from(certificateTemplates)
    .where(eq(certificateTemplates.ownerId, userId))
    .orderBy(asc(certificateTemplates.id));
}

async function collectVersions(db: DbOrTx, { userId }: DataSubject) {
  const { version, publishedAt } = certificateTemplateVersions;
  return db
    .select({ template: certificateTemplates.name, version, publishedAt })
    .from(certificateTemplateVersions)
    .innerJoin(certificateTemplates, eq(certificateTemplates.id, certificateTemplateVersions.templateId))
    .where(eq(certificateTemplateVersions.publishedBy, userId))
    .orderBy(asc(certificateTemplateVersions.id));
}
