// What a line chart is given: known to the chart and to its drawing, which is loaded later.

export type LinePoint = { label: string; value: number; lastYear?: number };

export type LineChartProps = {
  points: readonly LinePoint[];
  formatValue: (value: number) => string;
  /** The values are whole things, so the axis has no place between them. */
  isCount?: boolean;
  /** The one coral point, and the few words beside it. */
  highlight?: { index: number; note: string };
};
