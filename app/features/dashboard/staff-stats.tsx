// The numbers of the site: four figures with their trend, two charts.
import { When } from '#app/components/staff/when.tsx';
import { ChartFrame } from '#app/components/ui/chart-frame.tsx';
import { LineChart } from '#app/components/ui/line-chart.tsx';
import { cx } from '#app/lib/cx.ts';
import { bestDay, trendOf } from '#app/lib/trend.ts';
import { formatCalendarDay } from '#shared/dates.ts';
import type { StaffStats } from './dashboard.api.ts';

const count = new Intl.NumberFormat('en-US');
const formatCount = (value: number) => count.format(value);

export function StaffStatCards({ numbers }: { numbers: StaffStats }) {
  const { days, signUps, activePeople, people, applicationsWaiting, oldestApplicationAt } = numbers;
  return (
    <dl className="figs num">
      <div>
        <dt>Sign-ups in {days} days</dt>
        <dd>
          <span className="figs-number">{formatCount(signUps.total)}</span>
          <TrendLine trend={signUps} days={days} />
        </dd>
      </div>
      <div>
        <dt>Active people</dt>
        <dd>
          <span className="figs-number">{formatCount(activePeople.total)}</span>
          <TrendLine trend={activePeople} days={days} />
        </dd>
      </div>
      <div>
        <dt>Applications waiting</dt>
        <dd>
          <span className="figs-number">{formatCount(applicationsWaiting)}</span>
          <span className="small">
            {oldestApplicationAt ? (
              <>
                the oldest from <When iso={oldestApplicationAt} />
              </>
            ) : (
              'all answered'
            )}
          </span>
        </dd>
      </div>
      <div>
        <dt>Accounts</dt>
        <dd>
          <span className="figs-number">{formatCount(people)}</span>
          <span className="small">in all</span>
        </dd>
      </div>
    </dl>
  );
}

function TrendLine({ trend, days }: { trend: StaffStats['signUps']; days: number }) {
  const { change, isUp, words } = trendOf(trend.total, trend.before, days);
  return (
    <span className="small">
      {change && <span className={cx('font-semibold', isUp ? 'text-sage' : 'text-garnet')}>{change} </span>}
      {words}
    </span>
  );
}

export function SignUpsChart({ numbers }: { numbers: StaffStats }) {
  const { series } = numbers.signUps;
  const best = bestDay(series);
  const peak = best === undefined ? undefined : series[best];
  return (
    <DayChart
      title="Sign-ups, day by day"
      column="Sign-ups"
      sentence={signUpSentence(numbers, peak)}
      series={series}
      // One a day is no peak.
      highlight={
        peak && best !== undefined && peak.value > 1
          ? { index: best, note: `${formatCount(peak.value)}, busiest day` }
          : undefined
      }
    />
  );
}

function signUpSentence(
  { days, signUps }: StaffStats,
  peak: { day: string; value: number } | undefined,
): string {
  if (!peak) return `Nobody signed up in the last ${days} days.`;
  const most =
    peak.value > 1
      ? `the busiest day was ${formatCalendarDay(peak.day)} with ${formatCount(peak.value)}`
      : 'never more than one a day';
  return `${people(signUps.total)} signed up in the last ${days} days; ${most}.`;
}

export function ActiveUsersChart({ numbers }: { numbers: StaffStats }) {
  const { series, total } = numbers.activePeople;
  const mean = series.length === 0 ? 0 : series.reduce((sum, { value }) => sum + value, 0) / series.length;
  return (
    <DayChart
      title="People who came, day by day"
      column="People"
      sentence={`${people(total)} came at least once in the last ${numbers.days} days, about ${formatCount(Math.round(mean))} a day.`}
      series={series}
    />
  );
}

function people(total: number): string {
  return total === 1 ? '1 person' : `${formatCount(total)} people`;
}

type DayChartProps = {
  title: string;
  column: string;
  sentence: string;
  series: StaffStats['signUps']['series'];
  highlight?: { index: number; note: string } | undefined;
};

function DayChart({ title, column, sentence, series, highlight }: DayChartProps) {
  const points = series.map(({ day, value }) => ({ label: formatCalendarDay(day), value }));
  return (
    <ChartFrame
      title={title}
      sentence={sentence}
      table={{
        columns: ['Day', column],
        rows: points.map(({ label, value }) => [label, formatCount(value)]),
      }}
    >
      <LineChart points={points} formatValue={formatCount} isCount {...(highlight && { highlight })} />
    </ChartFrame>
  );
}
