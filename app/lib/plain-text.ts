// Plain text that people wrote: its paragraphs, and its beginning.

/** An empty line parts paragraphs; single line breaks stay inside them. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
}

const RESULT_LENGTH = 160;

/** The beginning in whole words, as far as a result list shows it. */
export function summaryOf(text: string, longest: number = RESULT_LENGTH): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest).toWellFormed();
  return `${cut.replace(/\s\S*$/, '')}…`;
}
