// Compares the feature map's table owners with the schema files and with every write in the source.
import { featureMap, featureOf, files } from './source.ts';
import { tables, writesIn, type Write } from './tables.ts';

const owners = new Map(
  featureMap().flatMap(({ name, tables: owned }) => owned.map((table) => [table, name])),
);

/** Tables missing in the map or listed twice, and names in the map that are no table. */
export function mapProblems(): string[] {
  const listed = featureMap().flatMap(({ tables: owned }) => owned);
  const existing = new Set(tables.map(({ name }) => name));
  return [
    ...tables.filter(({ name }) => !owners.has(name)).map(({ name }) => `${name} has no owner`),
    ...listed.filter((name) => !existing.has(name)).map((name) => `${name} is no table`),
    ...listed.filter((name, at) => listed.indexOf(name) !== at).map((name) => `${name} has two owners`),
  ];
}

/** Tables outside the schema files named after their owner: order.ts, order-deduction.ts. */
export function misplacedTables(): string[] {
  return tables
    .filter(({ name, schemaFile }) => !new RegExp(`/${owners.get(name)}(-[a-z-]+)?\\.ts$`).test(schemaFile))
    .map(({ name, schemaFile }) => `${name}: ${schemaFile}, owned by ${owners.get(name)}`);
}

function mayWrite({ table, file }: Write): boolean {
  const owner = owners.get(table);
  if (owner === 'platform') return file.startsWith('server/platform/');
  if (owner === 'integrations') return file.startsWith('server/integrations/');
  return featureOf(file) === owner && /\.(queries|privacy)\.ts$/.test(file);
}

// Demo data and backups write every table.
const writers = files('server/**/*.ts').filter((file) => !/\.test\.ts$|^server\/(seed|backup)\//.test(file));
export const writes = writers.flatMap((file) => writesIn(file));

export function foreignWrites(): Write[] {
  return writes.filter((write) => !mayWrite(write));
}

export const ownerOf = (table: string): string => owners.get(table) ?? '?';
