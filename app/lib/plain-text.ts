// Paragraphs and excerpts of plain text.

/** Empty lines separate paragraphs; single line breaks stay. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
}

const RESULT_LENGTH = 160;

/** An excerpt of whole words. */
export function summaryOf(text: string, longest: number = RESULT_LENGTH): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest).toWellFormed();
  return `${cut.replace(/\s\S*$/, '')}…`;
}
