// Fits text into its box: on as few lines as look best, smaller where it has to be. Widths come from the caller, so
// that the PDF, the page on screen and the editor break lines at the same words.
import type { TextElement, TextFont } from './certificate-template.rules.ts';

/** The width of a text set in 1 point. */
export type Measure = (text: string, font: TextFont) => number;

export type FittedText = {
  size: number;
  lines: { text: string; width: number }[];
  /** False if it had to be made smaller than people can read. */
  isReadable: boolean;
};

export const LINE_HEIGHTS: Readonly<Record<TextFont, number>> = {
  serif: 1.06,
  sans: 1.42,
  'sans-bold': 1.42,
};
const SMALLEST_POINTS = 6;
/** A name on two lines at full size needs a taller box than one line does; it may be a little smaller instead. */
const MIN_LINES = 2;

type Token = { text: string; width: number; space: number };

export function fitText(element: TextElement, text: string, measure: Measure): FittedText {
  const { font, size, width, height, overflow } = element;
  const clean = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  if (clean === '') return { size, lines: [], isReadable: true };
  const lineHeight = LINE_HEIGHTS[font];
  const tokens = tokensOf(clean, font, measure);
  const most = overflow === 'shrink' ? 1 : Math.max(MIN_LINES, Math.floor(height / (size * lineHeight)));
  let best: { size: number; breaks: Token[][] } | undefined;
  for (let count = 1; count <= Math.min(most, tokens.length); count++) {
    const breaks = breakEvenly(tokens, count);
    const widest = Math.max(...breaks.map(widthOf));
    // One line may stand out of its box: many boxes are drawn tight around the letters.
    const tall = count === 1 ? size : height / (count * lineHeight);
    const fitting = Math.min(size, width / widest, tall);
    if (!best || fitting > best.size + 0.01) best = { size: fitting, breaks };
  }
  const fitted = best ?? { size, breaks: [tokens] };
  const points = Math.floor(fitted.size * 10) / 10;
  return {
    size: points,
    lines: fitted.breaks.map((line) => {
      const words = textOf(line);
      return { text: words, width: measure(words, font) * points };
    }),
    isReadable: points >= Math.min(SMALLEST_POINTS, size),
  };
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Lines break at spaces; where there are none, between Chinese and Japanese letters and after hyphens. */
function tokensOf(text: string, font: TextFont, measure: Measure): Token[] {
  const space = measure(' ', font);
  const hasSpaces = text.includes(' ');
  return text.split(' ').flatMap((word) => {
    const parts = hasSpaces ? [word] : splitWord(word);
    return parts.map((part, at) => ({
      text: part,
      width: measure(part, font),
      space: at === parts.length - 1 ? space : 0,
    }));
  });
}

const splitWord = (word: string): string[] =>
  CJK.test(word) ? Array.from(word) : word.split(/(?<=\p{Dash_Punctuation})(?=.)/u);

const widthOf = (line: readonly Token[]): number =>
  line.reduce((sum, { width, space }, at) => sum + width + (at === line.length - 1 ? 0 : space), 0);

const textOf = (line: readonly Token[]): string =>
  line.map(({ text, space }, at) => (space > 0 && at < line.length - 1 ? `${text} ` : text)).join('');

/** The breaks whose widest line is narrowest: the best way for the first words on n lines, then on n + 1. */
function breakEvenly(tokens: readonly Token[], count: number): Token[][] {
  type Way = { widest: number; lines: Token[][] };
  let ways: (Way | undefined)[] = tokens.map((_, at) => {
    const line = tokens.slice(0, at + 1);
    return { widest: widthOf(line), lines: [line] };
  });
  for (let lines = 2; lines <= count; lines++) {
    const before = ways;
    ways = tokens.map((_, end) => {
      let best: Way | undefined;
      for (let start = lines - 1; start <= end; start++) {
        const way = before[start - 1];
        if (!way) continue;
        const line = tokens.slice(start, end + 1);
        const widest = Math.max(way.widest, widthOf(line));
        if (!best || widest < best.widest) best = { widest, lines: [...way.lines, line] };
      }
      return best;
    });
  }
  return ways.at(-1)?.lines ?? [[...tokens]];
}
