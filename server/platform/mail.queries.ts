// The outbox and the limits on emails per recipient, in SQL.
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { mailLimits, mailOutbox } from '#server/db/schema/platform.ts';
import { containsWords } from '#server/db/search.ts';
import { insertNotificationSql } from './notification.queries.ts';

export type NewMail = {
  to: string;
  subject: string;
  text: string;
  html?: string | undefined;
  unsubscribeUrl?: string | undefined;
  calendar?: string | undefined;
  createdAt: Date;
};

/** Many at once; the ids are in the order of the emails. */
export async function insertMails(tx: Tx, mails: readonly NewMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = await tx
    .insert(mailOutbox)
    .values([...mails])
    .returning({ id: mailOutbox.id });
  return rows.map(({ id }) => id);
}

const given = sql.placeholder;

/**
 * Part of a larger statement, for the `due` cause of an email that nobody can turn off (placeholders mail, notification and
 * now): queues it (`mailed`) and shows it in the recipient's bell. `sendMail` then sends it.
 */
export const insertMailSql = sql`mailed as (
      insert into mail_outbox ("to", subject, text, created_at)
      select m."to", m.subject, m.text, ${given('now')}::timestamptz
      from due, jsonb_to_record(${given('mail')}::jsonb) as m("to" text, subject text, text text)
      where m."to" is not null
      returning id
    ), ${insertNotificationSql}`;

/**
 * Claims an unsent email for one worker. The claim expires by the database's clock in case the worker dies.
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
        isNull(mailOutbox.heldAt),
        or(isNull(mailOutbox.claimedUntil), lt(mailOutbox.claimedUntil, sql`now()`)),
      ),
    )
    .returning({
      id: mailOutbox.id,
      to: mailOutbox.to,
      subject: mailOutbox.subject,
      text: mailOutbox.text,
      html: mailOutbox.html,
      unsubscribeUrl: mailOutbox.unsubscribeUrl,
      calendar: mailOutbox.calendar,
    });
  return row ?? null;
}

export async function isMailWaiting(db: DbOrTx, { id }: { id: string }): Promise<boolean> {
  const rows = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt), isNull(mailOutbox.heldAt)));
  return rows.length > 0;
}

/** Returns how many. */
export async function holdUnsentMails(db: DbOrTx, { at }: { at: Date }): Promise<number> {
  const { rowCount } = await db
    .update(mailOutbox)
    .set({ heldAt: at, claimedUntil: null })
    .where(and(isNull(mailOutbox.sentAt), isNull(mailOutbox.heldAt)));
  return rowCount ?? 0;
}

/** Null if there is no such email on hold. */
export async function releaseMail(db: DbOrTx, { id }: { id: string }): Promise<{ to: string } | null> {
  const [row] = await db
    .update(mailOutbox)
    .set({ heldAt: null, lastError: null })
    .where(and(eq(mailOutbox.id, id), isNull(mailOutbox.sentAt), isNotNull(mailOutbox.heldAt)))
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
      heldBackAt: mailOutbox.heldAt,
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
  const isWaiting = and(isNull(mailOutbox.sentAt), isNull(mailOutbox.heldAt));
  const [row] = await db.select({ waiting: count() }).from(mailOutbox).where(isWaiting);
  return row?.waiting ?? 0;
}

/** Held until the transaction ends, so that concurrent requests count each other's emails. In order, so none deadlock. */
export async function lockMailLimits(tx: Tx, { keyHashes }: { keyHashes: readonly string[] }): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from (select distinct unnest(${sql.param([...keyHashes])}::text[]) as key order by 1) keys`);
}

export type MailCount = { keyHash: string; inHour: number; inDay: number };

/** Keys without any are left out. */
export async function countLimitedMails(
  tx: Tx,
  { keyHashes, hourAgo, dayAgo }: { keyHashes: readonly string[]; hourAgo: Date; dayAgo: Date },
): Promise<MailCount[]> {
  return tx
    .select({
      keyHash: mailLimits.keyHash,
      inHour: sql<number>`(count(*) filter (where ${mailLimits.createdAt} > ${hourAgo}))::int`,
      inDay: sql<number>`count(*)::int`,
    })
    .from(mailLimits)
    .where(and(inArray(mailLimits.keyHash, [...keyHashes]), gt(mailLimits.createdAt, dayAgo)))
    .groupBy(mailLimits.keyHash);
}

export async function insertLimitedMails(
  tx: Tx,
  mails: readonly { keyHash: string; createdAt: Date }[],
): Promise<void> {
  if (mails.length > 0) await tx.insert(mailLimits).values([...mails]);
}
