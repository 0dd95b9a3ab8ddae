// Props of a line chart, shared by the chart and its drawing, which is loaded later.

export type LinePoint = { label: string; value: number; lastYear?: number };

export type LineChartProps = {
  points: readonly LinePoint[];
  formatValue: (value: number) => string;
  /** The values are whole numbers, so the axis has no ticks between them. */
  isCount?: boolean;
  /** The top of the axis, such as 100 percent; otherwise a round number above the values. */
  max?: number;
  /** The one coral point, and the few words next to it. */
  highlight?: { index: number; note: string };
};
