// Uploading up to five resources together: the state of each row, and which files are accepted.
import { LEAST_DESCRIPTION } from '#shared/features/authoring/authoring.rules.ts';
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import { MAX_MULTI_FILES } from '#shared/features/upload/upload.rules.ts';
import { typedPriceProblem } from '#shared/price.ts';
import { AGE_GROUPS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import {
  NEW_RESOURCE,
  type ResourceValues,
  titleOfFileName,
  typeOfFileName,
} from './resource-form-values.ts';

export type RowValues = Pick<
  ResourceValues,
  'title' | 'description' | 'type' | 'danceStyle' | 'ageGroups' | 'level' | 'categoryId' | 'price'
>;

/** Fields that usually have the same value in a batch. */
export const SHARED_FIELDS = ['danceStyle', 'level', 'categoryId', 'ageGroups', 'price'] as const;

export function newRow(fileName: string, shared: Partial<RowValues>): RowValues {
  const { description, danceStyle, ageGroups, level, categoryId, price } = NEW_RESOURCE;
  return {
    title: titleOfFileName(fileName),
    description,
    type: typeOfFileName(fileName),
    danceStyle,
    ageGroups,
    level,
    categoryId,
    price,
    ...shared,
  };
}

/** Spec §5: at most five. The extra ones are refused before anything is sent; the rest are accepted. */
export function acceptedFiles<File>(
  chosen: readonly File[],
  present: number,
): { taken: File[]; refusal: string | null } {
  const room = Math.max(0, MAX_MULTI_FILES - present);
  const over = chosen.length - room;
  if (over <= 0) return { taken: [...chosen], refusal: null };
  const left = over === 1 ? '1 file wasn’t added' : `${over} files weren’t added`;
  return {
    taken: chosen.slice(0, room),
    refusal: `You can add up to ${MAX_MULTI_FILES} files at once. ${left}. Save these first, then add more.`,
  };
}

export type RowProblems = Partial<Record<keyof RowValues, string>>;

/** Problems of a row. A draft needs little; review needs a description and a category too. */
export function rowProblems(row: RowValues, isForReview: boolean): RowProblems {
  const problems: RowProblems = {};
  if (!row.title.trim()) problems.title = 'Enter a title';
  if (row.title.trim().length > 120) problems.title = 'At most 120 characters';
  const priceProblem = typedPriceProblem(row.price, '24.00');
  if (priceProblem !== null) problems.price = priceProblem;
  if (!isForReview) return problems;
  if (row.description.trim().length < LEAST_DESCRIPTION) {
    problems.description = `Enter at least ${LEAST_DESCRIPTION} characters`;
  }
  if (row.categoryId === null) problems.categoryId = 'Choose a category';
  return problems;
}

export const draftOfRow = (row: RowValues): ResourceChanges => ({ ...row, title: row.title.trim() });

const KEY = 'multi-upload-rows';
/** The server deletes unattached uploads after a while, so their rows expire too. */
const MOST = 20;

export type StoredRows = Readonly<Record<string, RowValues>>;

export function getStoredRows(): StoredRows {
  try {
    return parseStoredRows(localStorage.getItem(KEY));
  } catch {
    return {};
  }
}

export function storeRows(rows: StoredRows): void {
  write(withRows(getStoredRows(), rows));
}

export function deleteStoredRow(uploadId: string | null): void {
  const { [uploadId ?? '']: gone, ...others } = getStoredRows();
  if (gone) write(others);
}

function write(rows: StoredRows): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(rows));
  } catch {
    // Storage is full or blocked. The uploads themselves are still found again.
  }
}

/** Newest last, up to a limit. */
export function withRows(known: StoredRows, rows: StoredRows): StoredRows {
  const others = Object.entries(known).filter(([id]) => !Object.hasOwn(rows, id));
  return Object.fromEntries([...others, ...Object.entries(rows)].slice(-MOST));
}

/** Ignores anything in storage that isn't a row. */
export function parseStoredRows(stored: string | null): StoredRows {
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
