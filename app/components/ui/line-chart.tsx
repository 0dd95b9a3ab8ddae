// A line over time. Its drawing is fetched where a chart is shown.
import { lazy, Suspense } from 'react';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { LineChartProps } from './line-chart-props.ts';
import { Skeleton } from './skeleton.tsx';

const LineChartDrawing = lazy(async () => {
  const { LineChartDrawing: drawing } = await import('./line-chart-drawing.tsx');
  return { default: drawing };
});

export function LineChart(props: LineChartProps) {
  // Drawn to the size of its frame, which only the browser knows.
  const isHydrated = useHydrated();
  const shape = <Skeleton className="chart" />;
  if (!isHydrated) return shape;
  return (
    <Suspense fallback={shape}>
      <LineChartDrawing {...props} />
    </Suspense>
  );
}
