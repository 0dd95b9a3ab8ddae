// Grading: how much of a question's points an answer earns. Pure, and only ever run on the server.
import type { Answer, Answers, AnswerKeys, Question } from './question.rules.ts';

/**
 * The share of the points an answer earns, 0 to 1; null where a person has to read it. No answer earns nothing, for an
 * open question too.
 */
export function gradeAnswer(question: Question, answer: Answer | null): number | null {
  if (answer === null) return 0;
  switch (question.kind) {
    case 'single':
      return Number((answer as Answers['single']).choice === question.answerKey.correct);
    case 'multiple': {
      const { options } = question.content;
      const { choices } = answer as Answers['multiple'];
      return gradeMultiple(question.answerKey.correct, choices, options.length);
    }
    case 'true_false':
      return Number((answer as Answers['true_false']).value === question.answerKey.correct);
    case 'short_text':
      return gradeShortText(question.answerKey.accepted, (answer as Answers['short_text']).text);
    case 'number':
      return gradeNumber(question.answerKey, (answer as Answers['number']).value);
    case 'ordering':
      return gradeOrdering(question.answerKey.order, (answer as Answers['ordering']).order);
    case 'matching':
      return gradeMatching(question.answerKey.pairs, (answer as Answers['matching']).pairs);
    case 'hotspot':
      return gradeHotspot(question.answerKey, answer as Answers['hotspot']);
    case 'moment':
      return gradeMoment(question.answerKey, (answer as Answers['moment']).second);
    case 'open':
    default:
      return (answer as Answers['open']).text.trim() === '' ? 0 : null;
  }
}

/** Points with two decimals, as they are stored. */
export function pointsFor(share: number, points: number): number {
  return Math.round(share * points * 100) / 100;
}

/** Right choices add, wrong ones take away as much as all right ones give: choosing everything earns nothing. */
function gradeMultiple(correct: readonly string[], choices: readonly string[], options: number): number {
  const right = new Set(correct);
  const chosen = new Set(choices);
  if (right.size === 0) return Number(chosen.size === 0);
  const hits = [...chosen].filter((id) => right.has(id)).length;
  const misses = chosen.size - hits;
  const wrongOptions = options - right.size;
  return Math.max(0, hits / right.size - (wrongOptions > 0 ? misses / wrongOptions : 0));
}

/** “ Rond  de Jambe ” is “rond de jambe”, and “plie” is “plié”. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[’‘ʼ]/g, "'")
    .replaceAll(/[‐‑‒–—-]/g, ' ')
    .replaceAll(/[.,;:!?"“”]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function gradeShortText(accepted: readonly string[], text: string): number {
  const given = normalizeText(text);
  if (given === '') return 0;
  return Number(accepted.some((variant) => normalizeText(variant) === given));
}

/** The tolerance counts on both ends; 0.1 + 0.2 is 0.3. */
function gradeNumber({ value, tolerance }: AnswerKeys['number'], given: number): number {
  const slack = 1e-9 * Math.max(1, Math.abs(value));
  return Number(Math.abs(given - value) <= tolerance + slack);
}

/** By pairs in the right order, so that one part out of place costs little. A coin toss earns nothing on average. */
function gradeOrdering(order: readonly string[], given: readonly string[]): number {
  const place = new Map(given.map((id, at) => [id, at]));
  if (place.size !== order.length || order.some((id) => !place.has(id))) return 0;
  if (order.length < 2) return 1;
  let inOrder = 0;
  let pairs = 0;
  for (const [at, first] of order.entries()) {
    for (const second of order.slice(at + 1)) {
      pairs++;
      if ((place.get(first) ?? 0) < (place.get(second) ?? 0)) inOrder++;
    }
  }
  return Math.max(0, (2 * inOrder) / pairs - 1);
}

function gradeMatching(pairs: Record<string, string>, given: Record<string, string>): number {
  const lefts = Object.keys(pairs);
  if (lefts.length === 0) return 0;
  return (
    lefts.filter((left) => Object.hasOwn(given, left) && given[left] === pairs[left]).length / lefts.length
  );
}

function gradeHotspot({ regions }: AnswerKeys['hotspot'], { x, y }: Answers['hotspot']): number {
  return Number(
    regions.some(
      (region) =>
        x >= region.x && x <= region.x + region.width && y >= region.y && y <= region.y + region.height,
    ),
  );
}

function gradeMoment({ from, to }: AnswerKeys['moment'], second: number): number {
  return Number(second >= from && second <= to);
}
