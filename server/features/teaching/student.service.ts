// Students of an instructor's courses: the list, its export, and one student in one course.
import { teacherIdOf } from '#server/features/course/course-access.service.ts';
import { stringify } from 'csv-stringify/sync';
import type { AppContext } from '#server/context.ts';
import { isStaffOf } from '#server/features/entitlement/item-access.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { toPercent } from '#shared/features/progress/progress.rules.ts';
import type * as contract from '#shared/features/teaching/teaching.contract.ts';
import { STUDENT_STATE_LABELS, stuckBefore } from '#shared/features/teaching/teaching.rules.ts';
import type { StudentDetail, StudentRow } from '#shared/features/teaching/teaching.schema.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  countStudents,
  listStudentItems,
  listStudentRows,
  listStudentSubmissions,
  type StudentData,
  type StudentFilter,
  type TeacherScope,
} from './student.queries.ts';

export const teacherScope = (viewer: Viewer): TeacherScope => ({
  teacherId: teacherIdOf(viewer),
  isStaff: isStaffOf(viewer, 'course'),
});

type Asked = ContractParsed<typeof contract.listStudents>['query'];

const filterOf = (ctx: AppContext, viewer: Viewer, asked: Omit<Asked, 'page'>): StudentFilter => ({
  ...asked,
  ...teacherScope(viewer),
  stuckBefore: stuckBefore(ctx.clock.now()),
});

export async function listStudents(ctx: AppContext, viewer: Viewer, { page, ...asked }: Asked) {
  const filter = filterOf(ctx, viewer, asked);
  const [total, rows] = await Promise.all([
    countStudents(ctx.db, filter),
    listStudentRows(ctx.db, { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  return { items: rows.map(toStudent), total, page, pageSize: PAGE_SIZE };
}

const toIso = (text: string | null) => (text === null ? null : new Date(text).toISOString());

export function toStudent(row: StudentData): StudentRow {
  const { userId, courseId, username, imageUrl, state, nextItem, quizPercent } = row;
  return {
    id: `${courseId}-${userId}`,
    userId,
    name: fullNameOf(row),
    username,
    imageUrl,
    course: { id: courseId, title: row.courseTitle },
    state,
    progress: toPercent(row.done, row.total),
    enrolledAt: new Date(row.enrolledAt).toISOString(),
    lastSeenAt: toIso(row.lastSeenAt),
    nextItem: state === 'completed' ? null : nextItem,
    quizPercent,
  };
}

const CSV_COLUMNS: { header: string; key: string }[] = [
  { header: 'Name', key: 'name' },
  { header: 'Username', key: 'username' },
  { header: 'Course', key: 'course' },
  { header: 'State', key: 'state' },
  { header: 'Progress in percent', key: 'progress' },
  { header: 'Next lesson or quiz', key: 'nextItem' },
  { header: 'Quiz average in percent', key: 'quizPercent' },
  { header: 'Enrolled', key: 'enrolledAt' },
  { header: 'Last seen', key: 'lastSeenAt' },
];
const CSV_BATCH = 200;

export function exportStudents(
  ctx: AppContext,
  viewer: Viewer,
  asked: ContractParsed<typeof contract.exportStudents>['query'],
): Download {
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return { content: renderCsv(ctx, filterOf(ctx, viewer, asked)), fileName: `students-${day}.csv` };
}

/** In batches, so that a slow download holds neither the whole list in memory nor a transaction open. */
async function* renderCsv(ctx: AppContext, filter: StudentFilter): AsyncGenerator<string> {
  // The byte order mark tells Excel that this is UTF-8.
  yield stringify([], { header: true, columns: CSV_COLUMNS, bom: true });
  for (let offset = 0; ; offset += CSV_BATCH) {
    const rows = await listStudentRows(ctx.db, { ...filter, limit: CSV_BATCH, offset });
    // Spreadsheets would run a cell that looks like a formula; an apostrophe in front makes it text.
    yield stringify(rows.map(toStudent).map(toCsvRow), { columns: CSV_COLUMNS, escape_formulas: true });
    if (rows.length < CSV_BATCH) return;
  }
}

const toCsvRow = ({ course, state, ...row }: StudentRow) => ({
  ...row,
  course: course.title,
  state: STUDENT_STATE_LABELS[state],
});

export async function getStudent(
  ctx: AppContext,
  viewer: Viewer,
  { id: courseId, userId }: { id: number; userId: number },
): Promise<StudentDetail> {
  const filter = filterOf(ctx, viewer, { sort: 'name', course: courseId });
  const [row] = await listStudentRows(ctx.db, { ...filter, userId, limit: 1, offset: 0 });
  if (!row) throw new AppError('not_found', 'This person isn’t a student of one of your courses.');
  const place = { courseId, userId };
  const [items, submissions] = await Promise.all([
    listStudentItems(ctx.db, place),
    listStudentSubmissions(ctx.db, place),
  ]);
  return {
    ...toStudent(row),
    completedAt: toIso(row.completedAt),
    secondsSpent: items.reduce((sum, { secondsSpent }) => sum + secondsSpent, 0),
    items: items.map(({ openedAt, completedAt, ...item }) => ({
      ...item,
      openedAt: toIso(openedAt),
      completedAt: toIso(completedAt),
    })),
    submissions: submissions.map(({ submittedAt, ...submission }) => ({
      ...submission,
      submittedAt: new Date(submittedAt).toISOString(),
    })),
  };
}
