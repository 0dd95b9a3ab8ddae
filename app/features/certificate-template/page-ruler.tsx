// A ruler along the page: inches for US paper, centimeters for A4.
import type { Paper } from '#shared/features/certificate-template/certificate-template.rules.ts';

export const POINTS_PER_INCH = 72;
const POINTS_PER_CENTIMETER = 72 / 2.54;

type RulerProps = { axis: 'x' | 'y'; page: { width: number; height: number }; paper: Paper; scale: number };

export function Ruler({ axis, page, paper, scale }: RulerProps) {
  const unit = paper === 'letter' ? POINTS_PER_INCH : POINTS_PER_CENTIMETER;
  const length = axis === 'x' ? page.width : page.height;
  const labelled = paper === 'letter' ? 1 : 5;
  const marks = Array.from({ length: Math.floor(length / unit) + 1 }, (_, at) => at);
  return (
    <div className={`board-ruler board-ruler-${axis}`} aria-hidden="true">
      {marks.map((mark) => (
        <span key={mark} style={{ [axis === 'x' ? 'left' : 'top']: mark * unit * scale }}>
          {mark > 0 && mark % labelled === 0 ? mark : ''}
        </span>
      ))}
    </div>
  );
}

/** Lengths as people read them, in the unit of the paper. */
export function formatLength(points: number, paper: Paper): string {
  return paper === 'letter'
    ? `${(points / POINTS_PER_INCH).toFixed(2)} in`
    : `${((points / POINTS_PER_CENTIMETER) * 10).toFixed(1)} mm`;
}

/** “0.62”, “0.62 in”, “16 mm”, “1,6 cm” or “44 pt”; null if it isn't a length. */
export function parseLength(text: string, paper: Paper): number | null {
  const found = /^\s*(-?\d+(?:[.,]\d+)?)\s*(in|mm|cm|pt|")?\s*$/i.exec(text);
  if (!found) return null;
  const value = Number((found[1] ?? '').replace(',', '.'));
  const unit = (found[2] ?? (paper === 'letter' ? 'in' : 'mm')).toLowerCase();
  if (unit === 'pt') return value;
  if (unit === 'cm') return value * POINTS_PER_CENTIMETER;
  return unit === 'mm' ? (value * POINTS_PER_CENTIMETER) / 10 : value * POINTS_PER_INCH;
}
