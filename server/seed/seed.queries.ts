// Bulk inserts for a new database.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { applications } from '#server/db/schema/application.ts';
import { activeDays, auditLog } from '#server/db/schema/platform.ts';

/** An arbitrary number, the same for every server. */
const SEED_LOCK = 7_301_002;

/** Of several servers starting on an empty database, one seeds it and the others wait, longer on a slow machine. */
export async function lockSeeding(tx: Tx): Promise<void> {
  await tx.execute(
    sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '60s', true)`,
  );
  await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK}::bigint)`);
}

/** Ids follow the given order. */
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
