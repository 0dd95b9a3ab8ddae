// The outbox in SQL.
import { and, count, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { preparedSql } from '#server/db/prepared.ts';
import { mailOutbox } from '#server/db/schema/mail.ts';
import { containsWords } from '#server/db/search.ts';

export type NewMail = {
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
  offUrl?: string | undefined;
  createdAt: Date;
};

const given = sql.placeholder;

const writeMail = preparedSql<{ id: string }>(
  'mail_written',
  sql`
    insert into mail_outbox ("to", subject, text, html, off_url, created_at)
    values (${given('to')}, ${given('subject')}, ${given('text')}, ${given('html')}, ${given('offUrl')},
      ${given('createdAt')})
    returning id`,
);

export async function insertMail(db: DbOrTx, mail: NewMail): Promise<{ id: string }> {
  const { html = null, offUrl = null } = mail;
  const [row] = await writeMail(db, { ...mail, html, offUrl });
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
        isNull(mailOutbox.heldBackAt),
        or(isNull(mailOutbox.claimedUntil), lt(mailOutbox.claimedUntil, sql`now()`)),
      ),
    )
    .returning({
      id: mailOutbox.id,
      to: mailOutbox.to,
      subject: mailOutbox.subject,
      text: mailOutbox.text,
      html: mailOutbox.html,
      offUrl: mailOutbox.offUrl,
    });
  return row ?? null;
}

export async function isMailWaiting(db: DbOrTx, { id }: { id: string }): Promise<boolean> {
  const rows = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt), isNull(mailOutbox.heldBackAt)));
  return rows.length > 0;
}

/** Answers how many. */
export async function holdBackUnsentMails(db: DbOrTx, { at }: { at: Date }): Promise<number> {
  const { rowCount } = await db
    .update(mailOutbox)
    .set({ heldBackAt: at, claimedUntil: null })
    .where(and(isNull(mailOutbox.sentAt), isNull(mailOutbox.heldBackAt)));
  return rowCount ?? 0;
}

/** Null: there is none, or it is not held back (any more). */
export async function releaseMail(db: DbOrTx, { id }: { id: string }): Promise<{ to: string } | null> {
  const [row] = await db
    .update(mailOutbox)
    .set({ heldBackAt: null, lastError: null })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt), isNotNull(mailOutbox.heldBackAt)))
    .returning({ to: mailOutbox.to });
  return row ?? null;
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
      heldBackAt: mailOutbox.heldBackAt,
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
  const isWaiting = and(isNull(mailOutbox.sentAt), isNull(mailOutbox.heldBackAt));
  const [row] = await db.select({ waiting: count() }).from(mailOutbox).where(isWaiting);
  return row?.waiting ?? 0;
}
