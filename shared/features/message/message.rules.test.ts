import { describe, expect, it } from 'vitest';
import { canChangeMessage, comparableText, flagsOf, linkParts } from './message.rules.ts';

describe('a text is flagged', () => {
  it.each([
    ['My card is 4242 4242 4242 4242, thanks', ['card']],
    ['5555-5555-5555-4444', ['card']],
    ['４２４２４２４２４２４２４２４２', ['card']],
    ['the password is barre-2026', ['password']],
    ['PW: releve123', ['password']],
    ['4242 4242 4242 4242, password: abcd1', ['card', 'password']],
  ])('%s', (text, flags) => {
    expect(flagsOf(text)).toEqual(flags);
  });

  it.each([
    'I forgot my password, can you help?',
    'Order 4242 4242 4242 4243',
    'Call me at +1 312 555 0147',
    '0000 0000 0000 0000',
    'It starts at 2026-11-19 14:45 and ends at 15:30',
  ])('but not: %s', (text) => {
    expect(flagsOf(text)).toEqual([]);
  });
});

describe('texts are compared', () => {
  it('without case, spacing and punctuation', () => {
    const first = comparableText('Hello! Join our new dance club, first month free of charge.');
    expect(first).toBe(comparableText('HELLO   join our new dance club — first month FREE of charge'));
    expect(first).not.toBeNull();
  });

  it('but not when they are short', () => {
    expect(comparableText('Thanks, see you Thursday')).toBeNull();
  });
});

describe('links', () => {
  it('are complete web addresses, without the end of the sentence', () => {
    expect(linkParts('See https://releve.example/a?b=1, or (http://x.example).')).toEqual([
      { text: 'See ' },
      { text: 'https://releve.example/a?b=1', href: 'https://releve.example/a?b=1' },
      { text: ', or (' },
      { text: 'http://x.example', href: 'http://x.example/' },
      { text: ').' },
    ]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'releve.example', 'https://', '<b>bold</b>'])(
    '%s stays text',
    (text) => {
      expect(linkParts(text)).toEqual([{ text }]);
    },
  );

  it('are limited in number', () => {
    const parts = linkParts('https://a.example '.repeat(1000));
    expect(parts.filter(({ href }) => href)).toHaveLength(50);
    expect(parts.map(({ text }) => text).join('')).toBe('https://a.example '.repeat(1000));
  });
});

it('a message can be changed for 15 minutes', () => {
  const sent = new Date('2026-11-18T10:00:00Z');
  expect(canChangeMessage(sent, new Date('2026-11-18T10:14:59Z'))).toBe(true);
  expect(canChangeMessage(sent, new Date('2026-11-18T10:15:00Z'))).toBe(false);
});
