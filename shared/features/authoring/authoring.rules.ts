// What a resource must have before officers look at it. No zod in here: the browser loads this file alone.

/** What lists call a draft that has no title yet; its form shows an empty field. */
export const UNTITLED = 'Untitled resource';

export const LEAST_DESCRIPTION = 40;

type Written = { title: string; description: string; categoryId: number | null; fileCount: number };

/** The same before changes go on sale. Things sold before categories were asked for may stay without one. */
export const publishProblems = (written: Written, live: Pick<Written, 'categoryId'>) =>
  submissionProblems(written).filter(({ path }) => path !== 'categoryId' || live.categoryId !== null);

/** Each with the field it belongs to; empty: it can be sent for review. */
export function submissionProblems(written: Written): { path: string; message: string }[] {
  const { title, description, categoryId, fileCount } = written;
  const isUntitled = title.trim() === '' || title === UNTITLED;
  const problems = [
    { path: 'title', isMissing: isUntitled, message: 'Give it a title.' },
    {
      path: 'description',
      isMissing: Array.from(description.trim()).length < LEAST_DESCRIPTION,
      message: `Describe it in a sentence or two, at least ${LEAST_DESCRIPTION} characters.`,
    },
    { path: 'categoryId', isMissing: categoryId === null, message: 'Choose a category.' },
    { path: 'files', isMissing: fileCount === 0, message: 'Add at least one file.' },
  ];
  return problems.flatMap(({ isMissing, ...problem }) => (isMissing ? [problem] : []));
}
