// Queries that every page or call makes are built once for each database handle, not once for each call.
import type { DbOrTx } from './client.ts';

/** `build` ends in `.prepare('name')`; the name must be the query's own. */
export function prepared<Query>(build: (db: DbOrTx) => Query): (db: DbOrTx) => Query {
  const built = new WeakMap<DbOrTx, Query>();
  return (db) => {
    let query = built.get(db);
    if (!query) {
      query = build(db);
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
    const query = ofDb.get(name) ?? build();
    ofDb.set(name, query);
    return query;
  };
}
