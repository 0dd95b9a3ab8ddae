// The staff handbook: its chapters, a search over all of them, one chapter at a time. All of it is in the address.
import { useEffect } from 'react';
import { Link, useLocation, type MetaArgs } from 'react-router';
import { ListSearch } from '#app/components/staff/list-controls.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { useListAddress, wordsOf } from '#app/lib/list-address.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { HandbookArticle } from './handbook-article.tsx';
import { handbookChapters } from './handbook-chapters.ts';
import { markWords, searchChapters, searchWords, type Chapter } from './handbook.ts';
import './handbook.css';

const HANDBOOK = '/admin/documentation';

export const handle: StaffHandle = { permission: 'handbook.read' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Staff handbook',
    description: 'How things are done here.',
    path: HANDBOOK,
    isHidden: true,
  });
}

export default function HandbookPage() {
  const { siteName, supportEmail } = useRootData();
  const { params } = useListAddress();
  const chapters = handbookChapters({ siteName, supportEmail });
  const query = wordsOf(params) ?? '';
  const chapter = chapters.find(({ slug }) => slug === params.get('chapter'));
  return (
    <StaffPage
      title={chapter?.title ?? 'Staff handbook'}
      intro={!chapter && 'How things are done here, from finding someone to a failed job.'}
    >
      <div className="mt-6 flex">
        <ListSearch
          label="Search the handbook"
          placeholder="Search all chapters"
          // A new search looks through all of them again.
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

function chapterAddress(slug: string, query = '', section = ''): string {
  const search = new URLSearchParams({ chapter: slug, ...(query && { q: query }) });
  return `${HANDBOOK}?${search}${section && `#${section}`}`;
}

function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <nav className="mt-8" aria-label="Chapters">
      <ul className="grid gap-x-[clamp(1.6rem,3.4vw,3.4rem)] border-t border-ink md:grid-cols-2">
        {chapters.map(({ slug, title, intro }) => (
          <li key={slug} className="border-b border-rule py-4">
            <Link className="t-s hover:underline" to={chapterAddress(slug)}>
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
  const words = searchWords(query);
  return (
    <>
      <p className="meta mt-6" role="status">
        {hits.length === 1 ? 'One passage' : `${hits.length} passages`} with “{query}”
      </p>
      {hits.length === 0 ? (
        <EmptyState
          className="mt-6"
          title="Nothing about that yet"
          action={<ButtonLink to={HANDBOOK}>See all chapters</ButtonLink>}
        >
          No passage holds all of these words. Fewer or simpler ones often help.
        </EmptyState>
      ) : (
        <ul className="handbook-hit mt-3 border-t border-ink" aria-label="Passages">
          {hits.map(({ chapter, section, excerpt }) => (
            <li key={`${chapter.slug}#${section.id}`} className="border-b border-rule py-4">
              <Link className="t-s hover:underline" to={chapterAddress(chapter.slug, query, section.id)}>
                <Marked text={section.heading || chapter.title} words={words} />
              </Link>
              {section.heading && <span className="small ml-3">{chapter.title}</span>}
              <p className="meta mt-1.5 max-w-measure">
                <Marked text={excerpt} words={words} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map((piece) =>
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
        <HandbookArticle chapter={chapter} words={searchWords(query)} />
        <p className="mt-10 flex flex-wrap gap-3 border-t border-ink pt-5">
          <ButtonLink to={query ? `${HANDBOOK}?q=${encodeURIComponent(query)}` : HANDBOOK}>
            {query ? 'Back to the passages' : 'All chapters'}
          </ButtonLink>
          {next && <ButtonLink to={chapterAddress(next.slug)}>Next: {next.title}</ButtonLink>}
        </p>
      </div>
      <nav className="hidden md:sticky md:top-8 md:block" aria-label="Chapters">
        <ul className="border-t border-ink text-sm">
          {chapters.map(({ slug, title }) => (
            <li key={slug} className="border-b border-rule">
              <Link
                className="block py-2 text-ink-2 hover:text-ink aria-[current]:font-semibold aria-[current]:text-plum"
                to={chapterAddress(slug)}
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

/** The chapter is drawn after the browser has looked for the section, so it is looked for once more. */
function useJumpToSection() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
