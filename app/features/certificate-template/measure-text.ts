// Measures text in the browser, with the fonts the page shows it in.
import { useEffect, useState } from 'react';
import type { TextFont } from '#shared/features/certificate-template/certificate-template.rules.ts';
import type { Measure } from '#shared/features/certificate-template/text-fit.rules.ts';

/** The optical size of the PDF's letters: at this size the browser chooses the same. */
const SIZE = 72;
const FONTS: Readonly<Record<TextFont, { weight: number; family: string; tracking: number }>> = {
  serif: { weight: 390, family: '--font-display', tracking: -0.02 },
  sans: { weight: 400, family: '--font-text', tracking: 0 },
  'sans-bold': { weight: 600, family: '--font-text', tracking: 0 },
};

function createMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  const styles = getComputedStyle(document.documentElement);
  const known = new Map<string, number>();
  return (text, font) => {
    const key = `${font} ${text}`;
    const { weight, family, tracking } = FONTS[font];
    let width = known.get(key);
    if (width === undefined && context) {
      context.font = `${weight} ${SIZE}px ${styles.getPropertyValue(family)}`;
      width = context.measureText(text).width / SIZE + tracking * Array.from(text).length;
      known.set(key, width);
    }
    return width ?? 0;
  };
}

/** Null until the fonts are there: measured before, every line would break at the wrong word. */
export function useMeasure(): Measure | null {
  const [measure, setMeasure] = useState<Measure | null>(null);
  useEffect(() => {
    let isLeft = false;
    const prepare = async () => {
      const styles = getComputedStyle(document.documentElement);
      const fonts = Object.values(FONTS).map(
        ({ weight, family }) => `${weight} ${SIZE}px ${styles.getPropertyValue(family)}`,
      );
      await Promise.allSettled(fonts.map((font) => document.fonts.load(font)));
      if (!isLeft) setMeasure(() => createMeasure());
    };
    void prepare();
    return () => {
      isLeft = true;
    };
  }, []);
  return measure;
}
