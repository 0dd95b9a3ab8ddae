// Whether a question can be graded: the checklist asks before a quiz is published.

type Question = { kind: string; content: unknown; answerKey: unknown };

export function hasRightAnswer({ kind, content, answerKey }: Question): boolean {
  if (kind === 'open') return true;
  return isFilled(content) && isFilled(answerKey);
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
