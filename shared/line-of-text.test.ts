import { describe, expect, it } from 'vitest';
import { lineForMail, textForMail } from './line-of-text.ts';
import {
  lineOfText,
  nameOfSomeone,
  NO_CONTROLS,
  NO_DIRECTION_MARKS,
  NO_INVISIBLE,
  NO_LINKS,
} from './line-of-text.schema.ts';

const problemOf = (schema: typeof lineOfText, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message;

describe('names', () => {
  it.each([
    'Anna',
    'St. John',
    'St.John',
    'O’Neil',
    "O'Neil",
    'J.R. Smith',
    'J.R.R. Tolkien',
    'Ph.D. Ruiz',
    'Дмитрий',
    '李小龙',
    'محمد علي',
    'Sammy Davis Jr.',
    'Mary-Jane de la Cruz',
    'Studio 9 / Tap & Jazz',
    'Dance Co.',
    'A.B.C. Dance',
    'Anna 💃🏽',
    'The Barre: Ballet for all',
    '👩‍👩‍👧 Family Dance',
  ])('accept %s', (name) => expect(problemOf(nameOfSomeone, name)).toBeUndefined());

  it.each([
    'Claim at https://evil.example/x',
    'http://evil.example',
    'hxxp://evil',
    'www.evil',
    'WWW.EVIL.COM',
    'evil.com',
    'Win at evil.com/x now',
    'x.co',
    'bit.ly/abc',
    'evil.ru',
    'evil。com',
    'evil.museum/x',
    '//evil.example',
    'mailto:a@evil.example',
    'anna@evil.com',
    'Prize at evil.support',
    'evil.dance',
    'evil.рф',
    '192.168.0.1',
    'http:evil',
  ])('reject %s as a link', (name) => expect(problemOf(nameOfSomeone, name)).toBe(NO_LINKS));
});

describe('lines of text', () => {
  it.each(['a\u0000b', 'a\nb', 'a\tb', 'a\u001bb', 'a\u0085b', 'a\u2028b'])('reject %j', (text) =>
    expect(problemOf(lineOfText, text)).toBe(NO_CONTROLS),
  );

  it.each(['\u202A', '\u202E', '\u2066', '\u2069', '\u200E', '\u200F', '\u061C'])(
    'reject the direction mark %j',
    (mark) => expect(problemOf(lineOfText, `annex${mark}gpj.exe`)).toBe(NO_DIRECTION_MARKS),
  );

  it.each(['\u200B', '\u2060', '\u00AD', '\u3164', '\uFEFF', '\u206A', '\uFFF9', '\u{E0041}', '\u034F'])(
    'reject the invisible character %j',
    (mark) => expect(problemOf(lineOfText, `ev${mark}il`)).toBe(NO_INVISIBLE),
  );

  it.each(['👩‍👩‍👧 Family warm-up', '🏳️‍🌈', 'क्‍ष', 'می‌خواهم', 'Plié: 1.5 hours', 'Tap.com basics'])(
    'accept %s',
    (text) => expect(problemOf(lineOfText, text)).toBeUndefined(),
  );
});

describe('in an email', () => {
  it.each([
    ['Claim at https://evil.com/x', 'Claim at https evil com x'],
    ['evil.com', 'evil com'],
    ['evil。com', 'evil com'],
    ['a\r\nBcc: x', 'a Bcc: x'],
    ['annex\u202Egpj.exe', 'annexgpj exe'],
    ['evil.sup\u200Bport', 'evil support'],
    ['St. John', 'St. John'],
    ['👩‍👩‍👧 Family', '👩‍👩‍👧 Family'],
  ])('%j is shown as %j', (name, shown) => expect(lineForMail(name)).toBe(shown));

  it('a complete text keeps its lines and links', () =>
    expect(textForMail('Hello,\n\nhttps://here.example/\u202Ex\u0007')).toBe(
      'Hello,\n\nhttps://here.example/x',
    ));
});
