// Personal data of announcements. What someone announced stays with those who received it, under a placeholder name.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { announcementRecipients, announcements } from '#server/db/schema/announcement.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const announcementPersonalData: PersonalData = {
  tables: [announcements, announcementRecipients],
  collect: { announcementsSent: collectSent, announcementsReceived: collectReceived },
  async erase(_ctx, tx, { userId }) {
    await tx.delete(announcementRecipients).where(eq(announcementRecipients.userId, userId));
  },
};

async function collectSent(db: DbOrTx, { userId }: DataSubject) {
  const { subject, text, createdAt, recipientCount } = announcements;
  return db
    .select({ subject, text, createdAt, recipientCount })
    .from(announcements)
    .where(eq(announcements.senderId, userId))
    .orderBy(asc(announcements.id));
}

async function collectReceived(db: DbOrTx, { userId }: DataSubject) {
  return db
    .select({ subject: announcements.subject, createdAt: announcements.createdAt })
    .from(announcementRecipients)
    .innerJoin(announcements, eq(announcements.id, announcementRecipients.announcementId))
    .where(eq(announcementRecipients.userId, userId))
    .orderBy(asc(announcements.id));
}
