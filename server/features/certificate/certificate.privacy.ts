// Personal data of certificates. They stay when the account goes, because schools rely on them, but without the name.
import { asc, eq, inArray } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { certificateRules, certificates, certificateVersions } from '#server/db/schema/certificate.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const ERASED_HOLDER = 'Name removed at the holder’s request';

export const certificatePersonalData: PersonalData = {
  tables: [certificates, certificateVersions, certificateRules],
  collect: { certificates: collectCertificates },
  async erase(_ctx, tx, { userId }) {
    const own = tx.select({ id: certificates.id }).from(certificates).where(eq(certificates.userId, userId));
    await tx.delete(certificateVersions).where(inArray(certificateVersions.certificateId, own));
    await tx.update(certificates).set({ holderName: ERASED_HOLDER }).where(eq(certificates.userId, userId));
    await tx.update(certificates).set({ issuedBy: null }).where(eq(certificates.issuedBy, userId));
    await tx.update(certificates).set({ revokedBy: null }).where(eq(certificates.revokedBy, userId));
    await tx
      .update(certificateVersions)
      .set({ replacedBy: null })
      .where(eq(certificateVersions.replacedBy, userId));
    await tx.update(certificateRules).set({ updatedBy: null }).where(eq(certificateRules.updatedBy, userId));
  },
};

async function collectCertificates(db: DbOrTx, { userId }: DataSubject) {
  const { code, holderName, courseTitle, cycle, issuedOn, expiresOn, revokedAt, revokedReason } =
    certificates;
  return db
    .select({ code, holderName, courseTitle, cycle, issuedOn, expiresOn, revokedAt, revokedReason })
    .from(certificates)
    .where(eq(certificates.userId, userId))
    .orderBy(asc(certificates.id));
}
