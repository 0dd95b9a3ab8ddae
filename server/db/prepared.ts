// Queries that every page or call makes are built once, not once for each call, and PostgreSQL plans them once for each
// connection. Each execution goes through the handle it is given: the pool, or the transaction it must be part of.
import {
  Column,
  DrizzleQueryError,
  getTableName,
  is,
  noopDecoder,
  Param,
  Placeholder,
  SQL,
  type DriverValueDecoder,
} from 'drizzle-orm';
import type pg from 'pg';
import type { DbOrTx } from './client.ts';
import { Statement, type Plan } from './statement.ts';

/** A query with `.prepare('name')` at its end. */
type Preparable = { execute(values?: Record<string, unknown>): Promise<unknown> };
type Rows<Query> = Query extends { execute(values?: Record<string, unknown>): Promise<infer Answer> }
  ? Answer
  : never;
export type Prepared<Query extends Preparable> = {
  execute(values?: Record<string, unknown>): Promise<Rows<Query>>;
};

/** `build` ends in `.prepare('name')`; the name must be the query's own. What differs from call to call is a placeholder. */
export function prepared<Query extends Preparable>(
  build: (db: DbOrTx) => Query,
): (db: DbOrTx) => Prepared<Query> {
  let built: Built | undefined;
  return (db) => boundTo(db, (built ??= take(build(db))));
}

/**
 * For lists of rows with many columns: PostgreSQL writes the whole list as one JSON text, which is read in a third of the
 * time that hundreds of single values take. Not for whole numbers beyond 2^53 and decimals that must stay exact.
 */
export function preparedList<Query extends Preparable>(
  build: (db: DbOrTx) => Query,
): (db: DbOrTx) => Prepared<Query> {
  let built: Built | undefined;
  return (db) => boundTo(db, (built ??= takeAsJson(build(db))));
}

/** The same for queries that come in several shapes, each with a name of its own. */
export function preparedByName<Query extends Preparable>({ asJson = false } = {}): (
  db: DbOrTx,
  name: string,
  build: () => Query,
) => Prepared<Query> {
  const built = new Map<string, Built>();
  return (db, name, build) => {
    const query = built.get(name) ?? (asJson ? takeAsJson : take)(build());
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
    client: pg.Pool | pg.ClientBase;
    prepareQuery(query: unknown, fields: Field[] | undefined, name: string, isArray: boolean): Preparable;
  };
};

/** Drizzle has these and does not declare them: there is no other way to bind a built query to a transaction. */
const handleOf = (db: DbOrTx) => db as unknown as Handle;

type Field = { path: string[]; field: unknown };
/** What a prepared query of the pinned Drizzle has inside. */
type Insides = {
  queryConfig: { name: string; text: string };
  params: unknown[];
  fields?: Field[];
  /** By table: false where a left join may find nothing. */
  joinsNotNullableMap?: Record<string, boolean>;
};
type Built = {
  plan: Plan<unknown>;
  valuesFor: (given: Record<string, unknown>) => unknown[];
  /** All rows are in the first. */
  isList?: boolean;
};

/** What Drizzle would work out anew for each execution, worked out once. */
function take(query: Preparable): Built {
  const insides = query as Preparable & Insides;
  const { name, text } = insides.queryConfig;
  const places = placesOf(insides);
  const sources = insides.params.map(sourceOf);
  return {
    plan: {
      name,
      text,
      readerFor(readers) {
        // The driver reads a value first, then Drizzle.
        const read = places.map((place, at) => ({
          ...place,
          read: inTurn(readers[at] ?? String, place.decoder),
        }));
        return (values) => toObject(read, values);
      },
    },
    valuesFor: (given) => sources.map((source) => source(given)),
  };
}

/** The same rows as one JSON text, which has the names in it already. */
function takeAsJson(query: Preparable): Built {
  const insides = query as Preparable & Insides;
  const { name, text } = insides.queryConfig;
  const places = placesOf(insides);
  if (places.some(({ group }) => group !== null))
    throw new Error(`${name}: a list has no objects in its rows.`);
  const names = places.map((place) => `"${place.name}"`).join(', ');
  const decoded = places.filter(({ decoder }) => !isAsItComes(decoder));
  const decode = (row: Record<string, unknown>) => {
    for (const place of decoded) {
      const value = row[place.name];
      if (value !== null) row[place.name] = place.decoder.mapFromDriverValue(value);
    }
    return row;
  };
  const sources = insides.params.map(sourceOf);
  return {
    plan: {
      name,
      text: `select coalesce(json_agg(listed), '[]') from (${text}) listed(${names})`,
      readerFor:
        () =>
        ([list]) =>
          (JSON.parse(list ?? '[]') as Record<string, unknown>[]).map(decode),
    },
    valuesFor: (given) => sources.map((source) => source(given)),
    isList: true,
  };
}

/**
 * Text, values and readers are the same on every handle; only the connection is another. Building the query anew in each
 * transaction was a third of what a checkout cost the server.
 */
function boundTo<Query extends Preparable>(db: DbOrTx, { plan, valuesFor, isList }: Built): Prepared<Query> {
  return {
    async execute(given = {}) {
      const values = valuesFor(given);
      try {
        const rows = await new Statement(plan, values).runOn(handleOf(db).session.client);
        return (isList ? rows[0] : rows) as Rows<Query>;
      } catch (error) {
        // As of any other query.
        throw new DrizzleQueryError(plan.text, values, error as Error);
      }
    },
  };
}

/** Where a value of the statement comes from. */
function sourceOf(param: unknown): (given: Record<string, unknown>) => unknown {
  if (is(param, Placeholder)) return (given) => valueOf(param, given);
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { encoder, value } = param;
    return (given) => encoder.mapToDriverValue(valueOf(value, given));
  }
  return () => param;
}

function valueOf({ name }: Placeholder, given: Record<string, unknown>): unknown {
  if (!(name in given)) throw new Error(`No value is given for "${name}".`);
  return given[name];
}

type Values = readonly (string | null)[];
type ReadText = (text: string) => unknown;
type Place = { group: string | null; name: string; read: ReadText };

function placesOf({ queryConfig, fields = [], joinsNotNullableMap = {} }: Insides) {
  // Of such an object Drizzle makes null, here it would be one of nulls.
  const mayBeMissing = (field: unknown) =>
    is(field, Column) && !joinsNotNullableMap[getTableName(field.table)];
  return fields.map(({ path, field }) => {
    if (path.length > 2 || (path.length === 2 && mayBeMissing(field))) {
      throw new Error(`${queryConfig.name}: an object inside a row may be missing.`);
    }
    const group = path.length === 2 ? (path[0] ?? '') : null;
    return { group, name: path.at(-1) ?? '', decoder: decoderOf(field) };
  });
}

function toObject(places: readonly Place[], values: Values) {
  const result: Record<string, unknown> = {};
  for (const [at, { group, name, read }] of places.entries()) {
    const value = values[at] ?? null;
    const target = group === null ? result : ((result[group] ??= {}) as Record<string, unknown>);
    target[name] = value === null ? null : read(value);
  }
  return result;
}

type Decoder = DriverValueDecoder<unknown, unknown>;
const AS_IT_COMES = new Set<unknown>([Column.prototype.mapFromDriverValue, noopDecoder.mapFromDriverValue]);

const isAsItComes = ({ mapFromDriverValue }: Decoder) => AS_IT_COMES.has(mapFromDriverValue);

function inTurn(read: ReadText, decoder: Decoder): ReadText {
  return isAsItComes(decoder) ? read : (text) => decoder.mapFromDriverValue(read(text));
}

/** Drizzle keeps it to itself; its own reading of rows uses it just so. */
function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const expression = is(field, SQL) ? field : (field as { sql: SQL }).sql;
  return (expression as unknown as { decoder: Decoder }).decoder;
}
