// Queries that every page or call makes are built once for each database handle, not once for each call.
import { Column, is, SQL, type DriverValueDecoder } from 'drizzle-orm';
import type { DbOrTx } from './client.ts';

/** `build` ends in `.prepare('name')`; the name must be the query's own. */
export function prepared<Query>(build: (db: DbOrTx) => Query): (db: DbOrTx) => Query {
  const built = new WeakMap<DbOrTx, Query>();
  return (db) => {
    let query = built.get(db);
    if (!query) {
      query = withReadersReady(build(db));
      built.set(db, query);
    }
    return query;
  };
}

/** The same for queries that come in several shapes, each with a name of its own. */
export function preparedByName<Query>(): (db: DbOrTx, name: string, build: () => Query) => Query {
  const built = new WeakMap<DbOrTx, Map<string, Query>>();
  return (db, name, build) => {
    const ofDb = built.get(db) ?? new Map<string, Query>();
    built.set(db, ofDb);
    const query = ofDb.get(name) ?? withReadersReady(build());
    ofDb.set(name, query);
    return query;
  };
}

/** What a prepared query of the pinned Drizzle has inside. */
type Insides = {
  fields?: { path: string[]; field: unknown }[];
  customResultMapper?: (rows: unknown[][]) => unknown;
};
type Reader = DriverValueDecoder<unknown, unknown>;

/**
 * Drizzle finds out for every value of every row what reads it; on a page of 24 cards that is a sixth of the server's
 * work. Here it is found out once. Rows with objects inside are left to Drizzle.
 */
function withReadersReady<Query>(query: Query): Query {
  const insides = query as Insides;
  const { fields } = insides;
  if (!fields?.every(({ path }) => path.length === 1) || insides.customResultMapper) return query;
  const columns = fields.map(({ path, field }) => ({ name: path[0] ?? '', reader: readerOf(field) }));
  insides.customResultMapper = (rows) => rows.map((row) => toObject(columns, row));
  return query;
}

function toObject(columns: readonly { name: string; reader: Reader }[], row: readonly unknown[]) {
  const result: Record<string, unknown> = {};
  for (const [at, { name, reader }] of columns.entries()) {
    const value = row[at];
    result[name] = value === null ? null : reader.mapFromDriverValue(value);
  }
  return result;
}

function readerOf(field: unknown): Reader {
  if (is(field, Column)) return field;
  const expression = is(field, SQL) ? field : (field as { sql: SQL }).sql;
  // Drizzle keeps it to itself; its own reading of rows uses it just so.
  return (expression as unknown as { decoder: Reader }).decoder;
}

/** What a database handle of the pinned Drizzle has inside. */
type Handle = {
  dialect: { sqlToQuery(query: SQL): unknown };
  session: {
    prepareQuery(
      query: unknown,
      fields: undefined,
      name: string,
      isArray: false,
    ): { execute(): Promise<unknown> };
  };
};

/** A statement written by hand whose text is always the same: PostgreSQL plans it once for each connection. */
export async function executeNamed(db: DbOrTx, name: string, query: SQL): Promise<void> {
  const { dialect, session } = db as unknown as Handle;
  await session.prepareQuery(dialect.sqlToQuery(query), undefined, name, false).execute();
}
