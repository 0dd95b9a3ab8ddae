// Which tables hold something about a user, and which features say so.
import { resolve } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { PERSONAL_DATA } from '#server/features/privacy/privacy.registry.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import { files } from './source.ts';
import { personalColumns, tables } from './tables.ts';

const declared = PERSONAL_DATA.flatMap((feature) => feature.tables.map((table) => getTableName(table)));

/** Tables with a user id or an email address that no feature declares. */
export function undeclaredTables(): string[] {
  return tables
    .map((table) => ({ name: table.name, columns: personalColumns(table) }))
    .filter(({ name, columns }) => columns.length > 0 && !declared.includes(name))
    .map(({ name, columns }) => `${name}: ${columns.join(', ')}`);
}

/** Tables that two features declare. */
export function declaredTwice(): string[] {
  return declared.filter((name, at) => declared.indexOf(name) !== at);
}

/** Declarations the registry does not know. */
export async function unregisteredFiles(): Promise<string[]> {
  const known = new Set<unknown>(PERSONAL_DATA);
  const found = files('server/{features/*,platform}/*.privacy.ts').map(async (file) => {
    const module = (await import(resolve(file))) as Record<string, PersonalData>;
    return Object.values(module).some((declaration) => known.has(declaration)) ? [] : [file];
  });
  return (await Promise.all(found)).flat();
}

/** Sections of the export that would overwrite each other. */
export function sectionsTwice(): string[] {
  const sections = PERSONAL_DATA.flatMap(({ collect = {} }) => Object.keys(collect));
  return sections.filter((name, at) => sections.indexOf(name) !== at);
}
