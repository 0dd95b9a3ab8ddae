// One chapter of the handbook: Markdown with addresses for its headings and marks for the words searched for.
import Markdown, { type Components, type Options } from 'react-markdown';
import { Link } from 'react-router';
import { headingId, markWords, type Chapter } from './handbook.ts';

/** As much of the syntax tree as is touched here. */
type TreeNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
};

const COMPONENTS: Components = {
  a: ({ href = '', children }) =>
    href.startsWith('/') ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>,
};

export function HandbookArticle({ chapter, words }: { chapter: Chapter; words: readonly string[] }) {
  const plugins = [() => (tree: TreeNode) => prepare(tree, words)] as Options['rehypePlugins'];
  return (
    <article className="prose handbook">
      <Markdown components={COMPONENTS} rehypePlugins={plugins}>
        {chapter.markdown}
      </Markdown>
    </article>
  );
}

function prepare(node: TreeNode, words: readonly string[]): void {
  if (node.tagName === 'h2') node.properties = { ...node.properties, id: headingId(textOf(node)) };
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text' && words.length > 0) return markedNodes(child.value ?? '', words);
    prepare(child, words);
    return [child];
  });
}

function markedNodes(text: string, words: readonly string[]): TreeNode[] {
  return markWords(text, words).map(({ text: value, isHit }) => {
    const leaf = { type: 'text', value };
    return isHit ? { type: 'element', tagName: 'mark', properties: {}, children: [leaf] } : leaf;
  });
}

function textOf(node: TreeNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}
