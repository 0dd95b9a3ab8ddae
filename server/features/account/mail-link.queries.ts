// Links sent by mail, in SQL.
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { mailLinks } from '#server/db/schema/account.ts';

export type MailLinkPurpose = (typeof mailLinks.$inferSelect)['purpose'];

export async function insertMailLink(db: DbOrTx, values: typeof mailLinks.$inferInsert): Promise<void> {
  await db.insert(mailLinks).values(values);
}

export async function deleteUnusedLinks(
  db: DbOrTx,
  { userId, purpose }: { userId: number; purpose: MailLinkPurpose },
): Promise<void> {
  await db
    .delete(mailLinks)
    .where(and(eq(mailLinks.userId, userId), eq(mailLinks.purpose, purpose), isNull(mailLinks.usedAt)));
}

/** Locked, so that of two who open it at once one comes second. */
export async function findMailLink(db: DbOrTx, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  const [link] = await db
    .select()
    .from(mailLinks)
    .where(and(eq(mailLinks.tokenHash, tokenHash), gt(mailLinks.expiresAt, now)))
    .for('update');
  return link ?? null;
}

export async function markMailLinkUsed(db: DbOrTx, { id, now }: { id: number; now: Date }): Promise<void> {
  await db.update(mailLinks).set({ usedAt: now }).where(eq(mailLinks.id, id));
}

/** The address someone asked to change to and has not confirmed. */
export async function findPendingEmail(db: DbOrTx, { userId, now }: { userId: number; now: Date }) {
  const [link] = await db
    .select({ email: mailLinks.email })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.userId, userId),
        eq(mailLinks.purpose, 'change-email'),
        isNull(mailLinks.usedAt),
        gt(mailLinks.expiresAt, now),
      ),
    )
    .orderBy(desc(mailLinks.id))
    .limit(1);
  return link?.email ?? null;
}
