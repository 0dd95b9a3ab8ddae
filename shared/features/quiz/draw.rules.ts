// Which questions an attempt asks, and in which order its options stand. The same seed gives the same attempt.
import type { Question } from './question.rules.ts';

/** A question as the bank has it. */
export type BankQuestion = Question & {
  id: number;
  prompt: string;
  fileId: number | null;
  explanation: string;
  reviewLessonId: number | null;
  points: number;
};

/** A question as an attempt asks it. `ids`: its option ids, back to those of the bank. */
export type DrawnQuestion = BankQuestion & { ids: Record<string, string> };

/** Numbers from 0 up to 1 (mulberry32): small, fast and the same everywhere. Nothing secret depends on it. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Fisher and Yates; a new array. */
export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const shuffled = [...items];
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other] as T, shuffled[at] as T];
  }
  return shuffled;
}

type Draw = {
  own: readonly BankQuestion[];
  /** Questions of the bank that carry one of the quiz's tags. */
  bank: readonly BankQuestion[];
  drawCount: number;
  isShuffled: boolean;
  seed: number;
};

/** The quiz's own questions, and as many from the bank as it asks for; none twice. */
export function drawQuestions({ own, bank, drawCount, isShuffled, seed }: Draw): DrawnQuestion[] {
  const random = createRandom(seed);
  const ownIds = new Set(own.map(({ id }) => id));
  const drawn = shuffle(
    bank.filter(({ id }) => !ownIds.has(id)),
    random,
  ).slice(0, drawCount);
  const asked = [...own, ...drawn];
  return (isShuffled ? shuffle(asked, random) : asked).map((question) =>
    drawParts(question, { isShuffled, random }),
  );
}

/**
 * Options take new ids in the order they are shown: the bank's ids follow the order the author wrote them in, and would
 * tell the right order, or that the first one is right.
 */
function drawParts(
  question: BankQuestion,
  { isShuffled, random }: { isShuffled: boolean; random: () => number },
): DrawnQuestion {
  switch (question.kind) {
    case 'single': {
      const { parts, ids, renamed } = rename(mixed(question.content.options, isShuffled, random), 'o');
      const { correct, feedback } = question.answerKey;
      return {
        ...question,
        content: { options: parts },
        answerKey: { correct: renamed(correct), feedback: renameKeys(feedback, renamed) },
        ids,
      };
    }
    case 'multiple': {
      const { parts, ids, renamed } = rename(mixed(question.content.options, isShuffled, random), 'o');
      const { correct, feedback } = question.answerKey;
      return {
        ...question,
        content: { options: parts },
        answerKey: { correct: correct.map(renamed), feedback: renameKeys(feedback, renamed) },
        ids,
      };
    }
    case 'ordering': {
      // Always mixed: as written, they stand in the right order.
      const { parts, ids, renamed } = rename(shuffle(question.content.items, random), 'i');
      return {
        ...question,
        content: { items: parts },
        answerKey: { order: question.answerKey.order.map(renamed) },
        ids,
      };
    }
    case 'matching': {
      const left = rename(mixed(question.content.left, isShuffled, random), 'l');
      const right = rename(shuffle(question.content.right, random), 'r');
      const pairs = Object.entries(question.answerKey.pairs).map(([from, to]) => [
        left.renamed(from),
        right.renamed(to),
      ]);
      return {
        ...question,
        content: { left: left.parts, right: right.parts },
        answerKey: { pairs: Object.fromEntries(pairs) },
        ids: { ...left.ids, ...right.ids },
      };
    }
    case 'true_false':
    case 'short_text':
    case 'number':
    case 'hotspot':
    case 'moment':
    case 'open':
    default:
      return { ...question, ids: {} };
  }
}

function mixed<T>(parts: readonly T[], isShuffled: boolean, random: () => number): T[] {
  return isShuffled ? shuffle(parts, random) : [...parts];
}

function rename<T extends { id: string }>(parts: readonly T[], prefix: string) {
  const idOf = new Map(parts.map(({ id }, at) => [id, `${prefix}${at + 1}`]));
  const renamed = (id: string) => idOf.get(id) ?? '';
  return {
    parts: parts.map((part) => ({ ...part, id: renamed(part.id) })),
    ids: Object.fromEntries([...idOf].map(([id, shown]) => [shown, id])),
    renamed,
  };
}

function renameKeys(texts: Record<string, string>, renamed: (id: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [renamed(id), text]));
}
