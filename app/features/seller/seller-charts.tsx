// Charts of a seller's stats over time. An empty period shows a sentence instead of a flat line.
import { formatCalendarDay } from '#shared/dates.ts';
import type { OwnStats } from '#shared/features/seller/own-seller.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { ChartFrame } from '#app/components/ui/chart-frame.tsx';
import { LineChart } from '#app/components/ui/line-chart.tsx';
import { bestDay } from '#app/lib/trend.ts';
import { groupByPeriod, splitIntoPeriods, type Period } from './seller-range.ts';

type What = 'views' | 'sales' | 'claims' | 'downloads' | 'reviews';

const TITLES: Readonly<Record<What, string>> = {
  views: 'Views',
  sales: 'Sales',
  claims: 'Free copies',
  downloads: 'Downloads',
  reviews: 'Reviews',
};
const NOTHING: Readonly<Record<What, string>> = {
  views: 'No views in this period.',
  sales: 'No sales in this period.',
  claims: 'No free copies in this period.',
  downloads: 'No downloads in this period.',
  reviews: 'No reviews in this period.',
};

export function WeeklyViews({ numbers }: { numbers: OwnStats }) {
  const weeks = groupByPeriod(numbers.days, 7);
  return <StretchChart title="Views, last twelve weeks" what="views" stretches={weeks} isWeekly />;
}

export function StatsChart({ numbers, what }: { numbers: OwnStats; what: What }) {
  const { stretches, isWeekly } = splitIntoPeriods(numbers.days);
  const title = `${TITLES[what]}, ${isWeekly ? 'week by week' : 'day by day'}`;
  return <StretchChart title={title} what={what} stretches={stretches} isWeekly={isWeekly} />;
}

type StretchChartProps = { title: string; what: What; stretches: readonly Period[]; isWeekly: boolean };

function StretchChart({ title, what, stretches, isWeekly }: StretchChartProps) {
  const best = bestDay(stretches.map((stretch) => ({ day: stretch.day, value: stretch[what] })));
  const peak = best === undefined ? undefined : stretches[best];
  if (best === undefined || !peak) {
    return (
      <section>
        <h2 className="t-s">{title}</h2>
        <p className="meta mt-1.5">{NOTHING[what]}</p>
      </section>
    );
  }
  const points = stretches.map((stretch) => ({
    label: formatCalendarDay(stretch.day),
    value: stretch[what],
  }));
  const total = stretches.reduce((sum, stretch) => sum + stretch[what], 0);
  const unit = isWeekly ? 'week' : 'day';
  const isPeak = peak[what] > 1 && stretches.length > 2;
  const sentence = isPeak
    ? `${formatCount(total)} in total; the best ${unit} ${isWeekly ? 'started on' : 'was'} ${formatCalendarDay(peak.day)} with ${formatCount(peak[what])}.`
    : `${formatCount(total)} in total.`;
  const highlight = isPeak && { index: best, note: `${formatCount(peak[what])}, best ${unit}` };
  return (
    <ChartFrame
      title={title}
      sentence={sentence}
      table={{
        columns: [isWeekly ? 'Week from' : 'Day', TITLES[what]],
        rows: stretches.map((stretch) => [stretch.day, formatCount(stretch[what])]),
      }}
    >
      <LineChart points={points} formatValue={formatCount} isCount {...(highlight && { highlight })} />
    </ChartFrame>
  );
}
