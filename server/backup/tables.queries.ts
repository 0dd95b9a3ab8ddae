// Whole tables, sequences and constraints, for backup and restore. Uses a single connection, because everything must be
// in one snapshot or one transaction.
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Connection } from '#server/db/client.ts';

export type Table = { schema: string; name: string; columns: string[] };

/** Waiting jobs. The rest of pg-boss (queues, schedules) is recreated at startup. */
const JOBS = { schema: 'pgboss', name: 'job_common' };

export const isJobTable = ({ schema, name }: Pick<Table, 'schema' | 'name'>): boolean =>
  schema === JOBS.schema && name === JOBS.name;

/** No timeouts, since everything here takes long; fixed settings for how values are written. */
export async function connectWhole(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    application_name: 'releve backup',
    connectionTimeoutMillis: 10_000,
    ...connection,
  });
  // The query in progress rejects as well; without a listener the event would crash the process.
  client.on('error', () => {});
  await client.connect();
  await client.query(
    `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 3;
     set statement_timeout = 0; set lock_timeout = '30s'; set idle_in_transaction_session_timeout = 0`,
  );
  return client;
}

/** Our own tables and the waiting jobs, without tables of extensions. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r'
       and (n.nspname = 'public' or (n.nspname = $1 and c.relname = $2))
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by n.nspname, c.relname
     order by n.nspname, c.relname`,
    [JOBS.schema, JOBS.name],
  );
  return rows;
}

export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') limit 1`,
  );
  return rowCount === 0;
}

/** Only for a database that was empty before. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists drizzle cascade; drop schema if exists pgboss cascade');
  await client.query('begin; drop schema public cascade; create schema public; commit');
}

/** In the order they ran; null if this is not our database. */
export async function listMigrations(client: pg.Client): Promise<number[] | null> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`,
  );
  if (!found[0]?.is_there) return null;
  const { rows } = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map((row) => Number(row.created_at));
}

export async function listSequences(client: pg.Client): Promise<{ name: string; lastValue: number }[]> {
  const { rows } = await client.query<{ name: string; last_value: string }>(
    `select sequencename as name, last_value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows.map((row) => ({ name: row.name, lastValue: Number(row.last_value) }));
}

export async function setSequence(
  client: pg.Client,
  { name, lastValue }: { name: string; lastValue: number },
): Promise<void> {
  await client.query(`select setval($1::regclass, $2)`, [`public.${pg.escapeIdentifier(name)}`, lastValue]);
}

const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
const columnsOf = ({ columns }: Pick<Table, 'columns'>) => columns.map(pg.escapeIdentifier).join(', ');

/** One line per row; line breaks in values are escaped. */
export function copyOut(client: pg.Client, table: Table): Readable {
  return client.query(copyTo(`copy ${nameOf(table)} (${columnsOf(table)}) to stdout`));
}

export function copyIn(client: pg.Client, table: Table): Writable {
  return client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`));
}

export async function countRows(client: pg.Client, table: Pick<Table, 'schema' | 'name'>): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${nameOf(table)}`);
  return Number(rows[0]?.count);
}

/** A temporary table: only jobs that still have a queue are moved into the real one. */
export async function makeJobsAside(client: pg.Client): Promise<Pick<Table, 'schema' | 'name'>> {
  await client.query(`create temporary table jobs_aside (like ${nameOf(JOBS)} including defaults)`);
  return { schema: 'pg_temp', name: 'jobs_aside' };
}

export async function takeInJobs(client: pg.Client, { columns }: Pick<Table, 'columns'>): Promise<void> {
  const list = columnsOf({ columns });
  await client.query(
    `insert into ${nameOf(JOBS)} (${list}) select ${list} from pg_temp.jobs_aside
     where name in (select name from pgboss.queue) and not starts_with(name, '__pgboss')`,
  );
  await client.query('drop table pg_temp.jobs_aside');
}

/**
 * Rows are copied in any order, without triggers; foreign keys are checked once at the end. Uses only rights the owner
 * of the tables has: session_replication_role would need a superuser.
 */
export async function withoutReferees(
  client: pg.Client,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: references } = await client.query<{ owner: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as owner, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  );
  for (const { owner, name } of references) {
    await client.query(`alter table ${owner} drop constraint ${pg.escapeIdentifier(name)}`);
  }
  for (const table of tables) await client.query(`alter table ${nameOf(table)} disable trigger user`);
  // Rows inserted by migrations are in the backup too.
  await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
  await work();
  for (const table of tables) await client.query(`alter table ${nameOf(table)} enable trigger user`);
  for (const { owner, name, definition } of references) {
    await client.query(`alter table ${owner} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
  }
}

/** The id of a ledger transaction that does not sum to zero, or null. */
export async function findUnevenTransaction(client: pg.Client): Promise<number | null> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.ledger_entries') is not null as is_there`,
  );
  if (!found[0]?.is_there) return null;
  const { rows } = await client.query<{ id: number }>(
    `select transaction_id as id from ledger_entries
     group by transaction_id, currency having sum(amount_cents) <> 0 limit 1`,
  );
  return rows[0]?.id ?? null;
}

/** So that the site knows it has one. A database of an older version has no place for it. */
export async function recordBackup(client: pg.Client, now: Date): Promise<void> {
  const { rowCount } = await client.query(
    `select 1 from information_schema.columns
     where table_schema = 'public' and table_name = 'settings' and column_name = 'backed_up_at'`,
  );
  if (rowCount === 1) await client.query('update settings set backed_up_at = $1', [now]);
}
