// A small line chart without labels; the text next to it carries the meaning.
const WIDTH = 84;
const HEIGHT = 24;
const EDGE = 3;

export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  const points = values.map((value, at) => {
    const y = HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
    return `${(EDGE + at * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
