// Samples of assignments, discussions, teaching and credit hours for the access table: `own` is taught by the caller.
import { randomUUID } from 'node:crypto';
import { hashToken, newToken } from '#server/platform/session.service.ts';
import { createCourse, createEntitlement } from '#server/seed/factories.ts';
import type { TestContext } from '../server/test-database.ts';
import type { Caller, MakeObject } from './sample-types.ts';

async function anAssignmentOf(
  ctx: TestContext,
  owner: Caller,
): Promise<{ courseId: number; lessonId: number }> {
  const modules = [{ lessons: [{ kind: 'assignment' as const }] }];
  const { id: courseId } = await createCourse(ctx.db, { instructorId: owner.id, modules });
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select l.id from lessons l join course_modules m on m.id = l.module_id where m.course_id = $1',
    [courseId],
  );
  return { courseId, lessonId: rows[0]?.id ?? 0 };
}

const anAssignment: MakeObject = async (ctx, owner) => (await anAssignmentOf(ctx, owner)).lessonId;

async function idOf(ctx: TestContext, text: string, values: unknown[]): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(text, values);
  return rows[0]?.id ?? 0;
}

/** Handed in by a learner, waiting for a grade. */
const aSubmission: MakeObject = async (ctx, owner) => {
  const { courseId, lessonId } = await anAssignmentOf(ctx, owner);
  const { userId } = await createEntitlement(ctx.db, { itemType: 'course', itemId: courseId });
  return idOf(
    ctx,
    `insert into submissions (lesson_id, user_id, number, text, submitted_at) values ($1, $2, 1, 'Mine', now()) returning id`,
    [lessonId, userId],
  );
};

const aSubmissionComment: MakeObject = async (ctx, owner) =>
  idOf(
    ctx,
    `insert into submission_comments (submission_id, user_id, text, created_at) values ($1, $2, 'Good', now()) returning id`,
    [await aSubmission(ctx, owner), owner.id],
  );

/** Written by the owner, who teaches the course. */
const aPost: MakeObject = async (ctx, owner) =>
  idOf(
    ctx,
    `insert into discussion_posts (lesson_id, user_id, text, created_at) values ($1, $2, 'Why?', now()) returning id`,
    [await anAssignment(ctx, owner), owner.id],
  );

const aReport: MakeObject = async (ctx, owner) =>
  idOf(
    ctx,
    `insert into discussion_reports (post_id, user_id, reason, created_at) values ($1, $2, 'Spam', now()) returning id`,
    [await aPost(ctx, owner), owner.id],
  );

async function anInvitationOf(ctx: TestContext, owner: Caller): Promise<{ id: number; token: string }> {
  const { courseId } = await anAssignmentOf(ctx, owner);
  const token = newToken();
  const email = `${randomUUID()}@example.com`;
  const id = await idOf(
    ctx,
    `insert into course_invitations (course_id, email, email_key, token_hash, invited_by, created_at, expires_at)
     values ($1, $2, $2, $3, $4, $5, $5::timestamptz + interval '30 days') returning id`,
    [courseId, email, hashToken(token), owner.id, ctx.clock.now()],
  );
  return { id, token };
}

const anInvitation: MakeObject = async (ctx, owner) => (await anInvitationOf(ctx, owner)).id;
const anInvitationLink: MakeObject = async (ctx, owner) => (await anInvitationOf(ctx, owner)).token;

/** A copy of a template every site starts with. */
const aTemplate: MakeObject = async (ctx, owner) => {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into certificate_templates (owner_id, name, draft, created_at, updated_at)
     select $1, 'A copy', draft, $2, $2 from certificate_templates where starter_key = 'ballet-landscape'
     returning id`,
    [owner.id, ctx.clock.now()],
  );
  return rows[0]?.id ?? 0;
};

const aTaughtCourse: MakeObject = async (ctx, owner) => (await anAssignmentOf(ctx, owner)).courseId;

/** Hours learned elsewhere; in review, or returned so that they can be corrected. */
const outsideHours =
  (state: 'in_review' | 'returned'): MakeObject =>
  (ctx, owner) =>
    idOf(
      ctx,
      `insert into credit_hours (user_id, source, title, provider, done_on, hours, state, decided_at, created_at)
       values ($1, 'outside', 'First aid', 'Red Cross', '2026-10-04', 4, $2,
         case $2 when 'returned' then now() end, now()) returning id`,
      [owner.id, state],
    );

export const TEACHING_OBJECTS: [prefix: string, make: MakeObject][] = [
  ['/api/lessons/:id/assignment', anAssignment],
  ['/api/lessons/:id/assessment-sessions', anAssignment],
  ['/api/lessons/:id/submissions', anAssignment],
  ['/api/lessons/:id/discussion', anAssignment],
  ['/api/instructor/submissions/', aSubmission],
  ['/api/instructor/submission-comments/', aSubmissionComment],
  ['/api/instructor/post-reports/', aReport],
  ['/api/instructor/invitations/', anInvitation],
  ['/api/instructor/courses/', aTaughtCourse],
  ['/api/discussion-posts/', aPost],
  ['/api/course-invitations/', anInvitationLink],
  ['/api/certificate-templates/', aTemplate],
  ['/api/credit-hours/', outsideHours('returned')],
  ['/api/admin/credit-hours/', outsideHours('in_review')],
];
