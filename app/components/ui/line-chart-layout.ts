// Where the parts of a line chart go: ticks, labels, and the box the lines are drawn in.
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { LineChartProps } from './line-chart-props.ts';

export type Plot = {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** From a point's index. */
  x: ScaleLinear<number, number>;
  y: ScaleLinear<number, number>;
  ticks: readonly number[];
};

type AxisLabel = { text: string; center: number; width: number };

/** Between tick labels and the plot. */
export const LABEL_GAP = 8;
/** Room above for the note of a marked point, below for the labels. */
const MARGIN = { top: 26, right: 30, bottom: 30, left: 8 };
/** Between neighboring labels below the plot. */
const NEIGHBOR_GAP = 26;
const STEPS = 3;

export function layOutPlot(
  { points, formatValue, isCount, max }: LineChartProps,
  size: { width: number; height: number },
  measure: (text: string) => number,
): Plot {
  const values = points.flatMap(({ value, lastYear }) =>
    lastYear === undefined ? value : [value, lastYear],
  );
  const ticks = max === undefined ? axisTicks(values, isCount) : quartersOf(max);
  const labelWidth = Math.max(...ticks.map((tick) => measure(formatValue(tick))));
  const left = MARGIN.left + Math.round(labelWidth) + LABEL_GAP;
  const right = Math.max(left, size.width - MARGIN.right);
  const bottom = size.height - MARGIN.bottom;
  return {
    left,
    right,
    top: MARGIN.top,
    bottom,
    // Clamped, so that a pointer is always at one of the points.
    x: scaleLinear([0, points.length - 1], [left, right]).clamp(true),
    y: scaleLinear([ticks[0] ?? 0, ticks.at(-1) ?? 0], [bottom, MARGIN.top]),
    ticks,
  };
}

const quartersOf = (max: number) => [0, 1, 2, 3, 4].map((quarter) => (quarter * max) / 4);

/** Always four, zero among them, in round steps: a chart has few lines. */
export function axisTicks(values: readonly number[], isCount = false): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const unit = unitOf((high - low) / STEPS, isCount);
  let step = unit * Math.max(1, Math.ceil(exact((high - low) / STEPS / unit)));
  // Zero is a tick: what is above and what is below it each take whole steps.
  while (Math.ceil(exact(-low / step)) + Math.ceil(exact(high / step)) > STEPS) step += unit;
  const first = Math.floor(exact(low / step));
  return Array.from({ length: STEPS + 1 }, (_, at) => exact((first + at) * step));
}

/** Steps are multiples of half a power of ten: 150, 200, 250; from one to ten, and of counts, whole numbers. */
function unitOf(roughStep: number, isCount: boolean): number {
  if (roughStep === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(roughStep));
  if (power === 1) return 1;
  return isCount ? Math.max(1, power / 2) : power / 2;
}

/** Without the noise of binary fractions, as in 0.1 + 0.2. */
const exact = (value: number) => Number(value.toPrecision(12));

/** The labels that fit next to each other on an axis of this width: the last one always, the others from the left. */
export function fitLabels(labels: readonly AxisLabel[], width: number): AxisLabel[] {
  const inside = labels.map((label) => ({
    ...label,
    center: Math.max(label.width / 2, Math.min(label.center, width - label.width / 2)),
  }));
  const last = inside.at(-1);
  if (!last) return [];
  const end = startOf(last) - NEIGHBOR_GAP;
  let free = 0;
  const others = inside.slice(0, -1).filter((label) => {
    if (startOf(label) < free || endOf(label) > end) return false;
    free = endOf(label) + NEIGHBOR_GAP;
    return true;
  });
  return [...others, last];
}

const startOf = ({ center, width }: AxisLabel) => center - width / 2;
const endOf = ({ center, width }: AxisLabel) => center + width / 2;
