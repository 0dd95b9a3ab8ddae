// The outbox in SQL.
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { mailOutbox } from '#server/db/schema/mail.ts';

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
