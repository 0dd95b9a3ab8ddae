// An instructor's students: who is stuck, and who is being added. No zod: the browser loads this file alone.

export const STUDENT_STATES = ['active', 'stuck', 'completed', 'ended'] as const;
export type StudentState = (typeof STUDENT_STATES)[number];

export const STUDENT_STATE_LABELS: Readonly<Record<StudentState, string>> = {
  active: 'Learning',
  stuck: 'Stuck',
  completed: 'Completed',
  ended: 'Access ended',
};

export const STUDENT_SORTS = ['last-seen', 'longest-away', 'name', 'newest'] as const;
export type StudentSort = (typeof STUDENT_SORTS)[number];

/** Away this long without having finished counts as stuck. */
export const STUCK_DAYS = 14;

const DAY_MS = 24 * 60 * 60_000;

/** Someone seen last before this moment is stuck. */
export function stuckBefore(now: Date): Date {
  return new Date(now.getTime() - STUCK_DAYS * DAY_MS);
}

export const MAX_ADDED_STUDENTS = 500;
/** An invitation can be accepted for this long. */
export const INVITATION_DAYS = 30;

export const ADD_OUTCOMES = ['added', 'invited', 'already', 'refused'] as const;
export type AddOutcome = (typeof ADD_OUTCOMES)[number];

export const ADD_OUTCOME_LABELS: Readonly<Record<AddOutcome, string>> = {
  added: 'Added',
  invited: 'Invited by email',
  already: 'Already in the course',
  refused: 'Not added',
};

export type StudentLine = { line: number; text: string };

/**
 * One email address or username for each line. Of a CSV row the first cell that holds something counts; a header row
 * and empty lines are left out. Lines keep their number in what was pasted, so that a report can name them.
 */
export function parseStudentLines(pasted: string): StudentLine[] {
  const lines = pasted.split(/\r\n?|\n/).map((text, at) => ({ line: at + 1, text: firstCell(text) }));
  return lines.filter(({ text, line }) => text !== '' && !(line === 1 && HEADER.test(text)));
}

const HEADER = /^(e-?mail( address)?|user ?name|student|name)$/i;

function firstCell(line: string): string {
  const cells = line.split(/[,;\t]/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
  return cells.find((cell) => cell !== '') ?? '';
}

const EMAIL = /^[^\s@<>"',;:\\()[\]]+@[^\s@<>"',;:\\()[\]]+\.[^\s@<>"',;:\\()[\].]+$/;

export const isEmailAddress = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

/** How many parts a video is divided into to show where people stop watching. */
export const RETENTION_PARTS = 20;

/** How often the figures of courses with new activity are counted. */
export const COUNT_EVERY_MINUTES = 10;
