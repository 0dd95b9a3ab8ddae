// The outbox in SQL.
import { and, count, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { mailOutbox } from '#server/db/schema/mail.ts';
import { containsWords } from '#server/db/search.ts';

export type NewMail = {
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
  createdAt: Date;
};

export async function insertMail(db: DbOrTx, mail: NewMail): Promise<{ id: string }> {
  const [row] = await db.insert(mailOutbox).values(mail).returning({ id: mailOutbox.id });
  if (!row) throw new Error('The mail was not written.');
  return row;
}

/**
 * The mail, for whoever gets to send it: one worker at a time, and nobody once it was sent. The claim ends by
 * itself, by the database's clock, should its holder die.
 */
export async function claimMail(db: DbOrTx, { id, seconds }: { id: string; seconds: number }) {
  const [row] = await db
    .update(mailOutbox)
    .set({
      attempts: sql`${mailOutbox.attempts} + 1`,
      claimedUntil: sql`now() + make_interval(secs => ${seconds})`,
    })
    .where(
      and(
        eq(mailOutbox.id, id),
        isNull(mailOutbox.sentAt),
        or(isNull(mailOutbox.claimedUntil), lt(mailOutbox.claimedUntil, sql`now()`)),
      ),
    )
    .returning({
      id: mailOutbox.id,
      to: mailOutbox.to,
      subject: mailOutbox.subject,
      text: mailOutbox.text,
      html: mailOutbox.html,
    });
  return row ?? null;
}

export async function isMailWaiting(db: DbOrTx, { id }: { id: string }): Promise<boolean> {
  const rows = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt)));
  return rows.length > 0;
}

export async function markMailSent(db: DbOrTx, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .update(mailOutbox)
    .set({ sentAt: at, claimedUntil: null, lastError: null })
    .where(eq(mailOutbox.id, id));
}

export async function recordMailFailure(
  db: DbOrTx,
  { id, error }: { id: string; error: string },
): Promise<void> {
  await db.update(mailOutbox).set({ claimedUntil: null, lastError: error }).where(eq(mailOutbox.id, id));
}

function isFound({ q }: { q?: string | undefined }) {
  return containsWords(sql`lower(${mailOutbox.to} || ' ' || ${mailOutbox.subject})`, q);
}

export async function listMailRows(
  db: DbOrTx,
  filter: { q?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select({
      id: mailOutbox.id,
      to: mailOutbox.to,
      subject: mailOutbox.subject,
      text: mailOutbox.text,
      createdAt: mailOutbox.createdAt,
      sentAt: mailOutbox.sentAt,
      attempts: mailOutbox.attempts,
      lastError: mailOutbox.lastError,
    })
    .from(mailOutbox)
    .where(isFound(filter))
    .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id))
    .limit(limit)
    .offset(offset);
}

export async function countMails(db: DbOrTx, filter: { q?: string | undefined }): Promise<number> {
  const [row] = await db.select({ total: count() }).from(mailOutbox).where(isFound(filter));
  return row?.total ?? 0;
}

export async function countWaitingMails(db: DbOrTx): Promise<number> {
  const [row] = await db.select({ waiting: count() }).from(mailOutbox).where(isNull(mailOutbox.sentAt));
  return row?.waiting ?? 0;
}

export async function deleteMailsSentBefore(db: DbOrTx, { time }: { time: Date }): Promise<void> {
  await db.delete(mailOutbox).where(lt(mailOutbox.sentAt, time));
}
