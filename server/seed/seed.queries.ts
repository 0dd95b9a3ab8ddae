// Many rows at once, as only a new database needs them.
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { applications } from '#server/db/schema/application.ts';
import { activeDays, auditLog } from '#server/db/schema/platform.ts';

/** Any number; only that everyone takes the same. */
const SEED_LOCK = 7_301_002;

/** Of several servers that start on one empty database, one fills it and the others wait, on a slow machine for long. */
export async function lockSeeding(tx: Tx): Promise<void> {
  await tx.execute(
    sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '60s', true)`,
  );
  await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK}::bigint)`);
}

/** Numbered in the order given. */
export async function insertPeople(
  tx: Tx,
  people: (typeof users.$inferInsert)[],
): Promise<Map<string, number>> {
  const rows = await tx.insert(users).values(people).returning({ id: users.id, username: users.username });
  return new Map(rows.map(({ id, username }) => [username, id]));
}

export async function insertApplications(tx: Tx, rows: (typeof applications.$inferInsert)[]) {
  return tx.insert(applications).values(rows).returning({ id: applications.id });
}

export async function insertActiveDays(tx: Tx, rows: (typeof activeDays.$inferInsert)[]): Promise<void> {
  await tx.insert(activeDays).values(rows);
}

export async function insertAuditRows(tx: Tx, rows: (typeof auditLog.$inferInsert)[]): Promise<void> {
  await tx.insert(auditLog).values(rows);
}
