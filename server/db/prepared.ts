// Queries that every page or call makes are built once, not once for each call, and PostgreSQL plans them once for each
// connection. Each execution goes through the handle it is given: the pool, or the transaction it must be part of.
import { Column, is, noopDecoder, SQL, type DriverValueDecoder } from 'drizzle-orm';
import type { DbOrTx } from './client.ts';

/** `build` ends in `.prepare('name')`; the name must be the query's own. What differs from call to call is a placeholder. */
export function prepared<Query extends object>(build: (db: DbOrTx) => Query): (db: DbOrTx) => Query {
  let built: Query | undefined;
  return (db) => {
    built ??= withReadersReady(build(db));
    return boundTo(db, built);
  };
}

/** The same for queries that come in several shapes, each with a name of its own. */
export function preparedByName<Query extends object>(): (
  db: DbOrTx,
  name: string,
  build: () => Query,
) => Query {
  const built = new Map<string, Query>();
  return (db, name, build) => {
    const query = built.get(name) ?? withReadersReady(build());
    built.set(name, query);
    return boundTo(db, query);
  };
}

/**
 * The same for a statement written by hand. Its values come as they are given: a moment as a Date, a list as an array.
 * Its rows are read as those columns are that are named, in this order.
 */
export function preparedSql<Row extends object = Record<string, unknown>>(
  name: string,
  statement: SQL,
  columns?: { [Key in keyof Row]: Column | SQL },
): (db: DbOrTx, values: Record<string, unknown>) => Promise<Row[]> {
  const fields = columns && Object.entries(columns).map(([key, field]) => ({ path: [key], field }));
  const query = prepared((db) => {
    const { dialect, session } = handleOf(db);
    return session.prepareQuery(dialect.sqlToQuery(statement), fields, name, fields !== undefined);
  });
  return async (db, values) => {
    const result = await query(db).execute(values);
    return fields ? (result as Row[]) : [];
  };
}

/** What a database handle of the pinned Drizzle has inside. */
type Handle = {
  dialect: { sqlToQuery(query: SQL): unknown };
  session: {
    /** The pool, or the transaction's own connection. */
    client: unknown;
    prepareQuery(
      query: unknown,
      fields: { path: string[]; field: unknown }[] | undefined,
      name: string,
      isArray: boolean,
    ): { execute(values: Record<string, unknown>): Promise<unknown> };
  };
};

/** Drizzle has these and does not declare them: there is no other way to bind a built query to a transaction. */
const handleOf = (db: DbOrTx) => db as unknown as Handle;

/**
 * Text and readers are the same on every handle; only the connection is another. Building the query anew in each
 * transaction was a third of what a checkout cost the server.
 */
function boundTo<Query extends object>(db: DbOrTx, query: Query): Query {
  const bound = Object.create(query) as Query & { client: unknown };
  bound.client = handleOf(db).session.client;
  return bound;
}

/** What a prepared query of the pinned Drizzle has inside. */
type Insides = {
  fields?: { path: string[]; field: unknown }[];
  /** By table: false where a left join may find nothing. */
  joinsNotNullableMap?: Record<string, boolean>;
  customResultMapper?: (rows: unknown[][]) => unknown;
};
type Reader = DriverValueDecoder<unknown, unknown>;
type Place = { group: string | null; name: string; reader: Reader | null };

/**
 * Drizzle finds out for every value of every row what reads it; on a page of 24 cards that is a sixth of the server's
 * work. Here it is found out once. Rows with objects inside that may be missing are left to Drizzle.
 */
function withReadersReady<Query>(query: Query): Query {
  const insides = query as Insides;
  const { fields, joinsNotNullableMap = {} } = insides;
  if (!fields || insides.customResultMapper) return query;
  const isFlat = fields.every(({ path }) => path.length === 1);
  const isWhole =
    fields.every(({ path }) => path.length <= 2) && Object.values(joinsNotNullableMap).every(Boolean);
  if (!isFlat && !isWhole) return query;
  const places = fields.map(({ path, field }) => ({
    group: path.length === 2 ? (path[0] ?? '') : null,
    name: path.at(-1) ?? '',
    reader: readerOf(field),
  }));
  insides.customResultMapper = (rows) => rows.map((row) => toObject(places, row));
  return query;
}

function toObject(places: readonly Place[], row: readonly unknown[]) {
  const result: Record<string, unknown> = {};
  for (const [at, { group, name, reader }] of places.entries()) {
    const value = row[at];
    const target = group === null ? result : ((result[group] ??= {}) as Record<string, unknown>);
    target[name] = value === null || reader === null ? value : reader.mapFromDriverValue(value);
  }
  return result;
}

const AS_IT_COMES = new Set<unknown>([Column.prototype.mapFromDriverValue, noopDecoder.mapFromDriverValue]);

/** Null for what the driver has read already. */
function readerOf(field: unknown): Reader | null {
  const reader = is(field, Column) ? field : decoderOf(is(field, SQL) ? field : (field as { sql: SQL }).sql);
  return AS_IT_COMES.has(reader.mapFromDriverValue) ? null : reader;
}

/** Drizzle keeps it to itself; its own reading of rows uses it just so. */
function decoderOf(expression: SQL): Reader {
  return (expression as unknown as { decoder: Reader }).decoder;
}
