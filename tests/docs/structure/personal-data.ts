// Which tables hold something about a user, and which features say so.
import { resolve } from 'node:path';
import type { FeaturePrivacy } from '#server/platform/privacy.ts';
import { files } from './source.ts';
import { personalColumns, tables } from './tables.ts';

const declarations = await Promise.all(
  files('server/{features/*,platform}/*.privacy.ts').map(async (file) => {
    const { privacy } = (await import(resolve(file))) as { privacy: FeaturePrivacy };
    return { file, tables: Object.keys(privacy.tables) };
  }),
);

/** Tables with a user id or an email address that no feature declares. */
export function undeclaredTables(): string[] {
  const declared = new Set(declarations.flatMap((declaration) => declaration.tables));
  return tables
    .map((table) => ({ name: table.name, columns: personalColumns(table) }))
    .filter(({ name, columns }) => columns.length > 0 && !declared.has(name))
    .map(({ name, columns }) => `${name}: ${columns.join(', ')}`);
}

/** Declared tables that do not exist, or that two features declare. */
export function wrongDeclarations(): string[] {
  const existing = new Set(tables.map(({ name }) => name));
  const all = declarations.flatMap((declaration) => declaration.tables);
  return all.filter((name, at) => !existing.has(name) || all.indexOf(name) !== at);
}
