// The staff handbook: parsing, search and highlighting.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isBuilt } from '#shared/site-pages.ts';
import { headingId, highlightTerms, parseChapter, searchChapters, searchTerms } from './handbook.ts';

const names = { siteName: 'Pointe House', supportEmail: 'help@pointe.example' };
const files = globSync('docs/handbook/*.md').toSorted();
const chapters = files.map((file) => parseChapter(file, readFileSync(file, 'utf8'), names));

describe('the chapters', () => {
  it('cover everything staff do', () => {
    expect(chapters.map(({ slug }) => slug)).toEqual([
      'first-steps',
      'users',
      'suspensions',
      'applications',
      'roles',
      'settings',
      'two-factor',
      'deployment',
      'mail',
      'privacy',
      'audit',
      'rights-notices',
      'sellers',
      'orders-and-payments',
      'when-something-is-down',
      'review-queue',
      'new-site',
    ]);
  });

  it.each(chapters)('$slug has a title, an introduction and sections', ({ title, intro, sections }) => {
    expect(title).not.toBe('');
    expect(intro.length).toBeGreaterThan(40);
    expect(sections.length).toBeGreaterThan(3);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
  });

  it.each(files)('%s uses placeholders instead of the site name and addresses', (file) => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/relevé|releve|[\w.]+@[\w.]+/i);
  });

  it.each(chapters)('$slug links only to existing pages', ({ markdown }) => {
    const links = [...markdown.matchAll(/\]\((\/[^)]*)\)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !isBuilt(link))).toEqual([]);
  });

  it('fill in the site settings', () => {
    expect(chapters[0]?.intro).toContain('Pointe House');
    expect(chapters.some(({ markdown }) => markdown.includes('help@pointe.example'))).toBe(true);
    expect(chapters.every(({ markdown }) => !markdown.includes('{{'))).toBe(true);
  });
});

describe('the search', () => {
  const found = (query: string) =>
    searchChapters(chapters, query).map(({ chapter, section }) => `${chapter.slug}#${section.id}`);

  it('finds a section by its heading first', () => {
    expect(found('recovery codes app')[0]).toBe('two-factor#someone-lost-their-app');
    expect(found('failed')).toEqual(expect.arrayContaining(['deployment#', 'deployment#failed-jobs']));
    expect(found('suspensions')[0]).toBe('suspensions#');
  });

  it('finds sections that contain every word, in any case and order', () => {
    expect(found('OWNER recovery')).toContain('two-factor#someone-lost-their-app');
    expect(found('recovery phone')).toContain('two-factor#setting-it-up');
    expect(found('recovery unicorn')).toEqual([]);
  });

  it('finds nothing for an empty search', () => {
    expect(found('  ')).toEqual([]);
  });

  it('shows the text around the match', () => {
    const [hit] = searchChapters(chapters, 'every 30 seconds');
    expect(hit?.excerpt).toContain('every 30 seconds');
    expect(hit?.excerpt.length).toBeLessThan(200);
  });
});

describe('highlighting', () => {
  const marked = (text: string, query: string) =>
    highlightTerms(text, searchTerms(query))
      .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
      .join('');

  it.each([
    ['Suspend an account', 'suspend', '[Suspend] an account'],
    ['A relevé, and a releve', 'releve', 'A [relevé], and a [releve]'],
    ['a.b and axb', 'a.b', '[a.b] and axb'],
    ['role and roles', 'role roles', '[role] and [roles]'],
    ['nothing here', 'xyz', 'nothing here'],
    ['nothing here', '', 'nothing here'],
  ])('%s, searched for %s, is %s', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });
});

it('turns headings into ids', () => {
  expect(headingId('Someone lost their app')).toBe('someone-lost-their-app');
  expect(headingId('What “states” mean?')).toBe('what-states-mean');
});
