// Errors reported by browsers, and what the database says about itself, in SQL.
import { sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { clientErrors } from '#server/db/schema/site.ts';

export async function insertClientError(db: DbOrTx, values: typeof clientErrors.$inferInsert): Promise<void> {
  await db.insert(clientErrors).values(values);
}

export async function findDatabaseInfo(db: DbOrTx): Promise<{ version: string; bytes: number }> {
  const { rows } = await db.execute<{ version: string; bytes: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  );
  const [row] = rows;
  return { version: row?.version ?? '', bytes: Number(row?.bytes ?? 0) };
}

/** From Drizzle's own table, plus the `applied_at` column we added to it. */
export async function findAppliedMigrations(
  db: DbOrTx,
): Promise<{ applied: number; lastAppliedAt: Date | null }> {
  const { rows } = await db.execute<{ applied: number; last_applied_at: string | null }>(sql`
    select count(*)::int as applied, to_json(max(applied_at)) #>> '{}' as last_applied_at
    from drizzle.__drizzle_migrations`);
  const [row] = rows;
  return {
    applied: row?.applied ?? 0,
    lastAppliedAt: row?.last_applied_at ? new Date(row.last_applied_at) : null,
  };
}
