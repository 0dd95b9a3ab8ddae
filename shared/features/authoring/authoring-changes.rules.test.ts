import { describe, expect, it } from 'vitest';
import {
  aroundChange,
  changedCover,
  changedFields,
  changedFiles,
  type ComparedFields,
  isNewVersion,
} from './authoring.rules.ts';

const live: ComparedFields = {
  title: 'Slow barre',
  price: '24.00',
  description: 'Ten weeks.',
  type: 'document',
  danceStyle: 'Ballet',
  level: 'Beginner',
  ageGroups: ['All Ages'],
  category: 'Technique',
  tags: ['barre'],
  licence: 'single_teacher',
  bpm: null,
  metre: null,
};
const file = (key: string, more = {}) => ({ key, name: `${key}.pdf`, label: '', isPreviewed: true, ...more });

describe('fields', () => {
  it('omits unchanged fields', () => {
    expect(changedFields(live, { ...live, tags: ['barre'] })).toEqual([]);
  });

  it('shows before and after with the form’s labels, title and price first', () => {
    const draft = { ...live, tags: [], price: '0.00', title: 'Slower barre', bpm: 60, category: null };
    expect(changedFields(live, draft)).toEqual([
      { field: 'title', label: 'Title', before: 'Slow barre', after: 'Slower barre' },
      { field: 'price', label: 'Price', before: '$24.00', after: 'Free' },
      { field: 'categoryId', label: 'Category', before: 'Technique', after: 'None' },
      { field: 'tags', label: 'Tags', before: 'barre', after: 'None' },
      { field: 'bpm', label: 'Beats per minute', before: 'None', after: '60' },
    ]);
  });
});

describe('a long text', () => {
  const long = `${'a'.repeat(3000)} old ${'b'.repeat(3000)}`;

  it('is cut to the part that differs', () => {
    const { before, after } = aroundChange(long, long.replace('old', 'new'));
    expect(before).toMatch(/^… a+ old b+ …$/);
    expect(after).toMatch(/^… a+ new b+ …$/);
    expect(before.length).toBeLessThan(300);
  });

  it('is cut even if all of it differs', () => {
    const { before, after } = aroundChange(long, 'c'.repeat(9000));
    expect([before, after].map((text) => text.length)).toEqual([602, 602]);
  });
});

describe('files', () => {
  it('marks new and removed files', () => {
    const change = changedFiles([file('a'), file('b')], [file('b'), file('c')]);
    expect(change).toMatchObject({ before: 'a.pdf (removed)\nb.pdf', after: 'b.pdf\nc.pdf (new)' });
  });

  it('omits unchanged files', () => {
    expect(changedFiles([file('a')], [file('a')])).toBeNull();
  });

  it.each([
    ['order', [file('b'), file('a')], false],
    ['words', [file('a', { label: 'Ten plans' }), file('b')], false],
    ['preview', [file('a', { isPreviewed: false }), file('b')], false],
    ['another file', [file('a'), file('c')], true],
    ['one more', [file('a'), file('b'), file('c')], true],
    ['one less', [file('a')], true],
  ])('%s is a change, and maybe a new version', (_what, next, isNew) => {
    const before = [file('a'), file('b')];
    expect(changedFiles(before, next)).not.toBeNull();
    expect(isNewVersion(before, next)).toBe(isNew);
  });
});

it('distinguishes drawn covers from the seller’s pictures', () => {
  expect(changedCover(null, null)).toBeNull();
  expect(changedCover(null, 'a')).toMatchObject({ before: 'Drawn cover', after: 'Your picture' });
  expect(changedCover('a', 'b')).toMatchObject({ before: 'Your picture', after: 'A different picture' });
  expect(changedCover('a', null)).toMatchObject({ before: 'Your picture', after: 'Drawn cover' });
});

describe('labels of a changed field', () => {
  const after = (change: Partial<ComparedFields>) => changedFields(live, { ...live, ...change })[0];

  it('say “None” for an emptied field', () => {
    expect(after({ description: '' })).toMatchObject({ before: 'Ten weeks.', after: 'None' });
    expect(after({ title: '' })).toMatchObject({ before: 'Slow barre', after: 'None' });
    expect(after({ metre: '3/4' })).toMatchObject({ before: 'None', after: '3/4' });
  });

  it('match the form', () => {
    expect(after({ type: 'video' })).toMatchObject({ before: 'Document', after: 'Video' });
  });
});

describe('the excerpt of a changed text', () => {
  it('is the whole text up to 600 characters', () => {
    const [before, after] = ['a'.repeat(600), 'b'.repeat(600)];
    expect(aroundChange(before, after)).toEqual({ before, after });
    expect(aroundChange('short', 'b'.repeat(601)).after).toBe(`${'b'.repeat(600)} …`);
    expect(aroundChange('b'.repeat(601), 'short').before).toBe(`${'b'.repeat(600)} …`);
  });

  it('has no ellipsis at an end close to the change', () => {
    const rest = 'r'.repeat(1000);
    expect(aroundChange(`old ${rest}`, `new ${rest}`).before).toBe(`old ${'r'.repeat(119)} …`);
    expect(aroundChange(`${rest} old`, `${rest} new`).after).toBe(`… ${'r'.repeat(119)} new`);
  });

  it('shows text added to or removed from the end', () => {
    const text = 'x'.repeat(1000);
    expect(aroundChange(text, `${text}, and more`)).toEqual({
      before: `… ${'x'.repeat(120)}`,
      after: `… ${'x'.repeat(120)}, and more`,
    });
    expect(aroundChange(`${text}${text}`, text).after).toBe(`… ${'x'.repeat(120)}`);
  });
});
