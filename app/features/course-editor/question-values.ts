// Questions while they are written: what a new one starts with, and how options keep their ids.
import type { CourseFile, DraftQuestion } from '#shared/features/course-editor/course-editor.schema.ts';
import type { QuestionKind } from '#shared/features/quiz/quiz.rules.ts';

/** Files that questions show: those of the course so far, and how new ones get there. */
export type QuestionFiles = {
  files: readonly Pick<CourseFile, 'id' | 'kind' | 'name'>[];
  /** The form sets `fileId` when the file has arrived. Undefined: nothing can be uploaded yet. */
  onUpload: ((file: File) => void) | undefined;
};

export type QuestionProps = QuestionFiles & {
  question: DraftQuestion;
  /** “Question 2”, to tell its fields from those of the others. */
  name: string;
  /** Lessons it can send learners back to. */
  lessons: readonly { value: string; label: string }[];
  onChange: (question: DraftQuestion) => void;
};

export type Part = { id: string; text: string; fileId?: number };

/** Short, and never used twice within a question. */
export function newPartId(parts: readonly Part[]): string {
  const used = new Set(parts.map(({ id }) => id));
  for (let number = 1; ; number++) if (!used.has(`p${number}`)) return `p${number}`;
}

const twoParts = (): Part[] => [
  { id: 'p1', text: '' },
  { id: 'p2', text: '' },
];

/** Empty content and key of each kind. Where the order is the key, it follows the items. */
const STARTS: Readonly<Record<QuestionKind, () => Pick<DraftQuestion, 'content' | 'answerKey'>>> = {
  single: () => ({ content: { options: twoParts() }, answerKey: { correct: '', feedback: {} } }),
  multiple: () => ({ content: { options: twoParts() }, answerKey: { correct: [], feedback: {} } }),
  true_false: () => ({ content: {}, answerKey: {} }),
  short_text: () => ({ content: {}, answerKey: { accepted: [] } }),
  number: () => ({ content: { unit: '' }, answerKey: { tolerance: 0 } }),
  ordering: () => ({ content: { items: twoParts() }, answerKey: { order: ['p1', 'p2'] } }),
  matching: () => ({
    content: { left: twoParts(), right: twoParts() },
    answerKey: { pairs: { p1: 'p1', p2: 'p2' } },
  }),
  hotspot: () => ({ content: { alt: '' }, answerKey: { regions: [] } }),
  moment: () => ({ content: {}, answerKey: { from: 0, to: 0 } }),
  open: () => ({ content: {}, answerKey: { guidance: '' } }),
};

export function newQuestion(kind: QuestionKind): DraftQuestion {
  return {
    id: null,
    kind,
    prompt: '',
    fileId: null,
    explanation: '',
    reviewLessonId: null,
    points: 1,
    tags: [],
    ...STARTS[kind](),
  };
}

/** Another kind keeps the wording, and the options where both kinds have them. */
export function withKind(question: DraftQuestion, kind: QuestionKind): DraftQuestion {
  const isChoice = (one: QuestionKind) => one === 'single' || one === 'multiple';
  const start = STARTS[kind]();
  const content = isChoice(kind) && isChoice(question.kind) ? question.content : start.content;
  return { ...question, kind, content, answerKey: start.answerKey };
}
