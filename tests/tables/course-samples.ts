// Samples of courses for the access table: `own` is taught by the caller, or taken by them where learners act.
import { courseDrafts } from '#server/db/schema/course-editor.ts';
import { createCourse } from '#server/seed/factories.ts';
import { arrivedUpload } from '../server/author-tools.ts';
import { courseFile } from '../server/learning-tools.ts';
import type { TestContext } from '../server/test-database.ts';
import { aCertificateOf } from './certificate-samples.ts';
import { courseTakenBy, idOf, lessonOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

type CourseValues = NonNullable<Parameters<typeof createCourse>[1]>;

const READING = { kind: 'reading', body: 'From the front, then from the side.' } as const;

/** With everything it needs to be published. */
const courseOf = async (ctx: TestContext, owner: Caller, values: CourseValues = {}): Promise<number> => {
  const course = { description: 'What feet tell you.', modules: [{ lessons: [READING] }] };
  return (await createCourse(ctx.db, { instructorId: owner.id, ...course, ...values })).id;
};

/** Published. */
const aCourse: MakeObject = (ctx, owner) => courseOf(ctx, owner);

const aFreeCourse: MakeObject = (ctx, owner) => courseOf(ctx, owner, { priceCents: 0 });

/** Never published. */
const aDraft: MakeObject = (ctx, owner) => courseOf(ctx, owner, { state: 'draft', publishedAt: null });

const anArchived: MakeObject = (ctx, owner) => courseOf(ctx, owner, { state: 'archived' });

type Draft = Partial<typeof courseDrafts.$inferInsert>;

/** Its tagline was changed since it was published. */
async function changedCourse(ctx: TestContext, owner: Caller, draft: Draft = {}) {
  const id = await courseOf(ctx, owner);
  const settings = { revision: 1, fields: { tagline: 'Slowly' } };
  const values = { courseId: id, settings, updatedBy: owner.id, updatedAt: ctx.clock.now() };
  await ctx.db.insert(courseDrafts).values({ ...values, ...draft });
  return { params: { id }, body: { revision: 1 } };
}

const aChangedCourse: MakeObject = (ctx, owner) => changedCourse(ctx, owner);

const aScheduledCourse: MakeObject = (ctx, owner) =>
  changedCourse(ctx, owner, { publishAt: new Date('2026-12-24T09:00:00Z'), publishBy: owner.id });

const moduleOf = (ctx: TestContext, courseId: number) =>
  idOf(ctx, 'select id from course_modules where course_id = $1', [courseId]);

const aModule: MakeObject = async (ctx, owner) => {
  const id = await courseOf(ctx, owner);
  return { params: { id, type: 'module', itemId: await moduleOf(ctx, id) } };
};

/** Taken out of the draft. */
const aRemovedModule: MakeObject = async (ctx, owner) => {
  const { params } = await changedCourse(ctx, owner, { outline: [] });
  return { params: { ...params, type: 'module', itemId: await moduleOf(ctx, params.id) } };
};

/** Of a video in it. */
const captionsIn: MakeObject = async (ctx, owner) => {
  const courseId = await courseOf(ctx, owner);
  const { id: parentId } = await courseFile(ctx, { courseId });
  const captions = { kind: 'caption', name: 'en.vtt', contentType: 'text/vtt', language: 'en' } as const;
  const { id: fileId } = await courseFile(ctx, { courseId, parentId, seconds: null, ...captions });
  return { params: { id: courseId, fileId } };
};

const aCourseAndUpload: MakeObject = async (ctx, owner, caller) => {
  const { id: uploadId } = await arrivedUpload(ctx, caller.id, { purpose: 'course-file' });
  return { params: { id: await courseOf(ctx, owner) }, body: { uploadId } };
};

/** The owner takes it. */
const aCourseTaken: MakeObject = (ctx, owner) => courseTakenBy(ctx, owner);

async function noteIn(ctx: TestContext, owner: Caller, courseId: number): Promise<number> {
  return idOf(
    ctx,
    `insert into lesson_notes (user_id, lesson_id, text, created_at, updated_at)
     values ($1, $2, 'Knees over toes', now(), now()) returning id`,
    [owner.id, await lessonOf(ctx, courseId)],
  );
}

/** The owner takes it and has written a note. */
const aCourseWithNote: MakeObject = async (ctx, owner) => {
  const id = await courseTakenBy(ctx, owner);
  await noteIn(ctx, owner, id);
  return id;
};

const aNote: MakeObject = async (ctx, owner) => noteIn(ctx, owner, await courseTakenBy(ctx, owner));

/** The owner completed it for a certificate that is about to expire, and may take it again to renew that. */
const aCourseToRepeat: MakeObject = async (ctx, owner) => {
  const id = await courseTakenBy(ctx, owner);
  await aCertificateOf(ctx, owner, { renewalCourseId: id, completedDaysAfter: -1 });
  return id;
};

const aFreeLesson: MakeObject = async (ctx, owner) => {
  const id = await courseOf(ctx, owner, { modules: [{ lessons: [{ ...READING, isPreview: true }] }] });
  return { params: { id, lessonId: await lessonOf(ctx, id) } };
};

const aLesson: MakeObject = async (ctx, owner) => lessonOf(ctx, await courseOf(ctx, owner));

/** For a question in its bank. */
const aCourseToAsk: MakeObject = async (ctx, owner) => ({ body: { courseId: await courseOf(ctx, owner) } });

const aCourseToJoin: MakeObject = async (ctx) => ({
  body: { courseId: (await createCourse(ctx.db, { priceCents: 0 })).id },
});

export const COURSE_OBJECTS: Objects = [
  ['POST /api/enrollments', aCourseToJoin],
  ['POST /api/courses/:id/enrol', aFreeCourse],
  ['POST /api/courses/:id/repeat', aCourseToRepeat],
  ['POST /api/courses/:id/reviews', aCourseTaken],
  ['GET /api/courses/:id/notes/export', aCourseWithNote],
  ['POST /api/courses/:id/draft/items/:type/:itemId/restore', aRemovedModule],
  ['/api/courses/:id/draft/items/:type/', aModule],
  ['POST /api/courses/:id/files', aCourseAndUpload],
  ['/api/courses/:id/files/', captionsIn],
  ['POST /api/courses/:id/publish', aDraft],
  ['PUT /api/courses/:id/publish-time', aChangedCourse],
  ['DELETE /api/courses/:id/publish-time', aScheduledCourse],
  ['POST /api/courses/:id/restore', anArchived],
  ['GET /api/courses/:id/preview/:lessonId', aFreeLesson],
  ['/api/courses/', aCourse],
  ['/api/admin/courses/', aCourse],
  ['/api/lessons/', aLesson],
  ['/api/notes/', aNote],
  ['POST /api/instructor/questions', aCourseToAsk],
];
