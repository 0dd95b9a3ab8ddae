// Samples of assignments, discussions, teaching and credit hours for the access table: `own` is taught by the caller.
import { randomUUID } from 'node:crypto';
import { hashToken, newToken } from '#server/platform/session.service.ts';
import { createCourse } from '#server/seed/factories.ts';
import { arrivedUpload } from '../server/author-tools.ts';
import type { TestContext } from '../server/test-database.ts';
import { picture } from './access-samples.ts';
import { courseTakenBy, enroll, idOf, lessonOf, strangerOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

const ASSIGNMENT = { modules: [{ lessons: [{ kind: 'assignment' as const }] }] };

async function anAssignmentOf(
  ctx: TestContext,
  owner: Caller,
): Promise<{ courseId: number; lessonId: number }> {
  const { id: courseId } = await createCourse(ctx.db, { instructorId: owner.id, ...ASSIGNMENT });
  return { courseId, lessonId: await lessonOf(ctx, courseId) };
}

const anAssignment: MakeObject = async (ctx, owner) => (await anAssignmentOf(ctx, owner)).lessonId;

/** The owner takes its course. */
const anAssignmentTaken: MakeObject = async (ctx, owner) =>
  lessonOf(ctx, await courseTakenBy(ctx, owner, ASSIGNMENT));

/** Handed in by a learner, waiting for a grade. */
async function submissionTo(ctx: TestContext, owner: Caller, isLive: boolean): Promise<number> {
  const { courseId, lessonId } = await anAssignmentOf(ctx, owner);
  const learner = await strangerOf(ctx);
  await enroll(ctx, learner.id, courseId);
  return idOf(
    ctx,
    `insert into submissions (lesson_id, user_id, number, text, is_live, submitted_at)
     values ($1, $2, 1, 'Mine', $3, now()) returning id`,
    [lessonId, learner.id, isLive],
  );
}

const aSubmission: MakeObject = (ctx, owner) => submissionTo(ctx, owner, false);

/** To be assessed in person: they still have to agree on a time. */
const aLiveSubmission: MakeObject = (ctx, owner) => submissionTo(ctx, owner, true);

const aSubmissionComment: MakeObject = async (ctx, owner) =>
  idOf(
    ctx,
    `insert into submission_comments (submission_id, user_id, text, created_at) values ($1, $2, 'Good', now()) returning id`,
    [await submissionTo(ctx, owner, false), owner.id],
  );

/** Written by the owner, who teaches the course. */
const postOf = async (ctx: TestContext, owner: Caller): Promise<number> =>
  idOf(
    ctx,
    `insert into discussion_posts (lesson_id, user_id, text, created_at) values ($1, $2, 'Why?', now()) returning id`,
    [(await anAssignmentOf(ctx, owner)).lessonId, owner.id],
  );

const aPost: MakeObject = postOf;

const aReport: MakeObject = async (ctx, owner) =>
  idOf(
    ctx,
    `insert into discussion_reports (post_id, user_id, reason, created_at) values ($1, $2, 'Spam', now()) returning id`,
    [await postOf(ctx, owner), owner.id],
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
const templateOf = (ctx: TestContext, owner: Caller): Promise<number> =>
  idOf(
    ctx,
    `insert into certificate_templates (owner_id, name, draft, created_at, updated_at)
     select $1, 'A copy', draft, $2, $2 from certificate_templates where starter_key = 'ballet-landscape'
     returning id`,
    [owner.id, ctx.clock.now()],
  );

const aTemplate: MakeObject = templateOf;

const aTemplateAndUpload: MakeObject = async (ctx, owner, caller) => {
  const file = { purpose: 'course-file', content: picture, contentType: 'image/png' } as const;
  const { id: uploadId } = await arrivedUpload(ctx, caller.id, { name: 'logo.png', ...file });
  return { params: { id: await templateOf(ctx, owner) }, body: { uploadId } };
};

const aTaughtCourse: MakeObject = async (ctx, owner) => (await anAssignmentOf(ctx, owner)).courseId;

/** With a learner who takes it. */
const aCourseAndLearner: MakeObject = async (ctx, owner) => {
  const { courseId } = await anAssignmentOf(ctx, owner);
  const learner = await strangerOf(ctx);
  await enroll(ctx, learner.id, courseId);
  return { params: { id: courseId, userId: learner.id } };
};

const aCourseAndColleague: MakeObject = async (ctx, owner) => {
  const { courseId } = await anAssignmentOf(ctx, owner);
  return { params: { id: courseId }, body: { user: (await strangerOf(ctx, ['instructor'])).username } };
};

const aCourseAndAssessor: MakeObject = async (ctx, owner) => {
  const { courseId } = await anAssignmentOf(ctx, owner);
  const { id: userId } = await strangerOf(ctx, ['instructor']);
  await ctx.pool.query('insert into course_assessors (course_id, user_id, added_at) values ($1, $2, now())', [
    courseId,
    userId,
  ]);
  return { params: { id: courseId, userId } };
};

const evidence = { purpose: 'credit-evidence', content: picture, contentType: 'image/png' } as const;

/** Hours learned elsewhere; in review, or returned so that they can be corrected with more evidence. */
const outsideHours =
  (state: 'in_review' | 'returned'): MakeObject =>
  async (ctx, owner, caller) => {
    const id = await idOf(
      ctx,
      `insert into credit_hours (user_id, source, title, provider, done_on, hours, state, decided_at, created_at)
       values ($1, 'outside', 'First aid', 'Red Cross', '2026-10-04', 4, $2,
         case $2 when 'returned' then now() end, now()) returning id`,
      [owner.id, state],
    );
    if (state === 'in_review') return id;
    return { params: { id }, body: { uploadIds: [(await arrivedUpload(ctx, caller.id, evidence)).id] } };
  };

const someEvidence: MakeObject = async (ctx, owner) => ({
  body: { uploadIds: [(await arrivedUpload(ctx, owner.id, evidence)).id] },
});

export const TEACHING_OBJECTS: Objects = [
  ['POST /api/lessons/:id/submissions', anAssignmentTaken],
  ['/api/lessons/:id/assignment', anAssignment],
  ['/api/lessons/:id/assessment-sessions', anAssignment],
  ['/api/lessons/:id/discussion', anAssignment],
  ['PUT /api/instructor/submissions/:id/session', aLiveSubmission],
  ['/api/instructor/submissions/', aSubmission],
  ['/api/instructor/submission-comments/', aSubmissionComment],
  ['/api/instructor/post-reports/', aReport],
  ['/api/instructor/invitations/', anInvitation],
  ['POST /api/instructor/courses/:id/assessors', aCourseAndColleague],
  ['/api/instructor/courses/:id/assessors/', aCourseAndAssessor],
  ['/api/instructor/courses/:id/students/', aCourseAndLearner],
  ['/api/instructor/courses/', aTaughtCourse],
  ['/api/discussion-posts/', aPost],
  ['/api/course-invitations/', anInvitationLink],
  ['POST /api/certificate-templates/:id/images', aTemplateAndUpload],
  ['/api/certificate-templates/', aTemplate],
  ['POST /api/credit-hours', someEvidence],
  ['/api/credit-hours/', outsideHours('returned')],
  ['/api/admin/credit-hours/', outsideHours('in_review')],
];
