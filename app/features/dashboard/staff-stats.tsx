// The numbers of the site: four figures with their trend, two charts.
import { When } from '#app/components/staff/when.tsx';
import { ChartFrame } from '#app/components/ui/chart-frame.tsx';
import { LineChart } from '#app/components/ui/line-chart.tsx';
import { cx } from '#app/lib/cx.ts';
import { bestDay, trendOf } from '#app/lib/trend.ts';
import { formatCalendarDay } from '#shared/dates.ts';
import type { StaffDashboard } from './dashboard.api.ts';

const count = new Intl.NumberFormat('en-US');
const formatCount = (value: number) => count.format(value);

export function StaffStatCards({ stats }: { stats: StaffDashboard }) {
  const { days, signUps, activePeople, people, applicationsWaiting, oldestApplicationAt } = stats;
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
        <dt>Active users</dt>
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
                oldest from <When iso={oldestApplicationAt} />
              </>
            ) : (
              'none open'
            )}
          </span>
        </dd>
      </div>
      <div>
        <dt>Users</dt>
        <dd>
          <span className="figs-number">{formatCount(people)}</span>
          <span className="small">in total</span>
        </dd>
      </div>
    </dl>
  );
}

function TrendLine({ trend, days }: { trend: StaffDashboard['signUps']; days: number }) {
  const { change, isUp, text } = trendOf(trend.total, trend.before, days);
  return (
    <span className="small">
      {change && <span className={cx('font-semibold', isUp ? 'text-sage' : 'text-garnet')}>{change} </span>}
      {text}
    </span>
  );
}

export function SignUpsChart({ stats }: { stats: StaffDashboard }) {
  const { series } = stats.signUps;
  const best = bestDay(series);
  const peak = best === undefined ? undefined : series[best];
  return (
    <DayChart
      title="Sign-ups by day"
      column="Sign-ups"
      sentence={signUpSentence(stats, peak)}
      series={series}
      // One sign-up is no peak worth marking.
      highlight={
        peak && best !== undefined && peak.value > 1
          ? { index: best, note: `${formatCount(peak.value)}, busiest day` }
          : undefined
      }
    />
  );
}

function signUpSentence(
  { days, signUps }: StaffDashboard,
  peak: { day: string; value: number } | undefined,
): string {
  if (!peak) return `No sign-ups in the last ${days} days.`;
  const most =
    peak.value > 1
      ? `the busiest day was ${formatCalendarDay(peak.day)} with ${formatCount(peak.value)}`
      : 'never more than 1 a day';
  return `${countUsers(signUps.total)} signed up in the last ${days} days; ${most}.`;
}

export function ActiveUsersChart({ stats }: { stats: StaffDashboard }) {
  const { series, total } = stats.activePeople;
  const mean = series.length === 0 ? 0 : series.reduce((sum, { value }) => sum + value, 0) / series.length;
  return (
    <DayChart
      title="Active users by day"
      column="Users"
      sentence={`${countUsers(total)} visited at least once in the last ${stats.days} days, on average ${formatCount(Math.round(mean))} a day.`}
      series={series}
    />
  );
}

function countUsers(total: number): string {
  return total === 1 ? '1 user' : `${formatCount(total)} users`;
}

type DayChartProps = {
  title: string;
  column: string;
  sentence: string;
  series: StaffDashboard['signUps']['series'];
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
