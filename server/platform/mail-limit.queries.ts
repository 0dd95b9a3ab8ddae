// How many mails of one kind went to one recipient, in SQL.
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { mailLimits } from '#server/db/schema/mail.ts';

/** Held until the transaction ends: of many at once, each counts those before it. */
export async function lockMailLimit(tx: Tx, { keyHash }: { keyHash: string }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${keyHash}, 0))`);
}

export async function countLimitedMails(
  tx: Tx,
  { keyHash, since }: { keyHash: string; since: Date },
): Promise<number> {
  return tx.$count(mailLimits, and(eq(mailLimits.keyHash, keyHash), gt(mailLimits.createdAt, since)));
}

export async function insertLimitedMail(tx: Tx, mail: { keyHash: string; createdAt: Date }): Promise<void> {
  await tx.insert(mailLimits).values(mail);
}
