// Quizzes, their questions, and learners' attempts. What is right (`answerKey`) has a column of its own, so that no query
// for the browser selects it by accident.
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  ATTEMPT_STATES,
  GRADING_METHODS,
  QUESTION_KINDS,
  REVIEW_POLICIES,
  type AttemptState,
  type GradingMethod,
  type QuestionKind,
  type ReviewPolicy,
} from '#shared/features/quiz/quiz.rules.ts';
import { nullableUserId, users } from './platform-user.ts';
import { courseFiles, courseModules, courses } from './course.ts';

export const quizzes = pgTable(
  'quizzes',
  {
    id: id(),
    moduleId: integer()
      .notNull()
      .references(() => courseModules.id, { onDelete: 'cascade' }),
    /** Among the lessons and quizzes of its module. */
    position: smallint().notNull(),
    title: text().notNull(),
    intro: text().notNull().default(''),
    /** How many questions an attempt has. */
    questionCount: smallint().notNull(),
    /** Drawn at random from the course's question bank: this many with any of these tags, besides the quiz's own. */
    drawCount: smallint().notNull().default(0),
    drawTags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    isShuffled: boolean().notNull().default(false),
    passPercent: smallint().notNull().default(70),
    timeLimitMinutes: smallint(),
    /** Null: as often as they like. */
    attemptLimit: smallint(),
    retryDelayMinutes: integer().notNull().default(0),
    gradingMethod: text().$type<GradingMethod>().notNull().default('best'),
    reviewPolicy: text().$type<ReviewPolicy>().notNull().default('after_submit'),
    removedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('quizzes_position')
      .on(t.moduleId, t.position)
      .where(sql`removed_at is null`),
    check('quizzes_questions', sql`${t.questionCount} between 1 and 200`),
    check('quizzes_draw', sql`${t.drawCount} between 0 and 200`),
    check('quizzes_pass', sql`${t.passPercent} between 0 and 100`),
    check('quizzes_time_limit', sql`${t.timeLimitMinutes} between 1 and 480`),
    check('quizzes_attempt_limit', sql`${t.attemptLimit} between 1 and 100`),
    check('quizzes_retry_delay', sql`${t.retryDelayMinutes} between 0 and 43200`),
    check('quizzes_grading_method', sql`${t.gradingMethod} in (${oneOf(GRADING_METHODS)})`),
    check('quizzes_review_policy', sql`${t.reviewPolicy} in (${oneOf(REVIEW_POLICIES)})`),
  ],
);

export const quizQuestions = pgTable(
  'quiz_questions',
  {
    id: id(),
    courseId: integer()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** Null: only in the course's question bank. */
    quizId: integer().references(() => quizzes.id, { onDelete: 'cascade' }),
    position: smallint().notNull().default(0),
    kind: text().$type<QuestionKind>().notNull(),
    /** Markdown. */
    prompt: text().notNull(),
    /** A picture or video to look at. */
    fileId: integer().references(() => courseFiles.id),
    /** What the learner sees of it: options with their ids, parts to match, items to order. */
    content: jsonb().notNull(),
    /** What is right; feedback per option. Never sent before the review policy allows. */
    answerKey: jsonb().notNull(),
    explanation: text().notNull().default(''),
    /** A lesson worth a second look for whoever gets it wrong. */
    reviewLessonId: integer(),
    points: smallint().notNull().default(1),
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    removedAt: timestamptz(),
  },
  (t) => [
    index('quiz_questions_quiz_id').on(t.quizId, t.position),
    index('quiz_questions_course_id').on(t.courseId),
    index('quiz_questions_file_id').on(t.fileId),
    check('quiz_questions_kind', sql`${t.kind} in (${oneOf(QUESTION_KINDS)})`),
    check('quiz_questions_points', sql`${t.points} between 1 and 100`),
  ],
);

const quizId = () =>
  integer()
    .notNull()
    .references(() => quizzes.id, { onDelete: 'cascade' });
const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);

export const quizAttempts = pgTable(
  'quiz_attempts',
  {
    id: id(),
    quizId: quizId(),
    userId: userId(),
    /** 1, 2, 3 …: a limit of three is the number 3. */
    number: smallint().notNull(),
    state: text().$type<AttemptState>().notNull().default('in_progress'),
    /** The questions as they were when it began, answer keys included: editing a quiz changes no open attempt. */
    questions: jsonb().notNull(),
    /** Pictures and videos in its questions: open to the learner from now on. */
    fileIds: integer()
      .array()
      .notNull()
      .generatedAlwaysAs(sql`question_file_ids(questions)`),
    startedAt: timestamptz().notNull(),
    /** Null: no time limit. Answers after it are refused, and a job submits what there is. */
    deadlineAt: timestamptz(),
    submittedAt: timestamptz(),
    gradedAt: timestamptz(),
    score: numeric({ precision: 8, scale: 2, mode: 'number' }),
    maxScore: numeric({ precision: 8, scale: 2, mode: 'number' }).notNull(),
    passPercent: smallint().notNull(),
    hasPassed: boolean(),
  },
  (t) => [
    uniqueIndex('quiz_attempts_number').on(t.quizId, t.userId, t.number),
    uniqueIndex('quiz_attempts_one_open')
      .on(t.quizId, t.userId)
      .where(sql`state = 'in_progress'`),
    index('quiz_attempts_user_id').on(t.userId),
    index('quiz_attempts_deadline')
      .on(t.deadlineAt)
      .where(sql`state = 'in_progress'`),
    index('quiz_attempts_needs_grading')
      .on(t.quizId)
      .where(sql`state = 'needs_grading'`),
    check('quiz_attempts_state', sql`${t.state} in (${oneOf(ATTEMPT_STATES)})`),
    check('quiz_attempts_submitted', sql`(${t.state} = 'in_progress') = (${t.submittedAt} is null)`),
    check(
      'quiz_attempts_graded',
      sql`(${t.state} = 'graded') = (${t.gradedAt} is not null and ${t.score} is not null and ${t.hasPassed} is not null)`,
    ),
    check('quiz_attempts_score', sql`${t.score} between 0 and ${t.maxScore}`),
  ],
);

export const quizAnswers = pgTable(
  'quiz_answers',
  {
    attemptId: integer()
      .notNull()
      .references(() => quizAttempts.id, { onDelete: 'cascade' }),
    questionId: integer().notNull(),
    answer: jsonb().notNull(),
    isFlagged: boolean().notNull().default(false),
    savedAt: timestamptz().notNull(),
    /** Once graded. */
    points: numeric({ precision: 7, scale: 2, mode: 'number' }),
    /** Of a grader, for an open question. */
    comment: text().notNull().default(''),
    gradedBy: nullableUserId(),
  },
  (t) => [
    primaryKey({ columns: [t.attemptId, t.questionId] }),
    index('quiz_answers_graded_by').on(t.gradedBy),
  ],
);

/** More time or attempts for one learner. */
export const quizAllowances = pgTable(
  'quiz_allowances',
  {
    quizId: quizId(),
    userId: userId(),
    extraMinutes: smallint().notNull().default(0),
    extraAttempts: smallint().notNull().default(0),
    reason: text().notNull().default(''),
    grantedBy: nullableUserId(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.quizId, t.userId] }),
    index('quiz_allowances_user_id').on(t.userId),
    index('quiz_allowances_granted_by').on(t.grantedBy),
    check('quiz_allowances_minutes', sql`${t.extraMinutes} between 0 and 480`),
    check('quiz_allowances_attempts', sql`${t.extraAttempts} between 0 and 100`),
  ],
);
