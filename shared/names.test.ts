import { describe, expect, it } from 'vitest';
import { avatarInitials, fullNameOf, initialsOf, shortNameOf } from './names.ts';

const FAMILY = '👩‍👩‍👧‍👦';
const SCOTLAND = '🏴󠁧󠁢󠁳󠁣󠁴󠁿';
const charactersOf = (text: string) =>
  Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);

describe('initialsOf', () => {
  it.each([
    ['ana', 'A'],
    ['ana maria ruiz', 'AR'],
    ['Ana Ruiz', 'AR'],
    ['  ana \t ruiz \n', 'AR'],
    ['ana\u00A0ruiz', 'AR'],
    ['élodie Žižek', 'ÉŽ'],
    ['e\u0301lodie', 'E\u0301'],
    ['ßen', 'S'],
    ['ﬁona', 'F'],
    ['王小明', '王'],
    ['नमिता शर्मा', 'नश'],
    [`${FAMILY} ruiz`, `${FAMILY}R`],
    [`ana ${SCOTLAND}`, `A${SCOTLAND}`],
    ['"ana" (ruiz)', 'AR'],
    ["o'neil", 'O'],
    ['ana - ruiz -', 'AR'],
    ['7 rings', '7R'],
    ['\u202Eana\u200B', 'A'],
    ['ana\u0000ruiz', 'AR'],
    ['-', '-'],
  ])('%j gives %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it.each([undefined, null, '', '   ', '\u200B', 5, NaN, [], ['Ana Ruiz'], {}, true])(
    '%j gives an empty string',
    (name) => {
      expect(initialsOf(name)).toBe('');
    },
  );

  it('is fast and short for a monstrous name', () => {
    expect(initialsOf('x'.repeat(10_000))).toBe('X');
    expect(initialsOf('ana '.repeat(10_000))).toBe('AA');
    expect(initialsOf(`z${'\u0335'.repeat(10_000)}`)).toBe('Z');
    expect(initialsOf('\u0335'.repeat(10_000)).length).toBeLessThan(5);
  });

  it('never splits a character', () => {
    expect(initialsOf('\uD83D').isWellFormed()).toBe(true);
    expect(initialsOf('ana \uDC83').isWellFormed()).toBe(true);
  });
});

describe('avatarInitials', () => {
  it.each([
    ['ana', 'AN'],
    ['ana maria ruiz', 'AR'],
    ["o'neil", 'ON'],
    ['王小明', '王小'],
    ['x', 'XX'],
    ['ß', 'SS'],
    [FAMILY, FAMILY + FAMILY],
    ['<script>', 'SC'],
    ['<', '<<'],
    ['', '??'],
    [null, '??'],
    [undefined, '??'],
    [NaN, '??'],
    [{ name: 'Ana' }, '??'],
  ])('%j gives %j', (name, initials) => {
    expect(avatarInitials(name)).toBe(initials);
  });

  it.each([
    'a',
    'ab',
    'ana ruiz',
    '💃',
    '💃🕺',
    'é',
    'e\u0301',
    ' . ',
    '- -',
    '\uD83D',
    'x'.repeat(10_000),
    '',
    7,
  ])('is always two characters (%j)', (name) => {
    expect(charactersOf(avatarInitials(name))).toHaveLength(2);
  });
});

describe('fullNameOf', () => {
  it.each([
    [{ firstName: 'Ana', lastName: 'Ruiz', username: 'ana1' }, 'Ana Ruiz'],
    [{ firstName: ' Ana  Maria ', lastName: null }, 'Ana Maria'],
    [{ firstName: '', lastName: 'Ruiz' }, 'Ruiz'],
    [{ firstName: ' ', lastName: undefined, username: ' ana1 ' }, 'Relevé member'],
    [{ firstName: '', username: '💃' }, 'Relevé member'],
    [{}, 'Relevé member'],
    [null, ''],
    [undefined, ''],
  ])('%j is %j', (user, name) => {
    expect(fullNameOf(user)).toBe(name);
  });

  it('ignores fields that are not text', () => {
    expect(fullNameOf({ firstName: 5, lastName: ['Ruiz'], username: 'ana1' } as never)).toBe('Relevé member');
  });
});

describe('shortNameOf', () => {
  it.each([
    [{ firstName: 'Annika', lastName: 'Sørensen' }, 'Annika S.'],
    [{ firstName: ' Ana  Maria ', lastName: 'øster gård' }, 'Ana Maria Ø.'],
    [{ firstName: 'Ana', lastName: '' }, 'Ana'],
    [{ firstName: '', lastName: 'Ruiz' }, 'R.'],
    [{ firstName: ' ', lastName: null, username: 'ana1' }, 'A member'],
  ])('%j is %j', (user, name) => {
    expect(shortNameOf(user)).toBe(name);
  });
});
