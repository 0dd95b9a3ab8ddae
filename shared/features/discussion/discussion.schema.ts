// Questions and answers as the people of a course see them.
import { z } from 'zod';

export const postSchema = z.object({
  id: z.int(),
  /** Empty if deleted: a question with answers keeps its place. */
  text: z.string(),
  /** In the lesson's video or audio. */
  atSecond: z.int().nullable(),
  /** First name and initial; the instructor’s full name. */
  author: z.string(),
  imageUrl: z.string().nullable(),
  /** Written by the course's instructor. */
  isInstructor: z.boolean(),
  isOwn: z.boolean(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  createdAt: z.string(),
  votes: z.int(),
  hasVoted: z.boolean(),
  hasReported: z.boolean(),
});
export type Post = z.output<typeof postSchema>;

export const questionSchema = z.object({
  ...postSchema.shape,
  /** Instructor answers first, then by votes. */
  answers: z.array(postSchema),
});
export type Question = z.output<typeof questionSchema>;

export const openQuestionSchema = z.object({
  id: z.int(),
  text: z.string(),
  author: z.string(),
  imageUrl: z.string().nullable(),
  atSecond: z.int().nullable(),
  createdAt: z.string(),
  course: z.object({ id: z.int(), title: z.string() }),
  lesson: z.object({ id: z.int(), title: z.string() }),
});
export type OpenQuestion = z.output<typeof openQuestionSchema>;

export const postReportSchema = z.object({
  id: z.int(),
  reason: z.string(),
  createdAt: z.string(),
  post: z.object({ id: z.int(), text: z.string(), author: z.string() }),
  course: openQuestionSchema.shape.course,
  lesson: openQuestionSchema.shape.lesson,
});
export type PostReport = z.output<typeof postReportSchema>;
