// The recharts half of LineChart: 2.5 px line, last year dotted, few grid lines, one coral point.
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceDot,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { LineChartProps, LinePoint } from './line-chart-props.ts';

export function LineChartDrawing({ points, formatValue, isCount = false, max, highlight }: LineChartProps) {
  const marked = highlight && points[highlight.index];
  const hasLastYear = points.some((point) => point.lastYear !== undefined);
  return (
    <div className="chart">
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={[...points]}
          margin={{ top: 26, right: 30, bottom: 0, left: 8 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--rule)" />
          <XAxis
            dataKey="label"
            axisLine={false}
            tickLine={false}
            tickMargin={10}
            minTickGap={28}
            interval="preserveStartEnd"
          />
          <YAxis
            axisLine={false}
            tickLine={false}
            tickCount={max === undefined ? 4 : 5}
            domain={[0, max ?? 'auto']}
            width="auto"
            allowDecimals={!isCount}
            tickFormatter={formatValue}
          />
          <Tooltip content={<PointNote formatValue={formatValue} />} cursor={{ stroke: 'var(--edge)' }} />
          {hasLastYear && (
            <Line
              dataKey="lastYear"
              type="monotone"
              stroke="var(--edge)"
              strokeWidth={1.5}
              strokeDasharray="2 5"
              strokeLinecap="round"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          )}
          <Area
            dataKey="value"
            type="monotone"
            stroke="var(--chart-1)"
            strokeWidth={2.5}
            strokeLinecap="round"
            fill="var(--chart-1)"
            fillOpacity={0.07}
            activeDot={{ r: 4, fill: 'var(--chart-1)', stroke: 'var(--paper)' }}
            isAnimationActive={false}
          />
          {marked && (
            <ReferenceDot
              x={marked.label}
              y={marked.value}
              r={6}
              fill="var(--coral)"
              stroke="none"
              label={<MarkNote note={highlight.note} isLate={highlight.index > points.length / 2} />}
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

type PointNoteProps = {
  formatValue: (value: number) => string;
  /** Given by recharts. */
  active?: boolean;
  payload?: readonly { payload?: LinePoint }[];
};

function PointNote({ active, payload, formatValue }: PointNoteProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <div className="tooltip num">
      <strong>{formatValue(point.value)}</strong> {point.label}
      {point.lastYear !== undefined && <div>{formatValue(point.lastYear)} last year</div>}
    </div>
  );
}

type MarkNoteProps = {
  note: string;
  isLate: boolean;
  /** Given by recharts: the box around the dot. */
  viewBox?: { x?: number; y?: number; width?: number };
};

/** On the inner side of the dot, so that the text never leaves the drawing. */
function MarkNote({ note, isLate, viewBox }: MarkNoteProps) {
  const { x = 0, y = 0, width = 0 } = viewBox ?? {};
  return (
    <text className="chart-note" x={isLate ? x + width : x} y={y - 8} textAnchor={isLate ? 'end' : 'start'}>
      {note}
    </text>
  );
}
