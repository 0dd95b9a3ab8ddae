// The typefaces of certificates and passports and which of them draws which letter: the site's own for Latin, others for
// the scripts these lack. All come with the dependencies; a file is read when the first letter needs it.
import fs from 'node:fs';
import path from 'node:path';
import bidiFactory, { type Bidi } from 'bidi-js';
import * as fontkit from 'fontkit';
import type { TextFont } from '#shared/features/certificate-template/certificate-template.rules.ts';

const OWN = path.join(import.meta.dirname, '../seed/files/fonts');
const MODULES = path.join(import.meta.dirname, '../../node_modules');
const inPackage = (name: string, file: string) => path.join(MODULES, name, file);

type FontFile = {
  file: string;
  /** Only these letters are looked for in it. */
  letters: RegExp;
  /** Its letters are joined: no space is ever added or taken between them. */
  isJoined?: boolean;
  /** Every letter has this width in em. Saves reading megabytes to measure a line. */
  advance?: number;
};

const LATIN = /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const GREEK = /[\p{Script=Greek}]/u;
const CYRILLIC = /[\p{Script=Cyrillic}]/u;
const ARABIC = /[\p{Script=Arabic}\u060C\u061B\u061F\u0640]/u;
const HEBREW = /[\p{Script=Hebrew}]/u;
const THAI = /[\p{Script=Thai}]/u;
const DEVANAGARI = /[\p{Script=Devanagari}\u0964\u0965]/u;
const HAN = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}\u30FC]/u;
const HANGUL = /[\p{Script=Hangul}]/u;
const EAST_ASIAN = new RegExp(`${HAN.source}|${KANA.source}|${HANGUL.source}`, 'u');

const own = (file: string): FontFile => ({ file: path.join(OWN, file), letters: LATIN });
const fontsource = (name: string, subset: string, weight: number, letters: RegExp): FontFile => ({
  file: inPackage(`@fontsource/${name}`, `files/${name}-${subset}-${weight}-normal.woff`),
  letters,
});
const european = (name: string, weight: number): FontFile[] => [
  fontsource(name, 'cyrillic', weight, CYRILLIC),
  fontsource(name, 'cyrillic-ext', weight, CYRILLIC),
  fontsource(name, 'greek', weight, GREEK),
  fontsource(name, 'greek-ext', weight, GREEK),
  fontsource(name, 'latin', weight, LATIN),
  fontsource(name, 'latin-ext', weight, LATIN),
  fontsource(name, 'vietnamese', weight, LATIN),
];
const arabic = (weight: string): FontFile => ({
  file: inPackage('@embedpdf/fonts-arabic', `fonts/NotoNaskhArabic-${weight}.ttf`),
  letters: ARABIC,
  isJoined: true,
});

/** Letters of one word are placed together, as in Arabic. */
const other = (weight: number): FontFile[] => [
  { ...fontsource('noto-sans-hebrew', 'hebrew', weight, HEBREW), isJoined: true },
  { ...fontsource('noto-sans-thai', 'thai', weight, THAI), isJoined: true },
  { ...fontsource('noto-sans-devanagari', 'devanagari', weight, DEVANAGARI), isJoined: true },
];

/** Han is drawn the Japanese or Korean way next to kana or hangul, otherwise the Chinese way. */
type EastAsian = 'sc' | 'jp' | 'kr';
const eastAsian = (weight: 'Regular' | 'Bold'): Record<EastAsian, FontFile> => ({
  sc: {
    file: inPackage('@embedpdf/fonts-sc', `fonts/NotoSansHans-${weight}.otf`),
    letters: EAST_ASIAN,
    advance: 1,
  },
  jp: {
    file: inPackage('@embedpdf/fonts-jp', `fonts/NotoSansJP-${weight}.otf`),
    letters: EAST_ASIAN,
    advance: 1,
  },
  kr: {
    file: inPackage('@embedpdf/fonts-kr', `fonts/NotoSansKR-${weight}.otf`),
    letters: EAST_ASIAN,
    advance: 0.92,
  },
});

type Family = { files: FontFile[]; eastAsian: Record<EastAsian, FontFile>; tracking: number };

const FAMILIES: Readonly<Record<TextFont, Family>> = {
  serif: {
    files: [
      own('fraunces-390.ttf'),
      own('fraunces-390-latin-ext.ttf'),
      own('fraunces-390-vietnamese.ttf'),
      ...european('literata', 400),
      arabic('Regular'),
      ...other(400),
    ],
    eastAsian: eastAsian('Regular'),
    tracking: -0.02,
  },
  sans: {
    files: [
      own('instrument-sans-400.ttf'),
      own('instrument-sans-400-latin-ext.ttf'),
      ...european('noto-sans', 400),
      arabic('Regular'),
      ...other(400),
    ],
    eastAsian: eastAsian('Regular'),
    tracking: 0,
  },
  'sans-bold': {
    files: [
      own('instrument-sans-600.ttf'),
      own('instrument-sans-600-latin-ext.ttf'),
      ...european('noto-sans', 600),
      arabic('Bold'),
      ...other(600),
    ],
    eastAsian: eastAsian('Bold'),
    tracking: 0,
  },
};

const bytesByFile = new Map<string, Buffer>();
const fontsByFile = new Map<string, fontkit.Font>();

export function fontBytes(file: string): Buffer {
  const bytes = bytesByFile.get(file) ?? fs.readFileSync(file);
  bytesByFile.set(file, bytes);
  return bytes;
}

function openFont(file: string): fontkit.Font {
  const font = fontsByFile.get(file) ?? (fontkit.create(fontBytes(file)) as fontkit.Font);
  fontsByFile.set(file, font);
  return font;
}

type HasGlyph = (file: FontFile, codePoint: number) => boolean;

const hasGlyph: HasGlyph = ({ file }, codePoint) => openFont(file).hasGlyphForCodePoint(codePoint);
const probablyHasGlyph: HasGlyph = (file, codePoint) =>
  file.advance !== undefined || hasGlyph(file, codePoint);

/** Letters of one font and direction, in the order they are read. Runs are in the order they are drawn. */
export type TextRun = { text: string; file: string; tracking: number };
type MeasuredRun = TextRun & { advance: number | undefined };

// Its types describe a default export; what Node gets is the function itself.
const bidi = (bidiFactory as unknown as () => Bidi)();

export const splitRuns = (text: string, font: TextFont): TextRun[] => runsOf(text, font, hasGlyph);

function runsOf(text: string, font: TextFont, has: HasGlyph): MeasuredRun[] {
  const files = filesFor(text, FAMILIES[font], has);
  const embedding = bidi.getEmbeddingLevels(text);
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels);
  const runs: { from: number; to: number; file: FontFile; level: number }[] = [];
  for (const at of bidi.getReorderedIndices(text, embedding)) {
    const file = files[at];
    const level = embedding.levels[at] ?? 0;
    const run = runs.at(-1);
    if (!file) continue;
    const isNext = run?.file === file && run.level === level;
    if (isNext && at === run.to) run.to = at + 1;
    else if (isNext && at === run.from - 1) run.from = at;
    else runs.push({ from: at, to: at + 1, file, level });
  }
  return runs.map(({ from, to, file, level }) => ({
    text: lettersOf(text, { from, to, mirrored, isReversed: level % 2 === 1 && !file.isJoined }),
    file: file.file,
    tracking: file.isJoined ? 0 : FAMILIES[font].tracking,
    advance: file.advance,
  }));
}

/** Signs between right-to-left letters are reversed here; the letters themselves by what shapes them. */
function lettersOf(
  text: string,
  run: { from: number; to: number; mirrored: Map<number, string>; isReversed: boolean },
): string {
  const { from, to, mirrored, isReversed } = run;
  const units = Array.from(
    { length: to - from },
    (_, at) => mirrored.get(from + at) ?? text.charAt(from + at),
  );
  return isReversed ? units.toReversed().join('') : units.join('');
}

/** The font of each UTF-16 unit. */
function filesFor(text: string, family: Family, has: HasGlyph): FontFile[] {
  const east: EastAsian = KANA.test(text) ? 'jp' : HANGUL.test(text) ? 'kr' : 'sc';
  const found: FontFile[] = [];
  for (const letter of text) {
    const codePoint = letter.codePointAt(0) ?? 0;
    const candidates = EAST_ASIAN.test(letter)
      ? [family.eastAsian[east], family.eastAsian.sc, family.eastAsian.jp, family.eastAsian.kr]
      : family.files.filter(({ letters }) => letters.test(letter));
    const before = found.at(-1);
    // Accents and spaces stay with the letters they follow.
    if (before && /[\p{Script=Inherited}\s]/u.test(letter)) candidates.unshift(before);
    const file = candidates.find((candidate) => has(candidate, codePoint)) ?? family.files[0];
    if (file) for (const _ of Array.from({ length: letter.length })) found.push(file);
  }
  return found;
}

const widths = new Map<string, number>();
const MAX_WIDTHS = 5000;

/** The width of a text set in 1 point. Most words come again with the next certificate. */
export function measureText(text: string, font: TextFont): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const width = widthOf(text, font);
  if (widths.size >= MAX_WIDTHS) widths.clear();
  widths.set(key, width);
  return width;
}

function widthOf(text: string, font: TextFont): number {
  let width = 0;
  for (const run of runsOf(text, font, probablyHasGlyph)) {
    const letters = Array.from(run.text).length;
    width += run.advance === undefined ? advanceOf(run) : run.advance * letters;
    width += run.tracking * letters;
  }
  return width;
}

function advanceOf({ text, file }: TextRun): number {
  const font = openFont(file);
  return font.layout(text).advanceWidth / font.unitsPerEm;
}
