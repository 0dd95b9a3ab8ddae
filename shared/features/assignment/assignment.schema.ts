// Submissions as learners and graders see them.
import { z } from 'zod';
import { HAND_IN_KINDS } from '#shared/features/course/course.rules.ts';
import { publicSessionTypeSchema } from '#shared/features/connect/connect.schema.ts';
import { GRADES, SUBMISSION_STATES } from './assignment.rules.ts';

export const assignmentSettingsSchema = z.object({
  accepts: z.array(z.enum(HAND_IN_KINDS)),
  rubric: z.array(
    z.object({ id: z.string(), label: z.string(), description: z.string(), points: z.number() }),
  ),
  passPoints: z.number(),
  /** Null: an ordinary assignment. */
  assessment: z.object({ isLiveOffered: z.boolean(), assessorCount: z.literal([1, 2]) }).nullable(),
});

const submissionFileSchema = z.object({
  id: z.int(),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  seconds: z.number().nullable(),
});
export type SubmissionFile = z.output<typeof submissionFileSchema>;

const submissionCommentSchema = z.object({
  id: z.int(),
  /** In the video; null: about the whole. */
  atSecond: z.number().nullable(),
  text: z.string(),
  author: z.string(),
  createdAt: z.string(),
});
export type SubmissionComment = z.output<typeof submissionCommentSchema>;

/** What one of two assessors decided. */
const assessmentSchema = z.object({
  assessor: z.string(),
  grade: z.enum(GRADES),
  rubricPoints: z.record(z.string(), z.number()),
  feedback: z.string(),
  gradedAt: z.string(),
});
export type Assessment = z.output<typeof assessmentSchema>;

export const sessionSchema = z.object({
  startsAt: z.string(),
  /** Empty: a booked session whose place the assessor hasn't named yet. */
  place: z.string(),
  /** Null: agreed by hand. */
  booking: z.object({ id: z.int(), assessorId: z.int(), assessor: z.string() }).nullable(),
});

export type Session = z.output<typeof sessionSchema>;

/** A session of an assessor that learners book for this assessment. */
const assessmentSessionSchema = z.object({
  instructorId: z.int(),
  name: z.string(),
  profileImageUrl: z.string().nullable(),
  session: publicSessionTypeSchema,
});
export type AssessmentSession = z.output<typeof assessmentSessionSchema>;
export const assessmentSessionsSchema = z.object({
  courseId: z.int(),
  title: z.string(),
  sessions: z.array(assessmentSessionSchema),
});

export const submissionSchema = z.object({
  id: z.int(),
  number: z.int(),
  state: z.enum(SUBMISSION_STATES),
  text: z.string(),
  submittedAt: z.string(),
  gradedAt: z.string().nullable(),
  gradedBy: z.string().nullable(),
  rubricPoints: z.record(z.string(), z.number()).nullable(),
  feedback: z.string(),
  files: z.array(submissionFileSchema),
  /** For the learner empty until it is graded. */
  comments: z.array(submissionCommentSchema),
  /** A live assessment, and when and where it takes place, once that is agreed. */
  isLive: z.boolean(),
  session: sessionSchema.nullable(),
  /** If two assess it: both decisions, once both are made. */
  assessments: z.array(assessmentSchema),
});
export type Submission = z.output<typeof submissionSchema>;

export const assignmentSchema = z.object({
  lessonId: z.int(),
  title: z.string(),
  ...assignmentSettingsSchema.shape,
  /** The newest first. */
  submissions: z.array(submissionSchema),
  /** A booked session that isn't paid for or accepted yet. */
  pendingBooking: z
    .object({ id: z.int(), state: z.enum(['held', 'requested']), startsAt: z.string(), assessor: z.string() })
    .nullable(),
  /** False while one waits for a grade or has passed, a booking is pending, and for people who teach the course. */
  canSubmit: z.boolean(),
});
export type Assignment = z.output<typeof assignmentSchema>;

export const submissionRowSchema = z.object({
  id: z.int(),
  number: z.int(),
  state: z.enum(SUBMISSION_STATES),
  submittedAt: z.string(),
  gradedAt: z.string().nullable(),
  learner: z.object({ id: z.int(), name: z.string(), imageUrl: z.string().nullable() }),
  course: z.object({ id: z.int(), title: z.string() }),
  lesson: z.object({ id: z.int(), title: z.string() }),
  fileCount: z.int(),
  /** Length of the video, if it has one. */
  seconds: z.number().nullable(),
  isAssessment: z.boolean(),
  isLive: z.boolean(),
  /** When a live assessment takes place, if that is agreed. */
  sessionAt: z.string().nullable(),
});
export type SubmissionRow = z.output<typeof submissionRowSchema>;

export const gradedSubmissionSchema = z.object({
  ...submissionSchema.shape,
  learner: submissionRowSchema.shape.learner,
  course: submissionRowSchema.shape.course,
  lesson: submissionRowSchema.shape.lesson,
  ...assignmentSettingsSchema.shape,
  /** Earlier ones of the same learner, the newest first. */
  previous: z.array(submissionSchema),
  /** The viewer has decided; it waits for the other assessor. */
  hasAssessed: z.boolean(),
  /** The other assessor has decided. What, the viewer sees after their own decision. */
  isAssessedByOther: z.boolean(),
});
export type GradedSubmission = z.output<typeof gradedSubmissionSchema>;

export const courseAssessorSchema = z.object({ id: z.int(), name: z.string(), username: z.string() });
export type CourseAssessor = z.output<typeof courseAssessorSchema>;
