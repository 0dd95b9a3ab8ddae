// What was written about files that are already sent, kept in this browser under the upload's number: whoever closes
// the tab, or loads it anew, finds the files on the server and the words here.
import { AGE_GROUPS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import { newRow, type RowValues } from './multi-upload-rows.ts';

const KEY = 'multi-upload-rows';
/** Files nobody finished are thrown away by the server after a while; their words need not stay for ever either. */
const MOST = 20;

export type KeptRows = Readonly<Record<string, RowValues>>;

export function readKept(): KeptRows {
  try {
    return parseKept(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}

export function keepRows(rows: KeptRows): void {
  write(withRows(readKept(), rows));
}

export function forgetRow(uploadId: string | null): void {
  const { [uploadId ?? '']: gone, ...others } = readKept();
  if (gone) write(others);
}

function write(rows: KeptRows): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(rows));
  } catch {
    // Full or refused: the files are found again all the same.
  }
}

/** The newest last, and no more than so many. */
export function withRows(known: KeptRows, rows: KeptRows): KeptRows {
  const others = Object.entries(known).filter(([id]) => !Object.hasOwn(rows, id));
  return Object.fromEntries([...others, ...Object.entries(rows)].slice(-MOST));
}

/** Whatever someone or something has written there, only rows come out. */
export function parseKept(stored: string | null): KeptRows {
  const found = tryParse(stored ?? '{}');
  if (typeof found !== 'object' || found === null) return {};
  const rows = Object.entries(found).map(([id, value]) => [id, rowOfUnknown(value)] as const);
  return Object.fromEntries(rows.slice(-MOST));
}

function rowOfUnknown(value: unknown): RowValues {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const row = newRow('', {});
  const text = (name: 'title' | 'description' | 'danceStyle' | 'price') =>
    typeof given[name] === 'string' ? given[name] : row[name];
  const ages = Array.isArray(given['ageGroups']) ? given['ageGroups'] : [];
  const ageGroups = AGE_GROUPS.filter((group) => ages.includes(group));
  return {
    title: text('title'),
    description: text('description'),
    danceStyle: text('danceStyle'),
    price: text('price'),
    type: RESOURCE_TYPES.find((type) => type === given['type']) ?? row.type,
    level: LEVELS.find((level) => level === given['level']) ?? row.level,
    ageGroups: ageGroups.length > 0 ? ageGroups : row.ageGroups,
    categoryId: Number.isInteger(given['categoryId']) ? Number(given['categoryId']) : null,
  };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
