// What the database says about itself.
import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';

export async function readDatabaseInfo(db: DbOrTx): Promise<{ version: string; bytes: number }> {
  const { rows } = await db.execute<{ version: string; bytes: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  );
  const [row] = rows;
  return { version: row?.version ?? '', bytes: Number(row?.bytes ?? 0) };
}

/** Drizzle's own table; when a migration was applied is a column we gave it. */
export async function readAppliedMigrations(
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
