// What questions, answer keys and answers must look like. The editor, the seed and the server check with the same ones.
import { z } from 'zod';
import { idSchema } from '#shared/id.schema.ts';
import type { Answer, AskedQuestion } from './question.rules.ts';
import { MOST_REGIONS, MOST_TAGS } from './quiz.rules.ts';

const PART_ID = /^[\w-]{1,40}$/;
const partId = z.string().regex(PART_ID);
const shortText = z.string().trim().min(1, 'Fill in every option').max(500, 'At most 500 characters');
const longText = z.string().trim().max(5000);
const share = z.number().min(0).max(1);

const option = z.object({ id: partId, text: shortText, fileId: idSchema.optional() });
const part = z.object({ id: partId, text: shortText });

/** Tags compare without letter case, in the bank and in the quizzes that draw by them. */
export const questionTag = z.string().trim().toLowerCase().min(1).max(40, 'A tag has at most 40 characters');
export const questionTags = z
  .array(questionTag)
  .max(MOST_TAGS, `At most ${MOST_TAGS} tags`)
  .transform((tags) => [...new Set(tags)]);
const feedback = z.record(partId, z.string().trim().max(1000)).default({});
const region = z.object({ x: share, y: share, width: share, height: share });

const choices = z.object({ options: z.array(option).min(2).max(10) });
const nothing = z.object({});

/** What the learner sees, by kind; the only shape in which a question leaves the server before it is reviewed. */
export const contentSchemas = {
  single: choices,
  multiple: choices,
  true_false: nothing,
  short_text: nothing,
  number: z.object({ unit: z.string().trim().max(20).default('') }),
  ordering: z.object({ items: z.array(part).min(2).max(12) }),
  matching: z.object({ left: z.array(part).min(2).max(12), right: z.array(part).min(2).max(14) }),
  hotspot: z.object({ alt: z.string().trim().max(300) }),
  moment: nothing,
  open: nothing,
} as const;

export const answerKeySchemas = {
  single: z.object({ correct: z.string().regex(PART_ID, 'Mark the right answer'), feedback }),
  multiple: z.object({ correct: z.array(partId).min(1, 'Mark the right answers'), feedback }),
  true_false: z.object({ correct: z.boolean('Choose true or false') }),
  short_text: z.object({
    accepted: z.array(z.string().trim().min(1).max(200)).min(1, 'Enter an accepted answer').max(30),
  }),
  number: z.object({ value: z.number('Enter the right answer'), tolerance: z.number().min(0).default(0) }),
  ordering: z.object({ order: z.array(partId) }),
  matching: z.object({ pairs: z.record(partId, partId) }),
  hotspot: z.object({ regions: z.array(region).min(1, 'Mark the right area').max(MOST_REGIONS) }),
  moment: z
    .object({ from: z.number().min(0), to: z.number().min(0) })
    .refine(({ from, to }) => from <= to, 'The moment ends before it begins.'),
  open: z.object({ guidance: longText.default('') }),
} as const;

const kindsOf = <K extends keyof typeof contentSchemas>(kind: K) => ({
  kind: z.literal(kind),
  content: contentSchemas[kind],
  answerKey: answerKeySchemas[kind],
});

const about = {
  /** The first paragraph asks; the rest is what one needs to know. */
  prompt: z.string().trim().min(1, 'Write the question').max(3000, 'At most 3,000 characters'),
  fileId: idSchema.nullable().default(null),
  explanation: longText.default(''),
  reviewLessonId: idSchema.nullable().default(null),
  points: z.int().min(1).max(100).default(1),
  tags: questionTags.default([]),
};

const anyQuestion = z.discriminatedUnion('kind', [
  z.object({ ...about, ...kindsOf('single') }),
  z.object({ ...about, ...kindsOf('multiple') }),
  z.object({ ...about, ...kindsOf('true_false') }),
  z.object({ ...about, ...kindsOf('short_text') }),
  z.object({ ...about, ...kindsOf('number') }),
  z.object({ ...about, ...kindsOf('ordering') }),
  z.object({ ...about, ...kindsOf('matching') }),
  z.object({ ...about, ...kindsOf('hotspot') }),
  z.object({ ...about, ...kindsOf('moment') }),
  z.object({ ...about, ...kindsOf('open') }),
]);

/** A question as it is written, key included: for the editor, the bank and the seed. */
export const questionSchema = anyQuestion.superRefine((question, context) => {
  const problem = keyProblem(question);
  if (problem) context.addIssue({ code: 'custom', path: ['answerKey'], message: problem });
});
export type QuestionInput = z.output<typeof questionSchema>;

/** Keys that name parts the question does not have would make it impossible to answer. */
function keyProblem(question: z.output<typeof anyQuestion>): string | null {
  switch (question.kind) {
    case 'single':
      return among(question.content.options, [question.answerKey.correct])
        ? null
        : 'Choose the right answer.';
    case 'multiple':
      return among(question.content.options, question.answerKey.correct) ? null : 'Choose the right answers.';
    case 'ordering':
      return isPermutation(question.content.items, question.answerKey.order)
        ? null
        : 'The right order must have every item once.';
    case 'matching': {
      const { left, right } = question.content;
      const { pairs } = question.answerKey;
      return isPermutation(left, Object.keys(pairs)) && among(right, Object.values(pairs))
        ? null
        : 'Give every item on the left its match.';
    }
    case 'hotspot':
    case 'moment':
      return question.fileId === null ? 'Add the picture or video this question is about.' : null;
    case 'true_false':
    case 'short_text':
    case 'number':
    case 'open':
    default:
      return null;
  }
}
function among(parts: readonly { id: string }[], ids: readonly string[]): boolean {
  const known = new Set(parts.map(({ id }) => id));
  return known.size === parts.length && ids.every((id) => known.has(id));
}

function isPermutation(parts: readonly { id: string }[], ids: readonly string[]): boolean {
  return ids.length === parts.length && new Set(ids).size === ids.length && among(parts, ids);
}

const MOST_WRITTEN = 20_000;

const answerSchemas = {
  single: z.object({ choice: partId }),
  multiple: z.object({ choices: z.array(partId).max(10) }),
  true_false: z.object({ value: z.boolean() }),
  short_text: z.object({ text: z.string().max(500) }),
  number: z.object({ value: z.number().min(-1e12).max(1e12) }),
  ordering: z.object({ order: z.array(partId).max(12) }),
  matching: z.object({ pairs: z.record(partId, partId) }),
  hotspot: z.object({ x: share, y: share }),
  moment: z.object({ second: z.number().min(0).max(86_400) }),
  open: z.object({ text: z.string().max(MOST_WRITTEN) }),
} as const;

/** For responses: any kind of answer, as it was saved. */
export const anyAnswerSchema = z.union(Object.values(answerSchemas));

/** The answer if it can be one to this question; undefined otherwise. Whatever else was sent is left out. */
export function parseAnswer(question: AskedQuestion, sent: unknown): Answer | undefined {
  const parsed = answerSchemas[question.kind].safeParse(sent);
  return parsed.success && fits(question, parsed.data) ? parsed.data : undefined;
}

/** Whether it names only parts that the question has. */
function fits({ kind, content }: AskedQuestion, answer: Answer): boolean {
  switch (kind) {
    case 'single':
      return 'choice' in answer && among(content.options, [answer.choice]);
    case 'multiple':
      return (
        'choices' in answer &&
        new Set(answer.choices).size === answer.choices.length &&
        among(content.options, answer.choices)
      );
    case 'ordering':
      return 'order' in answer && isPermutation(content.items, answer.order);
    case 'matching':
      return (
        'pairs' in answer &&
        among(content.left, Object.keys(answer.pairs)) &&
        among(content.right, Object.values(answer.pairs))
      );
    case 'true_false':
    case 'short_text':
    case 'number':
    case 'hotspot':
    case 'moment':
    case 'open':
    default:
      return true;
  }
}

const askedOf = <K extends keyof typeof contentSchemas>(kind: K) =>
  z.object({
    id: z.int(),
    kind: z.literal(kind),
    /** What it asks, and what one needs to know. */
    question: z.string(),
    lead: z.string(),
    fileId: z.int().nullable(),
    points: z.int(),
    content: contentSchemas[kind],
  });

/** A question in an attempt. There is no key in this shape, so none can leave the server with it. */
export const askedQuestionSchema = z.discriminatedUnion('kind', [
  askedOf('single'),
  askedOf('multiple'),
  askedOf('true_false'),
  askedOf('short_text'),
  askedOf('number'),
  askedOf('ordering'),
  askedOf('matching'),
  askedOf('hotspot'),
  askedOf('moment'),
  askedOf('open'),
]);
