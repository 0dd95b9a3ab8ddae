// A course with a marker in every kind of content it sells, in what its learners write and hand in, and in what its
// instructor hasn't published yet.
import { createHash, randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import * as editor from '#shared/features/course-editor/course-editor.contract.ts';
import { DEFAULT_ASSIGNMENT } from '#shared/features/course/course.rules.ts';
import type { Attempt } from '#shared/features/quiz/quiz.contract.ts';
import { courseEditorTools } from '../server/course-editor-tools.ts';
import { attachVideo, courseFile, learnerIn, taughtCourse } from '../server/learning-tools.ts';
import { type Person, someone } from '../server/resource-tools.ts';
import type { TestApp } from '../server/test-app.ts';

/** What everyone with the course may see. */
const TAUGHT = [
  'lesson text',
  'section',
  'live address',
  'video',
  'rendition',
  'poster',
  'captions',
  'attachment',
  'document',
  'page of a document',
  'picture in a question',
  'question',
  'option',
  'assignment text',
  'rubric',
  'lesson question',
  'lesson answer',
] as const;
/** For the instructor, and for learners when the review policy allows. */
export const ANSWERS = [
  'option feedback',
  'accepted word',
  'explanation',
  'guidance',
  'bank question',
  'bank answer',
] as const;
/** Of one learner: nobody else's, not even in the same course. */
export const PERSONAL = [
  'note',
  'answer of a learner',
  'submitted text',
  'submitted file',
  'comment on a submission',
  'feedback on a submission',
] as const;
export const UNPUBLISHED = ['unpublished text', 'unused file'] as const;

export const PLANTED = [...TAUGHT, ...ANSWERS, ...PERSONAL, ...UNPUBLISHED] as const;
export type Planted = (typeof PLANTED)[number];

export const MARK = 'paid-marker';
export const markerOf = (what: Planted) => `${MARK}-${what.replaceAll(' ', '-')}-7f3a`;
export const foundIn = (body: string) => PLANTED.filter((what) => body.includes(markerOf(what)));

type Call = (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  person: Partial<Person>,
  payload?: object,
) => Promise<LightMyRequestResponse>;

export async function markedCourse(test: Pick<TestApp, 'ctx' | 'call'>, call: Call) {
  const { ctx } = test;
  const { as, edit } = courseEditorTools(test);
  const teacher = await someone(ctx, { roles: ['instructor'] });
  const course = await taughtCourse(ctx, {
    instructorId: teacher.id,
    modules: [
      {
        lessons: [
          { body: markerOf('lesson text'), sections: [{ label: markerOf('section'), start: 0 }] },
          { kind: 'document' },
          {
            kind: 'live',
            liveSession: {
              startsAt: '2026-12-01T10:00:00Z',
              endsAt: '2026-12-01T11:00:00Z',
              url: `https://live.example/${markerOf('live address')}`,
            },
          },
          {
            kind: 'assignment',
            body: markerOf('assignment text'),
            assignment: {
              ...DEFAULT_ASSIGNMENT,
              rubric: [{ id: 'clarity', label: 'Clear', description: markerOf('rubric'), points: 10 }],
            },
          },
          { kind: 'reading', title: 'Edited' },
        ],
        quizzes: [{ questionCount: 4, drawCount: 1, drawTags: ['bank'], reviewPolicy: 'after_submit' }],
      },
    ],
  });
  const [lessonId = 0, documentId = 0, , assignmentId = 0, editedId = 0] = course.lessonIds;
  const [quizId = 0] = course.quizIds;

  const { video, parts, handout, document, picture, unused } = await insertFiles(ctx, course.id);
  await attachVideo(ctx, lessonId, video.id);
  await ctx.pool.query('update lessons set file_id = $2 where id = $1', [documentId, document.id]);
  await ctx.pool.query('insert into lesson_attachments (lesson_id, file_id, position) values ($1, $2, 0)', [
    lessonId,
    handout.id,
  ]);

  const questions = await insertQuestions(ctx, { courseId: course.id, quizId, pictureId: picture.id });

  async function sent<T = { id: number }>(
    method: 'POST' | 'PUT',
    person: Person,
    url: string,
    body: object,
  ): Promise<T> {
    const answer = await call(method, url, person, body);
    if (answer.statusCode >= 300) throw new Error(`${url} ${answer.statusCode} ${answer.body}`);
    return (answer.body === '' ? {} : answer.json()) as T;
  }
  const learner = await learnerIn(ctx, course.id);
  const attempt = await sent<Attempt>('POST', learner, `/api/quizzes/${quizId}/attempts`, {});
  const open = attempt.questions.find(({ kind }) => kind === 'open');
  await sent('PUT', learner, `/api/attempts/${attempt.id}/answers/${open?.id}`, {
    answer: { text: markerOf('answer of a learner') },
  });
  const note = await sent('POST', learner, `/api/lessons/${lessonId}/notes`, { text: markerOf('note') });
  const discussion = `/api/lessons/${lessonId}/discussion`;
  const asked = await sent('POST', learner, discussion, { text: markerOf('lesson question') });
  const answered = await sent('POST', teacher, discussion, {
    text: markerOf('lesson answer'),
    questionId: asked.id,
  });
  const submission = await sent('POST', learner, `/api/lessons/${assignmentId}/submissions`, {
    text: markerOf('submitted text'),
  });
  const submissionFiles = await insertSubmissionFile(ctx, submission.id);
  const grading = `/api/instructor/submissions/${submission.id}`;
  const comment = await sent('POST', teacher, `${grading}/comments`, {
    atSecond: null,
    text: markerOf('comment on a submission'),
  });
  await sent('POST', teacher, `${grading}/grade`, {
    grade: 'returned',
    rubricPoints: { clarity: 1 },
    feedback: markerOf('feedback on a submission'),
  });
  await as(teacher, editor.getCourseDraft, { id: course.id });
  await edit(
    teacher,
    { id: course.id, type: 'lesson', itemId: editedId },
    { body: markerOf('unpublished text') },
  );

  const ids = new Set([
    course.id,
    ...course.moduleIds,
    ...course.lessonIds,
    quizId,
    ...[...questions, video, ...parts, handout, document, picture, unused].map(({ id }) => id),
    ...[attempt, note, asked, answered, submission, comment, ...submissionFiles].map(({ id }) => id),
  ]);
  return { course, lessonId, quizId, attemptId: attempt.id, teacher, learner, ids: [...ids] };
}

/** One of each way to answer, and one in the question bank. */
async function insertQuestions(
  ctx: TestApp['ctx'],
  { courseId, quizId, pictureId }: Record<'courseId' | 'quizId' | 'pictureId', number>,
) {
  const options = (text: string) => ({
    options: [
      { id: 'a', text },
      { id: 'b', text: 'Other' },
    ],
  });
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into quiz_questions (course_id, quiz_id, kind, prompt, content, answer_key, explanation, file_id, tags)
     values ($1, $2, 'single', $3, $4, $5, $6, null, '{}'),
       ($1, $2, 'hotspot', 'Point at the heel', '{"alt":"A foot"}',
         '{"regions":[{"x":0,"y":0,"width":1,"height":1}]}', '', $7, '{}'),
       ($1, $2, 'short_text', 'Which word?', '{}', $8, '', null, '{}'),
       ($1, $2, 'open', 'Why?', '{}', $9, '', null, '{}'),
       ($1, null, 'single', $10, $11, $12, '', null, '{bank}')
     returning id`,
    [
      courseId,
      quizId,
      markerOf('question'),
      options(markerOf('option')),
      { correct: 'a', feedback: { a: markerOf('option feedback') } },
      markerOf('explanation'),
      pictureId,
      { accepted: [markerOf('accepted word')] },
      { guidance: markerOf('guidance') },
      markerOf('bank question'),
      options('The heel'),
      { correct: 'a', feedback: { a: markerOf('bank answer') } },
    ],
  );
  return rows;
}

async function insertFiles(ctx: TestApp['ctx'], courseId: number) {
  const file = (content: Planted, values: Partial<Parameters<typeof courseFile>[1]> = {}) =>
    courseFile(ctx, { courseId, content: markerOf(content), seconds: null, ...values });
  const video = await file('video', { seconds: 60 });
  const parts = [
    await file('captions', { parentId: video.id, kind: 'caption', language: 'en', contentType: 'text/vtt' }),
    await file('poster', { parentId: video.id, kind: 'poster', contentType: 'image/jpeg' }),
    await file('rendition', { parentId: video.id, kind: 'rendition' }),
  ];
  const handout = await file('attachment', { kind: 'attachment' });
  const document = await file('document', { kind: 'document', contentType: 'application/pdf' });
  // Drawn already.
  await ctx.storage.put(
    `course-pages/${document.sha256}/1.webp`,
    Buffer.from(markerOf('page of a document')),
    {
      contentType: 'image/webp',
    },
  );
  const picture = await file('picture in a question', { kind: 'image', contentType: 'image/png' });
  const unused = await file('unused file', { kind: 'image', contentType: 'image/png' });
  return { video, parts, handout, document, picture, unused };
}

async function insertSubmissionFile(ctx: TestApp['ctx'], submissionId: number) {
  const storageKey = `test/${randomUUID()}`;
  const submitted = Buffer.from(markerOf('submitted file'));
  await ctx.storage.put(storageKey, submitted, { contentType: 'video/mp4' });
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into submission_files (submission_id, name, content_type, bytes, sha256, storage_key)
     values ($1, 'plies.mp4', 'video/mp4', $2, $3, $4) returning id`,
    [submissionId, submitted.length, createHash('sha256').update(submitted).digest('hex'), storageKey],
  );
  return rows;
}
