// What a question, its answer key and an answer look like, by kind. Types only: the browser loads this file without zod.
export type Option = { id: string; text: string; fileId?: number | undefined };
export type Part = { id: string; text: string };
/** Shares of the picture's width and height, from its top left corner. */
export type Region = { x: number; y: number; width: number; height: number };

/** What the learner sees, by kind. */
export type Contents = {
  single: { options: Option[] };
  multiple: { options: Option[] };
  true_false: object;
  short_text: object;
  number: { unit: string };
  ordering: { items: Part[] };
  matching: { left: Part[]; right: Part[] };
  hotspot: { alt: string };
  moment: object;
  open: object;
};

/** What is right, by kind. Feedback is per option. */
export type AnswerKeys = {
  single: { correct: string; feedback: Record<string, string> };
  multiple: { correct: string[]; feedback: Record<string, string> };
  true_false: { correct: boolean };
  short_text: { accepted: string[] };
  number: { value: number; tolerance: number };
  ordering: { order: string[] };
  matching: { pairs: Record<string, string> };
  hotspot: { regions: Region[] };
  moment: { from: number; to: number };
  /** What a grader looks for. */
  open: { guidance: string };
};

/** What a learner answers, by kind. */
export type Answers = {
  single: { choice: string };
  multiple: { choices: string[] };
  true_false: { value: boolean };
  short_text: { text: string };
  number: { value: number };
  ordering: { order: string[] };
  matching: { pairs: Record<string, string> };
  hotspot: { x: number; y: number };
  moment: { second: number };
  open: { text: string };
};

type Kinds = keyof Contents;

export type Question = {
  [K in Kinds]: { kind: K; content: Contents[K]; answerKey: AnswerKeys[K] };
}[Kinds];

/** Without what is right. */
export type AskedQuestion = { [K in Kinds]: { kind: K; content: Contents[K] } }[Kinds];

export type Answer = Answers[Kinds];
export type AnsweredQuestion = {
  [K in Kinds]: { kind: K; content: Contents[K]; answer: Answers[K] | null };
}[Kinds];

/** An answer in words: “In the hip”, “Port de bras, then tendu”. `answer` fits `kind`, as the server has checked. */
export function describeAnswer({ kind, content, answer }: AnsweredQuestion): string {
  if (answer === null) return 'No answer';
  switch (kind) {
    case 'single':
      return textOf(content.options, answer.choice);
    case 'multiple':
      return answer.choices.map((id) => textOf(content.options, id)).join(', ') || 'No answer';
    case 'true_false':
      return answer.value ? 'True' : 'False';
    case 'number':
      return `${answer.value} ${content.unit}`.trim();
    case 'ordering':
      return answer.order.map((id) => textOf(content.items, id)).join(', then ');
    case 'matching':
      return content.left
        .filter(({ id }) => answer.pairs[id] !== undefined)
        .map(({ id, text }) => `${text}: ${textOf(content.right, answer.pairs[id] ?? '')}`)
        .join('; ');
    case 'hotspot':
      return `${Math.round(answer.x * 100)}% across, ${Math.round(answer.y * 100)}% down`;
    case 'moment':
      return describeSecond(answer.second);
    case 'short_text':
    case 'open':
    default:
      return answer.text;
  }
}

/** “0:12”, “0:12.4”: where in a video. */
export function describeSecond(second: number): string {
  const tenths = Math.round(second * 10);
  const rest = (tenths % 600) / 10;
  const shown = Number.isInteger(rest) ? String(rest).padStart(2, '0') : rest.toFixed(1).padStart(4, '0');
  return `${Math.floor(tenths / 600)}:${shown}`;
}

/** What is right, in words, for a review. */
export function describeKey({ kind, content, answerKey }: Question): string {
  switch (kind) {
    case 'single':
      return textOf(content.options, answerKey.correct);
    case 'multiple':
      return answerKey.correct.map((id) => textOf(content.options, id)).join(', ');
    case 'true_false':
      return answerKey.correct ? 'True' : 'False';
    case 'short_text':
      return answerKey.accepted[0] ?? '';
    case 'number':
      return `${answerKey.value} ${content.unit}`.trim();
    case 'ordering':
      return answerKey.order.map((id) => textOf(content.items, id)).join(', then ');
    case 'matching':
      return content.left
        .map(({ id, text }) => `${text}: ${textOf(content.right, answerKey.pairs[id] ?? '')}`)
        .join('; ');
    case 'hotspot':
      return 'In the marked area';
    case 'moment':
      return answerKey.from === answerKey.to
        ? describeSecond(answerKey.from)
        : `${describeSecond(answerKey.from)} to ${describeSecond(answerKey.to)}`;
    case 'open':
    default:
      return '';
  }
}

function textOf(parts: readonly Part[], id: string): string {
  return parts.find((part) => part.id === id)?.text ?? '';
}
