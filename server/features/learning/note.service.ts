// Notes learners take in lessons. Writing needs access to the lesson; reading, changing and exporting what one wrote
// doesn't, so that nobody loses notes with a course.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { LessonNote } from '#shared/features/learning/learning.contract.ts';
import type { NoteFormat } from '#shared/features/learning/learning.rules.ts';
import { formatSecond } from '#shared/features/learning/practice.rules.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { findClassroomCourse } from './learning.queries.ts';
import { getLesson } from './learning.service.ts';
import {
  countNotes,
  deleteNoteRow,
  findNote,
  insertNote,
  listNoteRows,
  type NoteRow,
  updateNoteText,
} from './note.queries.ts';

const MAX_NOTES = 500;

export async function listNotes(ctx: AppContext, viewer: Viewer, courseId: number): Promise<LessonNote[]> {
  return (await listNoteRows(ctx.db, { userId: viewer.id, courseId })).map(toNote);
}

type NewNote = { id: number; atSecond: number | null; text: string };

export async function createNote(
  ctx: AppContext,
  viewer: Viewer,
  { id: lessonId, atSecond, text }: NewNote,
): Promise<LessonNote> {
  await getLesson(ctx, viewer, lessonId);
  const userId = viewer.id;
  if ((await countNotes(ctx.db, { userId, lessonId })) >= MAX_NOTES) {
    throw new AppError('conflict', `This lesson has ${MAX_NOTES} notes already. Delete one to add another.`);
  }
  const note = { userId, lessonId, atSecond, text: requireText(text), now: ctx.clock.now() };
  return getNote(ctx, viewer, await insertNote(ctx.db, note));
}

export async function updateNote(
  ctx: AppContext,
  viewer: Viewer,
  { id, text }: { id: number; text: string },
): Promise<LessonNote> {
  const changed = { id, userId: viewer.id, text: requireText(text), now: ctx.clock.now() };
  if (!(await updateNoteText(ctx.db, changed))) throw noSuchNote();
  return getNote(ctx, viewer, id);
}

export async function deleteNote(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  if (!(await deleteNoteRow(ctx.db, { id, userId: viewer.id }))) throw noSuchNote();
}

export async function exportNotes(
  ctx: AppContext,
  viewer: Viewer,
  { id, format }: { id: number; format: NoteFormat },
): Promise<Download> {
  const [course, notes] = await Promise.all([
    findClassroomCourse(ctx.db, { id }),
    listNoteRows(ctx.db, { userId: viewer.id, courseId: id }),
  ]);
  if (!course || notes.length === 0) {
    throw new AppError('not_found', 'You have no notes in this course.');
  }
  const text = format === 'md' ? toMarkdown(course.title, notes) : toText(course.title, notes);
  return { content: lines(text), fileName: `notes-course-${id}.${format}` };
}

async function* lines(text: string): AsyncGenerator<string> {
  yield text;
}

const byLesson = (notes: readonly NoteRow[]) => [...Map.groupBy(notes, ({ lessonId }) => lessonId).values()];
const titleOf = ([first]: readonly NoteRow[]) => first?.lessonTitle ?? '';

function toMarkdown(title: string, notes: readonly NoteRow[]): string {
  const parts = byLesson(notes).map((part) => {
    const items = part.map(({ atSecond, text }) => {
      const time = atSecond === null ? '' : `**${formatSecond(atSecond)}** `;
      return `- ${time}${text.replaceAll('\n', '\n  ')}`;
    });
    return `## ${titleOf(part)}\n\n${items.join('\n')}`;
  });
  return `# ${title}\n\n${parts.join('\n\n')}\n`;
}

function toText(title: string, notes: readonly NoteRow[]): string {
  const parts = byLesson(notes).map((part) => {
    const items = part.map(
      ({ atSecond, text }) => `${atSecond === null ? '' : `${formatSecond(atSecond)}  `}${text}`,
    );
    return `${titleOf(part)}\n\n${items.join('\n')}`;
  });
  return `${title}\n\n${parts.join('\n\n')}\n`;
}

async function getNote(ctx: AppContext, viewer: Viewer, id: number): Promise<LessonNote> {
  const row = await findNote(ctx.db, { id, userId: viewer.id });
  if (!row) throw noSuchNote();
  return toNote(row);
}

function toNote({ createdAt, updatedAt, ...note }: NoteRow): LessonNote {
  return { ...note, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** Invisible characters alone are no note. */
function requireText(typed: string): string {
  const text = toPlainText(typed);
  if (text) return text;
  const message = 'Write a note first.';
  throw new AppError('validation_failed', message, [{ path: 'text', message }]);
}

function noSuchNote(): AppError {
  return new AppError('not_found', 'This note doesn’t exist, or it isn’t yours.');
}
