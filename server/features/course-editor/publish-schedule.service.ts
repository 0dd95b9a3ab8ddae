// Publishing a course later: the instructor chooses when, a job does it. What can't be published then stays a draft, and
// whoever planned it is told why.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordCourseAudit } from '#server/features/course/course-access.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import type { CourseDraft } from '#shared/features/course-editor/course-editor.contract.ts';
import { SCHEDULE_DAYS } from '#shared/features/course-editor/course-editor.rules.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { loadDraftView } from './course-draft-view.ts';
import { getCourseDraft } from './course-draft.service.ts';
import { lockEditableCourse } from './course-editor-access.ts';
import {
  explainPublishing,
  publishDraft,
  type Publishing,
  requirePublishable,
} from './publish-course.service.ts';
import { clearSchedule, findDueSchedule, listDueSchedules, setSchedule } from './publish-schedule.queries.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The checklist must be complete by now: nobody wants to learn at the appointed hour that it isn't. */
export async function schedulePublishing(
  ctx: AppContext,
  viewer: Viewer,
  { id, revision, summary, publishAt }: Publishing & { publishAt: string },
): Promise<CourseDraft> {
  const time = new Date(publishAt);
  const inMs = time.getTime() - ctx.clock.now().getTime();
  if (inMs <= 0 || inMs > SCHEDULE_DAYS * DAY_MS) {
    const message = inMs <= 0 ? 'Choose a time to come.' : 'Choose a day within a year.';
    throw new AppError('validation_failed', message, [{ path: 'publishAt', message }]);
  }
  await inTransaction(
    ctx.db,
    async (tx) => {
      const course = await lockEditableCourse(tx, viewer, id);
      const view = await loadDraftView(tx, course);
      requirePublishable(view, revision);
      if (!view.draft) throw new AppError('conflict', 'There are no unpublished changes.');
      const publishBy = viewer.id;
      await setSchedule(tx, { courseId: id, publishAt: time, publishSummary: summary, publishBy });
      const details = { publishAt: time.toISOString() };
      await recordCourseAudit(ctx, tx, viewer, { courseId: id, action: 'course.schedule', details });
    },
    { isPatient: true },
  );
  return getCourseDraft(ctx, viewer, id);
}

export async function unschedulePublishing(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<CourseDraft> {
  await inTransaction(
    ctx.db,
    async (tx) => {
      const course = await lockEditableCourse(tx, viewer, id);
      const { draft } = await loadDraftView(tx, course);
      if (!draft?.publishAt) {
        throw new AppError('conflict', 'These changes aren’t planned to go live, or they are live already.');
      }
      await clearSchedule(tx, { courseId: id });
      await recordCourseAudit(ctx, tx, viewer, { courseId: id, action: 'course.unschedule' });
    },
    { isPatient: true },
  );
  return getCourseDraft(ctx, viewer, id);
}

/** Publishes a course that is due, once, however many jobs find it. */
export async function publishScheduledCourse(ctx: AppContext, courseId: number): Promise<void> {
  const due = { courseId, now: ctx.clock.now() };
  try {
    await inTransaction(ctx.db, async (tx) => {
      const schedule = await findDueSchedule(tx, due);
      if (!schedule) return;
      const { summary } = schedule;
      const editor = { ...schedule.editor, needsTwoFactor: false };
      if (editor.state !== 'active') return clearSchedule(tx, { courseId });
      const course = await lockEditableCourse(tx, editor, courseId);
      // Somebody may have changed their mind while this waited for the course.
      if (!(await findDueSchedule(tx, due))) return;
      const view = await loadDraftView(tx, course);
      requirePublishable(view, view.revision);
      await publishDraft(ctx, tx, { view, summary, editor });
      await sendMail(ctx, tx, { courseId, title: view.settings.title, editor, problem: null });
    });
  } catch (error) {
    const explained = explainPublishing(error);
    if (!(explained instanceof AppError)) throw error;
    await giveUp(ctx, due, explained.message);
  }
}

async function giveUp(ctx: AppContext, due: { courseId: number; now: Date }, problem: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const schedule = await findDueSchedule(tx, due);
    if (!schedule) return;
    await clearSchedule(tx, due);
    const { title, editor } = schedule;
    await sendMail(ctx, tx, { courseId: due.courseId, title, editor, problem });
  });
}

type News = {
  courseId: number;
  title: string;
  editor: { id: number; email: string; firstName: string };
  /** Why it isn't live; null: it is. */
  problem: string | null;
};

async function sendMail(ctx: AppContext, tx: Tx, { courseId, title, editor, problem }: News): Promise<void> {
  const { siteName } = await getSettings({ db: tx });
  const link = problem ? `/instructor/courses/${courseId}` : `/courses/${courseId}`;
  const name = lineForMail(title);
  const lines = problem
    ? [
        `The changes to “${name}” didn’t go live as planned. ${problem}`,
        `They’re still in your draft. Publish them, or choose another time:`,
      ]
    : [`The changes to “${name}” are live, as planned. Learners keep their progress.`, 'See the course:'];
  await queueMail(ctx, tx, {
    kind: 'course-published',
    to: editor.email,
    userId: editor.id,
    link,
    subject: problem ? `Not published: ${name}` : `Live now: ${name}`,
    text: [
      `Hi ${lineForMail(editor.firstName) || 'there'},`,
      `${lines[0]}`,
      `${lines[1]}\n${ctx.config.publicUrl}${link}`,
      siteName,
    ].join('\n\n'),
  });
}

export const publishScheduledCourseJob = defineJob({
  name: 'course-editor.publish-scheduled',
  data: z.object({ courseId: z.int() }),
  run: (ctx, { courseId }) => publishScheduledCourse(ctx, courseId),
});

export const publishDueCoursesJob = defineJob({
  name: 'course-editor.publish-due',
  data: z.object({}),
  cron: '* * * * *',
  async run(ctx) {
    const due = await listDueSchedules(ctx.db, { now: ctx.clock.now() });
    await inTransaction(ctx.db, async (tx) => {
      for (const { courseId } of due) {
        await ctx.jobs.send(tx, publishScheduledCourseJob, { courseId }, { singletonKey: String(courseId) });
      }
    });
  },
});
