// Demo data that needs files besides recordings: questions about a picture or a moment in a video, and videos learners
// handed in, with comments pinned to them. After the first start, because it needs the storage.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { questionSchema } from '#shared/features/quiz/quiz.schema.ts';
import { quizFiles, type ShownQuestion } from '../demo-data.ts';
import {
  findQuizWithout,
  insertHandedVideo,
  insertShownQuestion,
  listLessonIds,
  listSubmissionsForVideo,
} from './shown-media.queries.ts';

const MEDIA = path.join(import.meta.dirname, '../media');

export async function addShownQuestions(ctx: AppContext): Promise<void> {
  const shownQuestions = quizFiles().flatMap(({ course, quizzes }) =>
    quizzes.flatMap(({ module, shown }) => shown.map((question) => ({ course, module, question }))),
  );
  for (const { course, module, question } of shownQuestions) {
    const quiz = await findQuizWithout(ctx.db, { shortName: course, module, prompt: question.ask });
    if (!quiz) continue;
    const lessonIds = await listLessonIds(ctx.db, { moduleId: quiz.moduleId });
    const isVideo = question.file.endsWith('.mp4');
    const stored = await store(ctx, `course-files/demo-quiz-${quiz.id}-${question.file}`, question.file);
    // Checked like a question from the editor; the file gets its id when it is inserted.
    const written = questionSchema.parse({
      ...kindOf(question),
      prompt: question.ask,
      fileId: 1,
      explanation: question.why,
      reviewLessonId: lessonIds[question.lesson] ?? null,
    });
    await inTransaction(ctx.db, (tx) =>
      insertShownQuestion(tx, {
        file: {
          ...stored,
          courseId: quiz.courseId,
          kind: isVideo ? 'video' : 'image',
          createdAt: ctx.clock.now(),
        },
        question: { ...written, quizId: quiz.id, courseId: quiz.courseId },
      }),
    );
  }
}

function kindOf({ areas, alt = '', from = 0, to = 0 }: ShownQuestion) {
  return areas
    ? { kind: 'hotspot', content: { alt }, answerKey: { regions: areas } }
    : { kind: 'moment', content: {}, answerKey: { from, to } };
}

const COMMENTS = [
  { atSecond: 3.2, text: 'Lovely: you wait for the count before you move.' },
  { atSecond: 9.5, text: 'Look up here. They follow your eyes, and your eyes are on the floor.' },
  { atSecond: 15.4, text: 'The last one is late. Say “and” a beat earlier.' },
];
const VIDEO = { file: 'step-touch.mp4', name: 'thursday-group.mp4', seconds: 20.286 };

/** For the demo instructor to grade, and to look back at. What waits has one comment, what is graded has all of them. */
export async function addHandedVideos(ctx: AppContext): Promise<void> {
  const found = await listSubmissionsForVideo(ctx.db, { username: 'instructor' });
  for (const [at, { id, graderId, submittedAt, hasFiles }] of found.entries()) {
    if (hasFiles) continue;
    const { name, seconds } = VIDEO;
    const stored = await store(ctx, `submissions/demo-${id}-${name}`, VIDEO.file);
    const comments = (at === 0 ? COMMENTS : COMMENTS.slice(0, 1)).map((comment) => ({
      ...comment,
      submissionId: id,
      userId: graderId,
      createdAt: submittedAt,
    }));
    await inTransaction(ctx.db, (tx) =>
      insertHandedVideo(tx, { file: { ...stored, name, seconds, submissionId: id }, comments }),
    );
  }
}

const CONTENT_TYPES: Readonly<Record<string, string>> = { '.mp4': 'video/mp4', '.jpg': 'image/jpeg' };

async function store(ctx: AppContext, storageKey: string, file: string) {
  const data = await readFile(path.join(MEDIA, file));
  const contentType = CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream';
  await ctx.storage.put(storageKey, data, { contentType });
  const sha256 = createHash('sha256').update(data).digest('hex');
  return { name: file, contentType, bytes: data.length, sha256, storageKey };
}
