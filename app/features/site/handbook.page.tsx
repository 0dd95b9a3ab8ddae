// The staff handbook: table of contents, search and one chapter at a time, all in the URL.
import { useEffect } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import { Link, useLocation, type MetaArgs } from 'react-router';
import { ListSearch } from '#app/components/staff/list-controls.tsx';
import { StaffLink } from '#app/components/staff/staff-link.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { useListAddress, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useRootData } from '#app/lib/root-data.ts';
import {
  highlightTerms,
  searchChapters,
  searchTerms,
  type Chapter,
  parseChapter,
  type Names,
  headingId,
} from './handbook.ts';
import './handbook.css';

const HANDBOOK = '/admin/documentation';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Staff handbook',
    description: 'How we work.',
    path: HANDBOOK,
    isHidden: true,
  });
}

export default function HandbookPage() {
  const { siteName, supportEmail } = useRootData();
  const { params } = useListAddress();
  const chapters = handbookChapters({ siteName, supportEmail });
  const query = searchOf(params) ?? '';
  const chapter = chapters.find(({ slug }) => slug === params.get('chapter'));
  return (
    <StaffPage
      title={chapter?.title ?? 'Staff handbook'}
      intro={!chapter && 'How we work, from finding a user to fixing a failed job.'}
    >
      <div className="mt-6 flex">
        <ListSearch
          label="Search the handbook"
          placeholder="Search all chapters"
          // A new search covers all chapters again.
          resets={['chapter']}
        />
      </div>
      {chapter ? (
        <OpenChapter chapters={chapters} chapter={chapter} query={query} />
      ) : query ? (
        <Hits chapters={chapters} query={query} />
      ) : (
        <Contents chapters={chapters} />
      )}
    </StaffPage>
  );
}

function chapterUrl(slug: string, query = '', section = ''): string {
  const search = new URLSearchParams({ chapter: slug, ...(query && { q: query }) });
  return `${HANDBOOK}?${search}${section && `#${section}`}`;
}

function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <nav className="mt-8" aria-label="Chapters">
      <ul className="grid gap-x-[clamp(1.6rem,3.4vw,3.4rem)] border-t border-ink md:grid-cols-2">
        {chapters.map(({ slug, title, intro }) => (
          <li key={slug} className="border-b border-rule py-4">
            <Link className="t-s hover:underline" to={chapterUrl(slug)}>
              {title}
            </Link>
            <p className="meta mt-1.5">{intro}</p>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Hits({ chapters, query }: { chapters: readonly Chapter[]; query: string }) {
  const hits = searchChapters(chapters, query);
  const terms = searchTerms(query);
  return (
    <>
      <p className="meta mt-6" role="status">
        {hits.length === 1 ? '1 passage' : `${hits.length} passages`} with “{query}”
      </p>
      {hits.length === 0 ? (
        <EmptyState
          className="mt-6"
          title="No passages match your search"
          action={<ButtonLink to={HANDBOOK}>See all chapters</ButtonLink>}
        >
          Try fewer or simpler words.
        </EmptyState>
      ) : (
        <ul className="handbook-hit mt-3 border-t border-ink" aria-label="Passages">
          {hits.map(({ chapter, section, excerpt }) => (
            <li key={`${chapter.slug}#${section.id}`} className="border-b border-rule py-4">
              <Link className="t-s hover:underline" to={chapterUrl(chapter.slug, query, section.id)}>
                <Highlighted text={section.heading || chapter.title} terms={terms} />
              </Link>
              {section.heading && <span className="small ml-3">{chapter.title}</span>}
              <p className="meta mt-1.5 max-w-measure">
                <Highlighted text={excerpt} terms={terms} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Highlighted({ text, terms }: { text: string; terms: readonly string[] }) {
  return highlightTerms(text, terms).map((piece) =>
    piece.isHit ? <mark key={piece.at}>{piece.text}</mark> : piece.text,
  );
}

type OpenChapterProps = { chapters: readonly Chapter[]; chapter: Chapter; query: string };

function OpenChapter({ chapters, chapter, query }: OpenChapterProps) {
  useJumpToSection();
  const next = chapters[chapters.indexOf(chapter) + 1];
  return (
    <div className="mt-8 grid items-start gap-x-[clamp(2rem,5vw,5rem)] gap-y-10 md:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="min-w-0">
        <HandbookArticle chapter={chapter} terms={searchTerms(query)} />
        <p className="mt-10 flex flex-wrap gap-3 border-t border-ink pt-5">
          <ButtonLink to={query ? `${HANDBOOK}?q=${encodeURIComponent(query)}` : HANDBOOK}>
            {query ? 'Back to the results' : 'All chapters'}
          </ButtonLink>
          {next && <ButtonLink to={chapterUrl(next.slug)}>Next: {next.title}</ButtonLink>}
        </p>
      </div>
      <nav className="hidden md:sticky md:top-8 md:block" aria-label="Chapters">
        <ul className="border-t border-ink text-sm">
          {chapters.map(({ slug, title }) => (
            <li key={slug} className="border-b border-rule">
              <Link
                className="block py-2 text-ink-2 hover:text-ink aria-[current]:font-semibold aria-[current]:text-plum"
                to={chapterUrl(slug)}
                aria-current={slug === chapter.slug ? 'page' : undefined}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** The chapter renders after the browser has tried to scroll to the section, so scroll again. */
function useJumpToSection() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}

const FILES = import.meta.glob<string>('/docs/handbook/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function handbookChapters(names: Names): Chapter[] {
  return Object.entries(FILES)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([file, source]) => parseChapter(file, source, names));
}

/** The parts of the syntax tree used here. */
type TreeNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
};

const COMPONENTS: Components = {
  a: ({ href = '', children }) =>
    href.startsWith('/') ? <StaffLink to={href}>{children}</StaffLink> : <a href={href}>{children}</a>,
};

function HandbookArticle({ chapter, terms }: { chapter: Chapter; terms: readonly string[] }) {
  const plugins = [() => (tree: TreeNode) => prepare(tree, terms)] as Options['rehypePlugins'];
  return (
    <article className="prose handbook">
      <Markdown components={COMPONENTS} rehypePlugins={plugins}>
        {chapter.markdown}
      </Markdown>
    </article>
  );
}

function prepare(node: TreeNode, terms: readonly string[]): void {
  if (node.tagName === 'h2') node.properties = { ...node.properties, id: headingId(textOf(node)) };
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text' && terms.length > 0) return highlightedNodes(child.value ?? '', terms);
    prepare(child, terms);
    return [child];
  });
}

function highlightedNodes(text: string, terms: readonly string[]): TreeNode[] {
  return highlightTerms(text, terms).map(({ text: value, isHit }) => {
    const leaf = { type: 'text', value };
    return isHit ? { type: 'element', tagName: 'mark', properties: {}, children: [leaf] } : leaf;
  });
}

function textOf(node: TreeNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}
