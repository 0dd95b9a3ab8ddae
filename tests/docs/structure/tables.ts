// Every table of the schema, and every place in the source that writes one.
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { lineAt, read, withoutComments } from './source.ts';

export type Table = { name: string; exportName: string; schemaFile: string; table: PgTable };

async function loadTables(): Promise<Table[]> {
  const found: Table[] = [];
  for (const schemaFile of globSync('server/db/schema/*.ts').toSorted()) {
    const module = (await import(resolve(schemaFile))) as Record<string, unknown>;
    for (const [exportName, table] of Object.entries(module)) {
      if (!is(table, PgTable)) continue;
      found.push({ name: getTableConfig(table).name, exportName, schemaFile, table });
    }
  }
  return found;
}

export const tables = await loadTables();
const byExport = new Map(tables.map((table) => [table.exportName, table.name]));
const byName = new Set(tables.map((table) => table.name));

/** Names that hold a user or an email address without a reference. */
const PERSONAL = /^(userId|sellerId|email|to|person|userKey)$/;

/** Columns that identify a user: a reference to users or sellers, or one of the names above. */
export function personalColumns({ table }: Table): string[] {
  const people = new Set(['users', 'sellers', 'sellers']);
  const references = getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    return people.has(getTableConfig(foreignTable).name) ? columns.map((column) => column.name) : [];
  });
  const named = Object.values(getTableColumns(table))
    .map((column) => column.name)
    .filter((name) => PERSONAL.test(name));
  return [...new Set([...references, ...named])];
}

export type Write = { table: string; file: string; line: number };

// `tx.insert(orders)`; a name that is no table may be another object's method, unless a database handle is in front.
const BUILDER = /(\b(?:db|tx|trx|handle))?\s*\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g;
// sql`update orders o set …`, also with ${orders} in it and in prepared statements.
const STATEMENT =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy|update(?=\s+\S+(?:\s+(?:as\s+)?\w+)?\s+(?:set\b|\$\{)))\s+(?:only\s+)?(?:"?(\w+)"?|\$\{(\w+)\})/gi;

/** The tables a name stands for in a file: itself, an alias, or what a loop runs over. */
function tablesNamed(text: string, name: string): string[] {
  const alias = new RegExp(String.raw`\b${name} = (\w+)[,;]`).exec(text)?.[1];
  const loop = new RegExp(String.raw`const ${name} of \[([\w,\s]+)\]`).exec(text)?.[1]?.split(/[,\s]+/);
  return [name, alias ?? '', ...(loop ?? [])].flatMap((candidate) => byExport.get(candidate) ?? []);
}

/** The tables a computed name may stand for: all the file quotes; `?` where it quotes none. */
function tablesQuoted(text: string): string[] {
  const words = new Set([...text.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? ''));
  const quoted = [...words].filter((word) => byName.has(word));
  return quoted.length > 0 ? quoted : ['?'];
}

/** The writes of one file, in order. */
export function writesIn(file: string): Write[] {
  const text = withoutComments(read(file));
  const at = (match: RegExpMatchArray, names: string[]) =>
    names.map((table) => ({ table, file, line: lineAt(text, match.index ?? 0) }));
  const built = [...text.matchAll(BUILDER)].flatMap((match) => {
    const named = tablesNamed(text, match[2] ?? '');
    return at(match, named.length > 0 || !match[1] ? named : tablesQuoted(text));
  });
  const written = [...text.matchAll(STATEMENT)].flatMap((match) => {
    const table = match[1]?.toLowerCase();
    if (table !== undefined) return byName.has(table) ? at(match, [table]) : [];
    const named = tablesNamed(text, match[2] ?? '');
    return at(match, named.length > 0 ? named : tablesQuoted(text));
  });
  return [...built, ...written].toSorted((a, b) => a.line - b.line);
}
