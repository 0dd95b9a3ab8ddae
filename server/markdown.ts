// Markdown as sellers write it: emphasis, lists, links. Nothing of HTML survives, and no picture, heading or script
// comes out of it.
import { micromark } from 'micromark';

const LIMITED = {
  disable: {
    null: ['headingAtx', 'setextUnderline', 'labelStartImage', 'htmlFlow', 'htmlText', 'codeIndented'],
  },
};

/** Every `<` of the writer's comes out escaped, so an opening tag in it is one of the renderer's own. */
export function renderMarkdown(text: string): string {
  return micromark(text, { extensions: [LIMITED] }).replaceAll(
    '<a href=',
    '<a rel="nofollow ugc noopener" href=',
  );
}

/** What could mean anything but itself; most descriptions have none of it. */
const MARKS = /[*_`[\\<&]|^ {0,3}([-+>=~]|\d+[.)])/m;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** The words alone, for cards, search engines and lists. */
export function markdownToPlain(text: string): string {
  if (!MARKS.test(text)) return text;
  return renderMarkdown(text)
    .replaceAll(/<\/(p|li|blockquote|pre)>\n*/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|amp|quot);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
