// Charts of a seller's numbers over time. Where nothing happened a sentence says so, and no line pretends otherwise.
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
  claims: 'Taken for free',
  downloads: 'Downloads',
  reviews: 'Reviews',
};
const NOTHING: Readonly<Record<What, string>> = {
  views: 'Nobody looked at your resources in this time.',
  sales: 'Nothing was sold in this time.',
  claims: 'Nothing was taken for free in this time.',
  downloads: 'Nothing was downloaded in this time.',
  reviews: 'Nobody wrote a review in this time.',
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
    ? `${formatCount(total)} in all; the best ${unit} ${isWeekly ? 'began on' : 'was'} ${formatCalendarDay(peak.day)} with ${formatCount(peak[what])}.`
    : `${formatCount(total)} in all.`;
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
