// Up to five resources at once: what each row holds, which files are let in, and what becomes of them.
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import { LEAST_DESCRIPTION } from '#shared/features/authoring/authoring.rules.ts';
import { MAX_MULTI_FILES } from '#shared/features/upload/upload.rules.ts';
import {
  NEW_RESOURCE,
  titleOfFileName,
  typeOfFileName,
  type ResourceValues,
} from './resource-form-values.ts';

export type RowValues = Pick<
  ResourceValues,
  'title' | 'description' | 'type' | 'danceStyle' | 'ageGroups' | 'level' | 'categoryId' | 'price'
>;

/** What the rows of one batch mostly share. */
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

/** Spec §5: five. One too many is told before a byte of it is sent; those that fit are taken. */
export function filesLetIn<File>(
  chosen: readonly File[],
  present: number,
): { taken: File[]; refusal: string | null } {
  const room = Math.max(0, MAX_MULTI_FILES - present);
  const over = chosen.length - room;
  if (over <= 0) return { taken: [...chosen], refusal: null };
  const left = over === 1 ? 'One file was not added' : `${over} files were not added`;
  return {
    taken: chosen.slice(0, room),
    refusal: `Up to ${MAX_MULTI_FILES} files can be added at once. ${left}, and nothing of ${over === 1 ? 'it' : 'them'} was sent. Save these first, then add more.`,
  };
}

export type RowProblems = Partial<Record<keyof RowValues, string>>;

const PRICE = /^\d{1,6}\.\d{2}$/;

/** What a row lacks: for a draft hardly anything, for review what officers ask for. */
export function rowProblems(row: RowValues, isForReview: boolean): RowProblems {
  const problems: RowProblems = {};
  if (!row.title.trim()) problems.title = 'Give it a title.';
  if (row.title.trim().length > 120) problems.title = 'At most 120 characters';
  if (!PRICE.test(row.price)) problems.price = 'Enter an amount such as 24.00';
  if (!isForReview) return problems;
  if (row.description.trim().length < LEAST_DESCRIPTION) {
    problems.description = `A sentence or two, at least ${LEAST_DESCRIPTION} characters.`;
  }
  if (row.categoryId === null) problems.categoryId = 'Choose a category.';
  return problems;
}

export const draftOfRow = (row: RowValues): ResourceChanges => ({ ...row, title: row.title.trim() });
