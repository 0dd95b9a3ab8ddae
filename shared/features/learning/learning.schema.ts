// The classroom as learners read it.
import { z } from 'zod';
import { CERTIFICATE_STATUSES } from '#shared/features/certificate/certificate.rules.ts';
import { COMPLETION_RULES, HAND_IN_KINDS, LESSON_KINDS } from '#shared/features/course/course.rules.ts';
import { ENROLLMENT_STATES } from '#shared/features/entitlement/entitlement.states.ts';
import { COURSE_ITEMS } from '#shared/features/progress/progress.rules.ts';
import { REQUIREMENT_KINDS } from './certificate-progress.rules.ts';
import { MAX_NOTE_LENGTH } from './learning.rules.ts';
import { COURSE_KINDS } from '#shared/vocabulary.ts';

const itemKey = { itemType: z.enum(COURSE_ITEMS), itemId: z.int() };

/** A course to finish first; `isOwned`: the viewer has it. */
const requiredCourseSchema = z.object({ id: z.int(), title: z.string(), isOwned: z.boolean() });

const lockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prerequisite'), courses: z.array(requiredCourseSchema) }),
  z.object({ kind: z.literal('sequence'), ...itemKey, title: z.string() }),
  z.object({ kind: z.literal('release'), opensAt: z.string() }),
]);

/** Null: not enrolled. Instructors and staff are never locked out and leave no progress. */
const roleSchema = z.enum(['learner', 'instructor', 'staff']).nullable();

const classroomItemSchema = z.object({
  ...itemKey,
  moduleId: z.int(),
  title: z.string(),
  /** Null for quizzes. */
  kind: z.enum(LESSON_KINDS).nullable(),
  minutes: z.int().nullable(),
  /** Of an uploaded recording. */
  seconds: z.number().nullable(),
  questionCount: z.int().nullable(),
  isPreview: z.boolean(),
  isCompleted: z.boolean(),
  lock: lockSchema.nullable(),
  /** What completes it, as a sentence. */
  completion: z.string(),
});
export type ClassroomItem = z.output<typeof classroomItemSchema>;

export const classroomSchema = z.object({
  course: z.object({
    id: z.int(),
    title: z.string(),
    kind: z.enum(COURSE_KINDS),
    price: z.string(),
    isSequential: z.boolean(),
  }),
  role: roleSchema,
  /** Of the viewer, 0–100. */
  progress: z.int(),
  completedCount: z.int(),
  itemCount: z.int(),
  isCompleted: z.boolean(),
  resume: z.object({ ...itemKey, moduleId: z.int() }).nullable(),
  modules: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      summary: z.string(),
      items: z.array(classroomItemSchema),
    }),
  ),
});
export type Classroom = z.output<typeof classroomSchema>;

const requirementSchema = z.object({ kind: z.enum(REQUIREMENT_KINDS), needed: z.number() });

export const certificateRequirementsSchema = z.object({
  /** False: the course gives no certificate. */
  isOffered: z.boolean(),
  requirements: z.array(requirementSchema),
});
export type CertificateRequirements = z.output<typeof certificateRequirementsSchema>;

export const certificateProgressSchema = z.object({
  requirements: z.array(requirementSchema.extend({ done: z.number() })),
  /** The latest the viewer holds of this course. */
  certificate: z
    .object({ id: z.int(), status: z.enum(CERTIFICATE_STATUSES), expiresOn: z.string().nullable() })
    .nullable(),
  /** A certificate that starting this course again and completing it would renew. */
  renews: z
    .object({ id: z.int(), courseTitle: z.string(), expiresOn: z.string(), isExpired: z.boolean() })
    .nullable(),
});
export type CertificateProgress = z.output<typeof certificateProgressSchema>;

const fileSchema = z.object({
  id: z.int(),
  name: z.string(),
  bytes: z.number(),
  contentType: z.string(),
  url: z.string(),
});

export const lessonSchema = z.object({
  id: z.int(),
  courseId: z.int(),
  courseTitle: z.string(),
  moduleId: z.int(),
  title: z.string(),
  kind: z.enum(LESSON_KINDS),
  minutes: z.int(),
  isPreview: z.boolean(),
  role: roleSchema,
  /** Markdown. */
  body: z.string(),
  /** An uploaded video or audio file. */
  media: z
    .object({
      kind: z.enum(['video', 'audio']),
      url: z.string(),
      /** A smaller version of the same video. */
      smallUrl: z.string().nullable(),
      contentType: z.string(),
      seconds: z.number().nullable(),
      posterUrl: z.string().nullable(),
      captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
    })
    .nullable(),
  /** A video elsewhere. */
  embedUrl: z.string().nullable(),
  sections: z.array(z.object({ label: z.string(), start: z.number() })),
  bpm: z.int().nullable(),
  firstBeat: z.number().nullable(),
  /** Counts in a phrase: 8, or 6 for a waltz. */
  phraseCounts: z.int(),
  /** `url` is null where the document may only be looked at. */
  document: z
    .object({
      id: z.int(),
      name: z.string(),
      bytes: z.number(),
      pages: z.int().nullable(),
      url: z.string().nullable(),
    })
    .nullable(),
  attachments: z.array(fileSchema),
  liveSession: z.object({ startsAt: z.string(), endsAt: z.string(), url: z.string() }).nullable(),
  assignment: z
    .object({
      accepts: z.array(z.enum(HAND_IN_KINDS)),
      rubric: z.array(
        z.object({ id: z.string(), label: z.string(), description: z.string(), points: z.number() }),
      ),
      passPoints: z.number(),
    })
    .nullable(),
  completionRule: z.enum(COMPLETION_RULES),
  watchShare: z.int(),
  completion: z.string(),
  /** Of the viewer; nothing yet for a visitor. */
  position: z.int(),
  isCompleted: z.boolean(),
  watchedPercent: z.int().nullable(),
});
export type Lesson = z.output<typeof lessonSchema>;

export const enrollmentSchema = z.object({
  id: z.int(),
  courseId: z.int(),
  title: z.string(),
  shortName: z.string(),
  kind: z.string(),
  imageUrl: z.string(),
  instructor: z.string(),
  state: z.enum(ENROLLMENT_STATES),
  createdAt: z.string(),
  /** False after a refund, an expiry or a suspension; what was learned is kept. */
  hasAccess: z.boolean(),
  /** Courses to finish before its lessons open. */
  prerequisites: z.array(requiredCourseSchema),
  progress: z.int(),
  completedCount: z.int(),
  itemCount: z.int(),
  lastSeenAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  /** The lesson or quiz to go on with; null without access or when nothing is left. */
  nextLesson: z.object({ ...itemKey, moduleId: z.int(), title: z.string() }).nullable(),
});
export type Enrollment = z.output<typeof enrollmentSchema>;

/** In seconds of the video or audio; null: about the whole lesson. */
const atSecond = z.int().min(0).max(86_400).nullable();
const noteText = z.string().trim().min(1, 'Write a note first.').max(MAX_NOTE_LENGTH);

export const newNoteBody = z.object({ atSecond: atSecond.default(null), text: noteText });
export const noteBody = z.object({ text: noteText });

export const noteSchema = z.object({
  id: z.int(),
  lessonId: z.int(),
  lessonTitle: z.string(),
  moduleId: z.int(),
  atSecond: z.int().nullable(),
  text: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type LessonNote = z.output<typeof noteSchema>;
