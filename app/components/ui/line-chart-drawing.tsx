// The drawing of LineChart: 2.5 px line, last year dotted, few grid lines, one coral point.
import { area, curveMonotoneX, line } from 'd3-shape';
import { useMemo, useState } from 'react';
import { useSize } from '#app/lib/use-size.ts';
import { fitLabels, LABEL_GAP, layOutPlot, type Plot } from './line-chart-layout.ts';
import { LineChartPointer } from './line-chart-pointer.tsx';
import type { LineChartProps, LinePoint } from './line-chart-props.ts';

type PartProps = { plot: Plot; points: readonly LinePoint[] };
type Measure = (text: string) => number;

export function LineChartDrawing(props: LineChartProps) {
  const { points, formatValue, highlight } = props;
  const [probe, setProbe] = useState<SVGTextElement | null>(null);
  const size = useSize(probe?.ownerSVGElement);
  const measure = useMemo(() => probe && textMeasure(probe), [probe]);
  const plot = size && measure && layOutPlot(props, size, measure);
  return (
    <div className="chart">
      <svg>
        <text ref={setProbe} visibility="hidden" />
        {plot && (
          <>
            <ValueAxis plot={plot} formatValue={formatValue} />
            <PointAxis plot={plot} points={points} measure={measure} width={size.width} />
            <Lines plot={plot} points={points} />
            {highlight && <Mark plot={plot} points={points} {...highlight} />}
          </>
        )}
      </svg>
      {plot && <LineChartPointer plot={plot} points={points} formatValue={formatValue} />}
    </div>
  );
}

/** Measures texts in the font of the drawing, each one once. */
function textMeasure(probe: SVGTextElement): Measure {
  const widths = new Map<string, number>();
  return (text) => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    probe.textContent = text;
    const width = probe.getComputedTextLength();
    probe.textContent = '';
    widths.set(text, width);
    return width;
  };
}

function ValueAxis({ plot, formatValue }: { plot: Plot; formatValue: LineChartProps['formatValue'] }) {
  return plot.ticks.map((tick) => (
    <g key={tick} transform={`translate(0, ${plot.y(tick)})`}>
      <line x1={plot.left} x2={plot.right} stroke="var(--rule)" />
      <text x={plot.left - LABEL_GAP} dy="0.355em" textAnchor="end">
        {formatValue(tick)}
      </text>
    </g>
  ));
}

function PointAxis({ plot, points, measure, width }: PartProps & { measure: Measure; width: number }) {
  const labels = points.map(({ label }, at) => ({ text: label, center: plot.x(at), width: measure(label) }));
  return fitLabels(labels, width).map(({ text, center }) => (
    <text key={center} x={center} y={plot.bottom + 2 * LABEL_GAP} dy="0.71em" textAnchor="middle">
      {text}
    </text>
  ));
}

function Lines({ plot: { x, y }, points }: PartProps) {
  const across = (_: LinePoint, index: number) => x(index);
  const values = line(across, ({ value }) => y(value)).curve(curveMonotoneX);
  const ground = area(across, y(0), ({ value }) => y(value)).curve(curveMonotoneX);
  const lastYear = line(across, (point) => y(point.lastYear ?? 0))
    .defined((point) => point.lastYear !== undefined)
    .curve(curveMonotoneX)(points);
  return (
    <g fill="none" strokeLinecap="round">
      <path d={ground(points) ?? ''} fill="var(--chart-1)" fillOpacity={0.07} />
      <path d={values(points) ?? ''} stroke="var(--chart-1)" strokeWidth={2.5} />
      {lastYear && <path d={lastYear} stroke="var(--edge)" strokeWidth={1.5} strokeDasharray="2 5" />}
    </g>
  );
}

function Mark({ plot, points, index, note }: PartProps & { index: number; note: string }) {
  const point = points[index];
  if (!point) return null;
  const x = plot.x(index);
  const y = plot.y(point.value);
  // On the inner side of the dot, so that the text never leaves the drawing.
  const isLate = index > points.length / 2;
  return (
    <>
      <circle cx={x} cy={y} r={6} fill="var(--coral)" />
      <text
        className="chart-note"
        x={isLate ? x + 6 : x - 6}
        y={y - 14}
        textAnchor={isLate ? 'end' : 'start'}
      >
        {note}
      </text>
    </>
  );
}
