// A line over time. The drawing library is large, so it is fetched in the browser, where a chart is shown.
import { lazy, Suspense } from 'react';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import type { LineChartProps } from './line-chart-props.ts';
import { Skeleton } from './skeleton.tsx';

const LineChartDrawing = lazy(async () => {
  const { LineChartDrawing: drawing } = await import('./line-chart-drawing.tsx');
  return { default: drawing };
});

export function LineChart(props: LineChartProps) {
  // recharts sets inline styles, which our CSP ignores in HTML from the server.
  const isHydrated = useHydrated();
  const shape = <Skeleton className="chart" />;
  if (!isHydrated) return shape;
  return (
    <Suspense fallback={shape}>
      <LineChartDrawing {...props} />
    </Suspense>
  );
}
