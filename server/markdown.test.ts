import { micromark } from 'micromark';
import { expect, test } from 'vitest';
import { quickestOfThree } from '../tests/server/quickest.ts';
import { markdownToPlain, renderMarkdown } from './markdown.ts';

test('emphasis, lists and links are rendered; headings and pictures stay text', () => {
  const html = renderMarkdown(
    '# Not a heading\n\nTen **short** warm-ups.\n\n- one\n- two\n\n[more](https://example.org) ![x](https://e.org/x.png)',
  );
  expect(html).toContain('<strong>short</strong>');
  expect(html).toContain('<li>one</li>');
  expect(html).toContain('<a rel="nofollow ugc noopener" href="https://example.org">more</a>');
  expect(html).not.toMatch(/<h1|<img/);
});

test.each([
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="https://x.example" onclick="alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x "t")',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '```"><svg onload=alert(1)>\nx\n```',
  '[x](https://e.org/" onmouseover="alert(1))',
  '<!-- --><iframe src=//evil>',
])('%s comes out as text', (text) => {
  const html = renderMarkdown(text);
  const tags = [...html.matchAll(/<([^>]*)>/g)].map(([, tag]) => tag);
  for (const tag of tags) {
    expect(tag).toMatch(
      /^\/?(p|a|ul|ol|li|em|strong|code|pre|blockquote|br|hr)( rel="nofollow ugc noopener" href="[^"<>]*"( title="[^"<>]*")?| class="language-[^"<>]*")?( \/)?$/,
    );
    expect(tag).not.toMatch(/(href="\s*(javascript|data|vbscript)|^[^"]*\son\w+=)/i);
  }
});

test('for cards and search engines only the text is left', () => {
  expect(markdownToPlain('Ten **short** warm-ups, [more](https://e.org) & *so* on')).toBe(
    'Ten short warm-ups, more & so on',
  );
  expect(markdownToPlain('- one\n- two')).toBe('one\n\ntwo');
  expect(markdownToPlain('5 < 6 & "so"')).toBe('5 < 6 & "so"');
  expect(markdownToPlain('Plain words, as they are.\n\nTwice.')).toBe('Plain words, as they are.\n\nTwice.');
});

test('input written to be slow is rendered quickly, as text', async () => {
  for (const piece of ['[', '*a_', '![', '`a``', '> ', '- ', '<a', String.raw`\[(`, '[a](']) {
    const text = piece.repeat(20_000 / piece.length);
    expect(await quickestOfThree(() => renderMarkdown(text)), piece).toBeLessThan(1000);
    expect(renderMarkdown(text)).toMatch(/^<p>[^<]*<\/p>$/);
  }
});

test('text without marks skips the parser, and looks as if it had not', async () => {
  for (const text of [
    '',
    ' \n ',
    'One line.',
    'It says "plié" > tendu - and 5 + 3 = 8!',
    'Two\nlines\n\n\n \nand a paragraph',
    'broken  \nby two spaces',
    'broken  \r\nby two spaces',
  ]) {
    expect(renderMarkdown(text), text).toBe(micromark(text));
  }
  const texts = Array.from({ length: 500 }, (_, at) => `Lesson ${at}. `.repeat(50));
  const eachBy = (render: (text: string) => string) =>
    quickestOfThree(() => texts.map((text) => render(text)));
  expect(await eachBy(renderMarkdown)).toBeLessThan((await eachBy(micromark)) / 5);
});

test('texts that are read again are rendered once, also when there are many', async () => {
  const texts = Array.from({ length: 1500 }, (_, at) => `Lesson **${at}** is short.`);
  const began = performance.now();
  for (const text of texts) renderMarkdown(text);
  const first = performance.now() - began;
  expect(await quickestOfThree(() => texts.map(renderMarkdown))).toBeLessThan(first / 5);
});
