// What a resource needs before it can be reviewed or published, and what publishing a draft changes.
// No zod here: the browser loads this file on its own.
import { type Licence, LICENCE_LABELS } from '#shared/features/resource/resource.rules.ts';
import { formatPrice } from '#shared/money.ts';

/** The title of untitled drafts in lists; the form shows an empty field. */
export const UNTITLED = 'Untitled resource';

export const LEAST_DESCRIPTION = 40;

type Written = { title: string; description: string; categoryId: number | null; fileCount: number };

/** The same before publishing changes. Resources from before categories were required may stay without one. */
export const publishProblems = (written: Written, live: Pick<Written, 'categoryId'>) =>
  submissionProblems(written).filter(({ path }) => path !== 'categoryId' || live.categoryId !== null);

/** What is missing, by field; empty if it can be submitted. */
export function submissionProblems(written: Written): { path: string; message: string }[] {
  const { title, description, categoryId, fileCount } = written;
  const isUntitled = title.trim() === '' || title === UNTITLED;
  const problems = [
    { path: 'title', isMissing: isUntitled, message: 'Add a title.' },
    {
      path: 'description',
      isMissing: Array.from(description.trim()).length < LEAST_DESCRIPTION,
      message: `Add a description of at least ${LEAST_DESCRIPTION} characters.`,
    },
    { path: 'categoryId', isMissing: categoryId === null, message: 'Choose a category.' },
    { path: 'files', isMissing: fileCount === 0, message: 'Add at least one file.' },
  ];
  return problems.flatMap(({ isMissing, ...problem }) => (isMissing ? [problem] : []));
}

/** Several lines for lists such as files. */
export type ResourceChange = { field: string; label: string; before: string; after: string };

export type ComparedFields = {
  title: string;
  price: string;
  description: string;
  type: string;
  danceStyle: string;
  level: string;
  ageGroups: readonly string[];
  category: string | null;
  tags: readonly string[];
  licence: Licence;
  bpm: number | null;
  metre: string | null;
};

export type ComparedFile = { key: string; name: string; label: string; isPreviewed: boolean };

const NONE = 'None';
const listed = (values: readonly string[]) => values.join(', ') || NONE;

/** Most important first. */
const FIELDS: readonly { field: string; label: string; word: (of: ComparedFields) => string }[] = [
  { field: 'title', label: 'Title', word: ({ title }) => title || NONE },
  { field: 'price', label: 'Price', word: ({ price }) => formatPrice(price) },
  { field: 'licence', label: 'Licence', word: ({ licence }) => LICENCE_LABELS[licence] },
  { field: 'description', label: 'Description', word: ({ description }) => description || NONE },
  { field: 'type', label: 'Type', word: ({ type }) => type.charAt(0).toUpperCase() + type.slice(1) },
  { field: 'danceStyle', label: 'Dance style', word: ({ danceStyle }) => danceStyle },
  { field: 'level', label: 'Level', word: ({ level }) => level },
  { field: 'ageGroups', label: 'Age groups', word: ({ ageGroups }) => listed(ageGroups) },
  { field: 'categoryId', label: 'Category', word: ({ category }) => category ?? NONE },
  { field: 'tags', label: 'Tags', word: ({ tags }) => listed(tags) },
  { field: 'bpm', label: 'Beats per minute', word: ({ bpm }) => (bpm === null ? NONE : String(bpm)) },
  { field: 'metre', label: 'Metre', word: ({ metre }) => metre ?? NONE },
];

export function changedFields(live: ComparedFields, draft: ComparedFields): ResourceChange[] {
  return FIELDS.flatMap(({ word, ...rest }) => {
    const [before, after] = [word(live), word(draft)];
    return before === after ? [] : [{ ...rest, ...aroundChange(before, after) }];
  });
}

const AROUND = 120;
const LONGEST = 600;

/** For long texts only the part that differs, with some context. */
export function aroundChange(before: string, after: string): { before: string; after: string } {
  if (before.length <= LONGEST && after.length <= LONGEST) return { before, after };
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const from = Math.max(0, start - AROUND);
  const cut = (text: string) => {
    const to = Math.min(text.length - end + AROUND, from + LONGEST, text.length);
    return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
  };
  return { before: cut(before), after: cut(after) };
}

/** Different file contents make a new version; labels, order and previews don't. */
export function isNewVersion(live: readonly ComparedFile[], next: readonly ComparedFile[]): boolean {
  const known = new Set(live.map(({ key }) => key));
  return live.length !== next.length || next.some(({ key }) => !known.has(key));
}

/** Null if files, order and labels are the same. */
export function changedFiles(
  live: readonly ComparedFile[],
  next: readonly ComparedFile[],
): ResourceChange | null {
  const linesOf = (files: readonly ComparedFile[], others: readonly ComparedFile[], word: string) => {
    const known = new Set(others.map(({ key }) => key));
    return files.map((file) => fileLine(file) + (known.has(file.key) ? '' : ` (${word})`)).join('\n');
  };
  const before = linesOf(live, next, 'removed');
  const after = linesOf(next, live, 'new');
  return before === after ? null : { field: 'files', label: 'Files', before, after };
}

function fileLine({ name, label, isPreviewed }: ComparedFile): string {
  return `${label ? `${name}: ${label}` : name}${isPreviewed ? '' : ', no preview'}`;
}

export function changedCover(live: string | null, next: string | null): ResourceChange | null {
  if (live === next) return null;
  const labels = { before: live ? 'Your picture' : 'Drawn cover', after: 'Drawn cover' };
  return {
    field: 'cover',
    label: 'Cover',
    ...labels,
    ...(next && { after: live ? 'A different picture' : 'Your picture' }),
  };
}
