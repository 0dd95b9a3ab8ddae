// What an instructor writes in the course editor. Saved at every step, so a draft may leave anything open; what
// publishing asks for is in course-editor.rules.ts.
import { z } from 'zod';
import {
  COMPLETION_RULES,
  COURSE_FILE_KINDS,
  HAND_IN_KINDS,
  LESSON_KINDS,
} from '#shared/features/course/course.rules.ts';
import {
  GRADING_METHODS,
  MOST_QUESTIONS,
  QUESTION_KINDS,
  REVIEW_POLICIES,
} from '#shared/features/quiz/quiz.rules.ts';
import { questionTags } from '#shared/features/quiz/quiz.schema.ts';
import { idSchema } from '#shared/id.schema.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { typedPrice } from '#shared/money.schema.ts';
import { isEmbeddable, toEmbedUrl } from '#shared/video.ts';
import { AGE_GROUPS, COURSE_KINDS, LEVELS } from '#shared/vocabulary.ts';

export const TITLE_MAX = 160;
const title = lineOfText.min(1, 'Enter a title').max(TITLE_MAX, `At most ${TITLE_MAX} characters`);
const linesOf = (most: number) => z.array(lineOfText.max(300)).max(most, `At most ${most} lines`);
const markdown = z.string().max(100_000, 'At most 100,000 characters');

export const courseSettingsFields = {
  kind: z.enum(COURSE_KINDS),
  title,
  shortName: lineOfText.min(2, 'At least 2 characters').max(24, 'At most 24 characters'),
  tagline: lineOfText.max(200, 'At most 200 characters'),
  description: z.string().max(20_000, 'At most 20,000 characters'),
  danceStyle: z.string().max(40),
  categoryId: idSchema.nullable(),
  ageGroups: z.array(z.enum(AGE_GROUPS)).min(1, 'Choose at least one').max(AGE_GROUPS.length),
  level: z.enum(LEVELS),
  outcomes: linesOf(20),
  requirements: linesOf(20),
  prerequisiteIds: z.array(idSchema).max(10, 'At most 10 courses'),
  /** "49.00"; "0.00" is free. */
  price: typedPrice('49.00'),
  weeks: z.int().min(1, 'From 1 to 104').max(104, 'From 1 to 104').nullable(),
  hoursPerWeek: z.int().min(1, 'From 1 to 60').max(60, 'From 1 to 60').nullable(),
  creditHours: z.number().min(0.5, 'From 0.5 to 999').max(999, 'From 0.5 to 999').nullable(),
  validMonths: z.int().min(1, 'From 1 to 240').max(240, 'From 1 to 240').nullable(),
  isSequential: z.boolean(),
};
export const courseSettings = z.object(courseSettingsFields);
export type CourseSettings = z.output<typeof courseSettings>;
export const courseSettingsChanges = courseSettings.partial();
export type CourseSettingsChanges = z.output<typeof courseSettingsChanges>;

export const moduleFields = {
  title,
  summary: z.string().max(2000, 'At most 2,000 characters'),
  releaseDays: z.int().min(1, 'From 1 to 730 days').max(730, 'From 1 to 730 days').nullable(),
};

const seconds = z.number().min(0).max(36_000);

const assignmentSettings = z.object({
  accepts: z.array(z.enum(HAND_IN_KINDS)).min(1, 'Accept at least one kind of work'),
  rubric: z
    .array(
      z.object({
        id: z.string().min(1).max(40),
        label: lineOfText.max(120),
        description: z.string().max(500),
        points: z.int().min(1).max(100),
      }),
    )
    .max(20),
  passPoints: z.int().min(0).max(2000),
  assessment: z
    .object({ isLiveOffered: z.boolean(), assessorCount: z.literal([1, 2]) })
    .nullable()
    .optional(),
});

const liveSession = z.object({
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  url: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)]),
});

export const lessonFields = {
  kind: z.enum(LESSON_KINDS),
  title,
  minutes: z.int().min(1, 'From 1 to 600 minutes').max(600, 'From 1 to 600 minutes'),
  isPreview: z.boolean(),
  body: markdown,
  fileId: idSchema.nullable(),
  /** Any form of the link; stored in the form that can be embedded. */
  embedUrl: z
    .string()
    .trim()
    .max(500)
    .refine((url) => isEmbeddable(toEmbedUrl(url)), 'Paste a YouTube link')
    .nullable(),
  bpm: z.int().min(30, 'From 30 to 300').max(300, 'From 30 to 300').nullable(),
  firstBeat: seconds.nullable(),
  phraseCounts: z.int().min(2, 'From 2 to 16').max(16, 'From 2 to 16'),
  sections: z.array(z.object({ label: lineOfText.min(1).max(120), start: seconds })).max(100),
  completionRule: z.enum(COMPLETION_RULES),
  watchShare: z.int().min(1).max(100),
  isDownloadable: z.boolean(),
  assignment: assignmentSettings.nullable(),
  liveSession: liveSession.nullable(),
  attachmentIds: z.array(idSchema).max(20, 'At most 20 files'),
};

/** `id` is null until the question is first published. */
export const draftQuestion = z.object({
  id: idSchema.nullable(),
  kind: z.enum(QUESTION_KINDS),
  prompt: z.string().max(3000, 'At most 3,000 characters'),
  fileId: idSchema.nullable(),
  content: z.record(z.string(), z.unknown()),
  answerKey: z.record(z.string(), z.unknown()),
  explanation: z.string().max(5000),
  reviewLessonId: idSchema.nullable(),
  points: z.int().min(1, 'From 1 to 100').max(100, 'From 1 to 100'),
  tags: questionTags,
});
export type DraftQuestion = z.output<typeof draftQuestion>;

export const quizFields = {
  title,
  intro: z.string().max(5000),
  questions: z.array(draftQuestion).max(MOST_QUESTIONS, `At most ${MOST_QUESTIONS} questions`),
  drawCount: z.int().min(0).max(MOST_QUESTIONS, `At most ${MOST_QUESTIONS} questions`),
  drawTags: questionTags,
  isShuffled: z.boolean(),
  passPercent: z.int().min(0, 'From 0 to 100').max(100, 'From 0 to 100'),
  timeLimitMinutes: z.int().min(1, 'From 1 to 480').max(480, 'From 1 to 480').nullable(),
  attemptLimit: z.int().min(1, 'From 1 to 100').max(100, 'From 1 to 100').nullable(),
  retryDelayMinutes: z.int().min(0).max(43_200),
  gradingMethod: z.enum(GRADING_METHODS),
  reviewPolicy: z.enum(REVIEW_POLICIES),
};

export const moduleContent = z.object(moduleFields);
export const lessonContent = z.object(lessonFields);
export const quizContent = z.object(quizFields);
export type ModuleContent = z.output<typeof moduleContent>;
export type LessonContent = z.output<typeof lessonContent>;
export type QuizContent = z.output<typeof quizContent>;

/** The files of a course, as the editor lists them. */
export const courseFileSchema = z.object({
  id: z.int(),
  kind: z.enum(COURSE_FILE_KINDS),
  parentId: z.int().nullable(),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  seconds: z.number().nullable(),
  pages: z.int().nullable(),
  language: z.string().nullable(),
});
export type CourseFile = z.output<typeof courseFileSchema>;
