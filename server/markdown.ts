// Markdown as sellers write it: emphasis, lists, links. HTML, pictures, headings and scripts are dropped.
import { micromark } from 'micromark';

const LIMITED = {
  disable: {
    null: ['headingAtx', 'setextUnderline', 'labelStartImage', 'htmlFlow', 'htmlText', 'codeIndented'],
  },
};

/** Parsing a text takes as long as a whole page may take, and items on sale are read again and again. */
const KEPT = 2000;
/** The least recently used first. */
const rendered = new Map<string, string>();

export function renderMarkdown(text: string): string {
  if (isPlain(text) || !isReasonable(text)) return asParagraphs(text);
  const html = rendered.get(text) ?? render(text);
  rendered.delete(text);
  rendered.set(text, html);
  const [oldest] = rendered.keys();
  if (rendered.size > KEPT && oldest !== undefined) rendered.delete(oldest);
  return html;
}

/** Every `<` in the input is escaped, so an opening tag comes from the renderer. */
function render(text: string): string {
  return micromark(text, { extensions: [LIMITED] }).replaceAll(
    '<a href=',
    '<a rel="nofollow ugc noopener" href=',
  );
}

const MARK = /[*_`[\]<\\]/g;
const MOST_MARKS = 2000;
/** Parsing a paragraph takes quadratic time in its marks, and longer for nested lists. */
const MOST_IN_PARAGRAPH = 200;
const DEEP = /^ *((>|[-+*]|\d+[.)]) *){8}/m;

/** More marks than anyone writes by hand. */
function isReasonable(text: string): boolean {
  const marks = (part: string) => part.match(MARK)?.length ?? 0;
  if (DEEP.test(text) || marks(text) > MOST_MARKS) return false;
  return text.split(/\n[ \t]*\n/).every((paragraph) => marks(paragraph) <= MOST_IN_PARAGRAPH);
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

function asParagraphs(text: string): string {
  const escaped = text.trim().replaceAll(/[<>&"]/g, (letter) => ESCAPES[letter] ?? '');
  if (escaped === '') return '';
  return escaped
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.trim()}</p>`)
    .join('\n');
}

/** Characters with a special meaning; most descriptions have none. As one expression it takes four times as long. */
const MARKS = /[*_`[\\<&]/;
/** Two spaces at the end of a line break it. */
const MARKS_OF_A_LINE = /^ {0,3}(?:[-+>=~]|\d+[.)])| {2}\r?$/m;

const isPlain = (text: string) => !MARKS.test(text) && !MARKS_OF_A_LINE.test(text);
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** The text alone, for cards, search engines and lists. */
export function markdownToPlain(text: string): string {
  if (isPlain(text)) return text;
  return renderMarkdown(text)
    .replaceAll(/<\/(p|li|blockquote|pre)>\n*/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|amp|quot);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
