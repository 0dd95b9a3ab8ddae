// The staff handbook as data: chapters, their sections, and a search over both.

export type Section = {
  /** '' for the text before the first heading. */
  id: string;
  heading: string;
  /** Without Markdown syntax. */
  text: string;
};

export type Chapter = { slug: string; title: string; intro: string; sections: Section[]; markdown: string };

export type Names = { siteName: string; supportEmail: string };

/** `01-first-steps.md` is the chapter `first-steps`. */
export function parseChapter(file: string, source: string, names: Names): Chapter {
  const text = source
    .replaceAll('{{siteName}}', names.siteName)
    .replaceAll('{{supportEmail}}', names.supportEmail);
  const [, title = '', markdown = ''] = /^# (.+)\n+([^]*)$/.exec(text) ?? [];
  const sections = markdown.split(/^(?=## )/m).map(parseSection);
  return {
    slug: (file.split('/').at(-1) ?? '').replaceAll(/^\d+-|\.md$/g, ''),
    title,
    intro: sections[0]?.id === '' ? sections[0].text : '',
    sections,
    markdown,
  };
}

function parseSection(markdown: string): Section {
  const [, heading = '', body = markdown] = /^## (.+)\n([^]*)$/.exec(markdown) ?? [];
  return { id: headingId(heading), heading, text: plainText(body) };
}

export function headingId(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/^(?:#{1,6}|>|-|\d+\.) +/gm, '')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The words of a query, without case and accents. */
export function searchTerms(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/).filter(Boolean))];
}

/** Maps character by character, so that positions in the result are positions in the text. */
function fold(text: string): string {
  return Array.from(text, (character) => {
    const plain = character.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    return plain.length === character.length ? plain : character;
  }).join('');
}

export type Hit = { chapter: Chapter; section: Section; excerpt: string };

/** Sections that contain every term, in their own text or the chapter's title; hits in headings come first. */
export function searchChapters(chapters: readonly Chapter[], query: string): Hit[] {
  const terms = searchTerms(query);
  if (terms.length === 0) return [];
  const hits = chapters.flatMap((chapter) =>
    chapter.sections.flatMap((section) => {
      const title = fold(chapter.title);
      // The introduction has no heading; it counts as the chapter's title.
      const heading = section.id === '' ? title : fold(section.heading);
      const own = `${heading} ${fold(section.text)}`;
      const isFound =
        terms.every((term) => own.includes(term) || title.includes(term)) &&
        terms.some((term) => own.includes(term));
      if (!isFound) return [];
      const inHeading = terms.filter((term) => heading.includes(term)).length;
      const inText = terms.filter((term) => own.includes(term)).length;
      return [
        { rank: inHeading * 10 + inText, hit: { chapter, section, excerpt: excerptOf(section.text, terms) } },
      ];
    }),
  );
  return hits.toSorted((a, b) => b.rank - a.rank).map(({ hit }) => hit);
}

const EXCERPT = 160;

/** The text around the first hit, cut at word boundaries. */
export function excerptOf(text: string, terms: readonly string[]): string {
  const folded = fold(text);
  const positions = terms.map((term) => folded.indexOf(term)).filter((position) => position >= 0);
  const first = positions.length > 0 ? Math.min(...positions) : 0;
  const from = first < EXCERPT / 2 ? 0 : text.indexOf(' ', first - EXCERPT / 2) + 1;
  const end = from + EXCERPT;
  const to = end >= text.length ? text.length : text.lastIndexOf(' ', end);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}

export type Piece = { text: string; isHit: boolean; at: number };

/** Splits the text into hits and the pieces between them. */
export function highlightTerms(text: string, terms: readonly string[]): Piece[] {
  if (terms.length === 0) return [{ text, isHit: false, at: 0 }];
  const pattern = terms
    .toSorted((a, b) => b.length - a.length)
    .map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of fold(text).matchAll(new RegExp(pattern, 'g'))) {
    if (match.index > done) pieces.push({ text: text.slice(done, match.index), isHit: false, at: done });
    done = match.index + match[0].length;
    pieces.push({ text: text.slice(match.index, done), isHit: true, at: match.index });
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isHit: false, at: done });
  return pieces;
}
