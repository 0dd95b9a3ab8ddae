// Editing a course. Changes wait in a draft until they are published; learners never see it. For the course's
// instructor and for admins; to anyone else the course isn't there.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_COURSE } from '#shared/staff-access.ts';
import { COURSE_FILE_KINDS, COURSE_STATES, LESSON_KINDS } from '#shared/features/course/course.rules.ts';
import { idParams, idSchema, idText } from '#shared/id.schema.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import {
  courseFileSchema,
  courseSettings,
  courseSettingsChanges,
  courseSettingsFields,
  lessonContent,
  lessonFields,
  moduleContent,
  moduleFields,
  quizContent,
  quizFields,
} from './course-editor.schema.ts';
import { DRAFT_ITEMS } from './course-editor.rules.ts';

/** Never repeats, not even after publishing: a change made from an older one is refused (`conflict`). */
const revision = z.int().min(0);
const itemType = z.enum(DRAFT_ITEMS);
const named = z.object({ type: itemType, id: z.int(), title: z.string() });

const outlineEntry = named.extend({
  state: z.enum(['new', 'edited', 'moved']).nullable(),
  kind: z.enum(LESSON_KINDS).nullable(),
  minutes: z.int(),
  /** Length of the video or audio. */
  seconds: z.number().nullable(),
  isPreview: z.boolean(),
  questionCount: z.int(),
  isComplete: z.boolean(),
});

export const courseDraftSchema = z.object({
  id: z.int(),
  state: z.enum(COURSE_STATES),
  instructor: z.object({ id: z.int(), name: z.string() }),
  revision,
  settings: courseSettings.extend({ id: z.int(), revision }),
  outline: z.array(
    outlineEntry.extend({
      /** Opens this many days after enrolling; null: right away. */
      releaseDays: z.int().nullable(),
      items: z.array(outlineEntry),
    }),
  ),
  changes: z.array(
    z.object({
      type: z.enum([...DRAFT_ITEMS, 'settings']),
      id: z.int().nullable(),
      change: z.enum(['added', 'edited', 'moved', 'removed']),
      title: z.string(),
    }),
  ),
  /** “3 lessons edited, 1 added” */
  changesText: z.string(),
  checklist: z.array(
    z.object({
      id: z.string(),
      state: z.enum(['done', 'missing', 'advice']),
      label: z.string(),
      items: z.array(named),
    }),
  ),
  /** Learners with a place in the course. */
  learnerCount: z.int(),
  publishedAt: z.string().nullable(),
  /** When the changes go live by themselves. */
  scheduledAt: z.string().nullable(),
  updatedAt: z.string(),
});
export type CourseDraft = z.output<typeof courseDraftSchema>;

const itemOf = <T extends string, C extends z.ZodType>(type: T, content: C) =>
  z.object({ type: z.literal(type), id: z.int(), revision, isNew: z.boolean(), content });

export const draftItemSchema = z
  .discriminatedUnion('type', [
    itemOf('module', moduleContent),
    itemOf('lesson', lessonContent),
    itemOf('quiz', quizContent),
  ])
  .and(z.object({ files: z.array(courseFileSchema) }));
export type DraftItem = z.output<typeof draftItemSchema>;

const itemParams = idParams.extend({ type: itemType, itemId: idText });
const errors = ['not_found', 'conflict', 'unprocessable'] as const;

export const createCourse = defineContract({
  method: 'POST',
  path: '/api/courses',
  summary: 'Create a course from its title; a draft nobody else sees',
  access: 'signed-in',
  further: EVERY_COURSE,
  body: z.object({ title: courseSettingsFields.title }),
  response: courseDraftSchema,
  status: 201,
  errors: ['forbidden'],
});

export const listOwnCourses = defineContract({
  method: 'GET',
  path: '/api/my/courses',
  summary: 'List the courses the viewer teaches, in every state',
  access: 'signed-in',
  response: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      state: z.enum(COURSE_STATES),
      hasUnpublishedChanges: z.boolean(),
      lessonCount: z.int(),
      learnerCount: z.int(),
      thumbnailUrl: z.string(),
      updatedAt: z.string(),
    }),
  ),
});

export const getCourseDraft = defineContract({
  method: 'GET',
  path: '/api/courses/:id/draft',
  summary: 'Get a course as its editor shows it: settings, outline, checklist and unpublished changes',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: courseDraftSchema,
  errors: ['not_found'],
});

export const updateCourseSettings = defineContract({
  method: 'PATCH',
  path: '/api/courses/:id/draft/settings',
  summary: 'Save changed settings to the draft',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: courseSettingsChanges.extend({ revision }),
  response: courseDraftSchema,
  errors,
});

export const getQuestionBank = defineContract({
  method: 'GET',
  path: '/api/courses/:id/question-bank',
  summary: 'List the questions of a course’s bank with their tags, to choose what a quiz draws from',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: z.object({
    courseTitle: z.string(),
    questions: z.array(z.object({ id: z.int(), question: z.string(), tags: z.array(z.string()) })),
  }),
  errors: ['not_found'],
});

const newItem = z.object({
  type: itemType,
  title: lessonFields.title,
  kind: z.enum(LESSON_KINDS).optional(),
  /** A lesson made of this upload: its kind and length come from the file. */
  uploadId: z.string().max(100).optional(),
});

export const createDraftItems = defineContract({
  method: 'POST',
  path: '/api/courses/:id/draft/items',
  summary: 'Add modules, lessons and quizzes. What follows a module goes into it',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({
    /** Where items before the first module go. Left out: the last module. */
    moduleId: idSchema.nullable().default(null),
    items: z.array(newItem).min(1).max(200, 'At most 200 at once'),
  }),
  response: z.object({
    draft: courseDraftSchema,
    created: z.array(z.object({ type: itemType, id: z.int() })),
  }),
  status: 201,
  errors,
});

export const getDraftItem = defineContract({
  method: 'GET',
  path: '/api/courses/:id/draft/items/:type/:itemId',
  summary: 'Get a module, lesson or quiz with its unpublished changes, answer keys included',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: itemParams,
  response: draftItemSchema,
  errors: ['not_found'],
});

export const updateDraftItem = defineContract({
  method: 'PATCH',
  path: '/api/courses/:id/draft/items/:type/:itemId',
  summary: 'Save changed fields of a module, lesson or quiz to the draft',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: itemParams,
  body: z.object({
    revision,
    // One of the three; the service checks the fields against the item's type.
    changes: z.object({ ...moduleFields, ...lessonFields, ...quizFields }).partial(),
  }),
  response: draftItemSchema,
  errors,
});

const place = {
  /** For lessons and quizzes. */
  moduleId: idSchema.nullable().default(null),
  position: z.int().min(0).max(10_000),
};

export const moveDraftItem = defineContract({
  method: 'POST',
  path: '/api/courses/:id/draft/items/:type/:itemId/move',
  summary: 'Move a module, lesson or quiz within the outline',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: itemParams,
  body: z.object(place),
  response: courseDraftSchema,
  errors,
});

export const deleteDraftItem = defineContract({
  method: 'DELETE',
  path: '/api/courses/:id/draft/items/:type/:itemId',
  summary: 'Take a module, lesson or quiz out of the course. Learners keep it until the draft is published',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: itemParams,
  response: courseDraftSchema,
  errors,
});

export const restoreDraftItem = defineContract({
  method: 'POST',
  path: '/api/courses/:id/draft/items/:type/:itemId/restore',
  summary:
    'Put a module, lesson or quiz back that was taken out since the last time the course was published',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: itemParams,
  body: z.object({
    ...place,
    /** What was in a module. */
    items: z
      .array(z.object({ type: z.enum(['lesson', 'quiz']), id: idSchema }))
      .max(1000)
      .default([]),
  }),
  response: courseDraftSchema,
  errors,
});

export const duplicateDraftItem = defineContract({
  method: 'POST',
  path: '/api/courses/:id/draft/items/:type/:itemId/duplicate',
  summary: 'Copy a module, lesson or quiz, right after the original',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: itemParams,
  response: z.object({ draft: courseDraftSchema, created: z.object({ type: itemType, id: z.int() }) }),
  status: 201,
  errors,
});

export const discardCourseDraft = defineContract({
  method: 'DELETE',
  path: '/api/courses/:id/draft',
  summary: 'Discard all unpublished changes',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({ revision }),
  response: courseDraftSchema,
  errors,
});

export const publishCourse = defineContract({
  method: 'POST',
  path: '/api/courses/:id/publish',
  summary: 'Publish all changes at once. Learners keep their progress',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({
    /** As the instructor saw the changes. */
    revision,
    summary: z.string().trim().max(1000).default(''),
  }),
  response: courseDraftSchema,
  errors,
});

export const schedulePublishing = defineContract({
  method: 'PUT',
  path: '/api/courses/:id/publish-time',
  summary: 'Choose when the changes go live. What is edited until then goes live too',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({
    revision,
    publishAt: z.iso.datetime({ error: 'Choose a day and a time' }),
    summary: z.string().trim().max(1000).default(''),
  }),
  response: courseDraftSchema,
  errors,
});

export const unschedulePublishing = defineContract({
  method: 'DELETE',
  path: '/api/courses/:id/publish-time',
  summary: 'Keep the changes as a draft instead of publishing them later',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: courseDraftSchema,
  errors,
});

const transition = {
  method: 'POST',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  response: courseDraftSchema,
  errors,
} as const;

export const archiveCourse = defineContract({
  ...transition,
  path: '/api/courses/:id/archive',
  summary: 'Take a course off sale; learners keep it',
});
export const restoreCourse = defineContract({
  ...transition,
  path: '/api/courses/:id/restore',
  summary: 'Put an archived course back on sale',
});
export const duplicateCourse = defineContract({
  ...transition,
  path: '/api/courses/:id/duplicate',
  summary: 'Create a new draft course with the same settings and content',
  status: 201,
});

export const attachCourseFile = defineContract({
  method: 'POST',
  path: '/api/courses/:id/files',
  summary: 'Attach an upload to a course: a video, audio, document, picture or caption file',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams,
  body: z.object({
    uploadId: z.string().max(100),
    /** Left out: by the file's type. */
    kind: z.enum(COURSE_FILE_KINDS).optional(),
    /** Of captions: the video and the language they are in. */
    parentId: idSchema.optional(),
    language: lineOfText
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/, 'Use a language code such as en')
      .optional(),
  }),
  response: courseFileSchema,
  status: 201,
  errors,
});

export const deleteCourseCaptions = defineContract({
  method: 'DELETE',
  path: '/api/courses/:id/files/:fileId',
  summary: 'Remove a caption file from its video',
  access: 'signed-in',
  further: EVERY_COURSE,
  params: idParams.extend({ fileId: idText }),
  errors: ['not_found'],
});
