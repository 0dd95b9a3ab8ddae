// The staff handbook as data: chapters, their sections, and a search over both.

export type Section = {
  /** '' for what stands before the first heading. */
  id: string;
  heading: string;
  /** Without marks of Markdown. */
  text: string;
};

export type Chapter = { slug: string; title: string; intro: string; sections: Section[]; markdown: string };

export type Names = { siteName: string; supportEmail: string };

/** `01-first-steps.md` is the chapter `first-steps`. */
export function readChapter(file: string, source: string, names: Names): Chapter {
  const text = source
    .replaceAll('{{siteName}}', names.siteName)
    .replaceAll('{{supportEmail}}', names.supportEmail);
  const [, title = '', markdown = ''] = /^# (.+)\n+([^]*)$/.exec(text) ?? [];
  const sections = markdown.split(/^(?=## )/m).map(readSection);
  return {
    slug: (file.split('/').at(-1) ?? '').replaceAll(/^\d+-|\.md$/g, ''),
    title,
    intro: sections[0]?.id === '' ? sections[0].text : '',
    sections,
    markdown,
  };
}

function readSection(markdown: string): Section {
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

/** What is searched for, word by word, whatever the case and the accents. */
export function searchWords(query: string): string[] {
  return [...new Set(fold(query).split(/\s+/).filter(Boolean))];
}

/** One character for one, so that a place in the folded text is the same place in the text. */
function fold(text: string): string {
  return Array.from(text, (character) => {
    const plain = character.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    return plain.length === character.length ? plain : character;
  }).join('');
}

export type Hit = { chapter: Chapter; section: Section; excerpt: string };

/** Sections that hold every word, the chapter's title counting as theirs; headings that name one come first. */
export function searchChapters(chapters: readonly Chapter[], query: string): Hit[] {
  const words = searchWords(query);
  if (words.length === 0) return [];
  const hits = chapters.flatMap((chapter) =>
    chapter.sections.flatMap((section) => {
      const title = fold(chapter.title);
      // The introduction is where the title itself leads.
      const heading = section.id === '' ? title : fold(section.heading);
      const own = `${heading} ${fold(section.text)}`;
      const isFound =
        words.every((word) => own.includes(word) || title.includes(word)) &&
        words.some((word) => own.includes(word));
      if (!isFound) return [];
      const named = words.filter((word) => heading.includes(word)).length;
      const inText = words.filter((word) => own.includes(word)).length;
      return [
        { rank: named * 10 + inText, hit: { chapter, section, excerpt: excerptOf(section.text, words) } },
      ];
    }),
  );
  return hits.toSorted((a, b) => b.rank - a.rank).map(({ hit }) => hit);
}

const EXCERPT = 160;

/** The words around the first hit, cut between words. */
export function excerptOf(text: string, words: readonly string[]): string {
  const folded = fold(text);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const from = first < EXCERPT / 2 ? 0 : text.indexOf(' ', first - EXCERPT / 2) + 1;
  const end = from + EXCERPT;
  const to = end >= text.length ? text.length : text.lastIndexOf(' ', end);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}

export type Piece = { text: string; isHit: boolean; at: number };

/** The text in pieces, hits apart from what lies between them. */
export function markWords(text: string, words: readonly string[]): Piece[] {
  if (words.length === 0) return [{ text, isHit: false, at: 0 }];
  const pattern = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
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
