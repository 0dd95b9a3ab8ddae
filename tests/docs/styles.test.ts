// The boundary between tokens, utilities and feature CSS (docs/decisions/024-css.md).
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (pattern: string) =>
  globSync(pattern)
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const styles = read('app/**/*.css')
  .filter(({ file }) => !file.endsWith('/tokens.css'))
  .map(({ file, text }) => ({ file, text: text.replaceAll(/\/\*[\s\S]*?\*\//g, '') }));
const code = read('app/**/*.{ts,tsx}');

const COLOR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i;
const NAMED = /\b(?:white|red|green|blue|gray|grey|orange|yellow|purple|pink|brown)\b/;
/** `inherit`, percentages and `em` follow the element around them. */
const RELATIVE = /^(?:(?:0|inherit|[\d.]+(?:em|%))\s?)+$/;

function findRawValues({ file, text }: { file: string; text: string }): string[] {
  const declarations = [...text.matchAll(/([\w-]+):\s*([^;{}]+);/g)];
  return declarations.flatMap(([declaration, property = '', value = '']) => {
    const isColor = COLOR.test(value) || (!property.startsWith('--') && NAMED.test(value));
    const isSize = property === 'font-size' && !value.includes('var(') && !RELATIVE.test(value);
    const isFont = property === 'font' && /\d(?:rem|px)|clamp\(/.test(value.split('/', 1)[0] ?? '');
    const isCorner = /^border-.*radius$/.test(property) && !value.includes('var(') && !RELATIVE.test(value);
    return isColor || isSize || isFont || isCorner ? [`${file}: ${declaration}`] : [];
  });
}

it('only tokens.css contains raw colors, font sizes and corners', () => {
  expect(styles.flatMap(findRawValues)).toEqual([]);
});

it('no component sets a raw color, font size or corner with a utility', () => {
  const raw = /\b(?:bg|text|border|fill|stroke|rounded|shadow)-\[(?:#|rgb|hsl|[\d.]+(?:rem|px))[^\]]*\]/g;
  expect(
    code.flatMap(({ file, text }) => [...text.matchAll(raw)].map(([found]) => `${file}: ${found}`)),
  ).toEqual([]);
});

it('every class is used', () => {
  const words = new Set(code.flatMap(({ text }) => text.match(/[\w-]+/g) ?? []));
  // `btn-${look}`: any class that starts so may be meant.
  const prefixes = code.flatMap(({ text }) =>
    [...text.matchAll(/([\w-]+-)\$\{/g)].map(([, prefix = '']) => prefix),
  );
  const isUsed = (name: string) => words.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
  const unused = styles.flatMap(({ file, text }) =>
    [...text.matchAll(/([^{};]*)\{/g)]
      .flatMap(([, selector = '']) => [...selector.matchAll(/\.(-?[a-z][\w-]*)/gi)])
      .map(([, name = '']) => name)
      .filter((name) => !isUsed(name))
      .map((name) => `${file}: .${name}`),
  );
  expect([...new Set(unused)]).toEqual([]);
});
