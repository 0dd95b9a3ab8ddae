// Prepared statements: a query is built once per database handle instead of once per call, and PostgreSQL plans it once
// per connection. There are few handles (the pool, and one per pooled connection for transactions), so each is kept.
import { fillPlaceholders, sql, type SQL } from '#server/db/drizzle.ts';
import { PgDialect } from '#server/db/drizzle-pg.ts';
import { CASING, type DbOrTx } from './client.ts';

/**
 * `build` ends in `.prepare('name')`, with a name no other query uses. What differs from call to call is an
 * `sql.placeholder`.
 */
export function prepared<Query extends object>(build: (db: DbOrTx) => Query): (db: DbOrTx) => Query {
  const built = new WeakMap<DbOrTx, Query>();
  return (db) => {
    const query = built.get(db) ?? build(db);
    built.set(db, query);
    return query;
  };
}

/** The same for a query that comes in several shapes, each under its own name. */
export function preparedByName<Query extends object>(): (
  db: DbOrTx,
  name: string,
  build: (db: DbOrTx) => Query,
) => Query {
  const byName = new Map<string, (db: DbOrTx) => Query>();
  return (db, name, build) => {
    const query = byName.get(name) ?? prepared(build);
    byName.set(name, query);
    return query(db);
  };
}

/**
 * A value the planner doesn't look at. PostgreSQL keeps one plan for all calls only if it expects that to cost no more
 * than planning for each call's values; a list of one element or a small offset would promise it more.
 */
export const unseen = (value: SQL) => sql`(select ${value})`;

const dialect = new PgDialect({ casing: CASING });

/**
 * The same for a statement written by hand. Rows come as the driver reads them: alias columns to the names of `Row`, and
 * cast bigint, which the driver returns as text.
 */
export function preparedSql<Row extends object>(
  name: string,
  statement: SQL,
): (db: DbOrTx, values: Record<string, unknown>) => Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return async (db, values) => {
    const query = { name, text, values: fillPlaceholders(params, values) };
    const { rows } = await db.$client.query<Row>(query);
    return rows;
  };
}
