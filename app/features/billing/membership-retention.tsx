// How many members stay, by the month they first paid.
import { Link } from 'react-router';
import { percentOf } from '#shared/features/billing/membership-stats.rules.ts';
import { formatCount } from '#shared/numbers.ts';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { ChartFrame } from '#app/components/ui/chart-frame.tsx';
import { LineChart } from '#app/components/ui/line-chart.tsx';
import { averageOf, membersLink, percentText, shortMonthOf } from './membership-figures.ts';
import type { MembershipStats } from './staff-member.api.ts';

type CohortsProps = { cohorts: MembershipStats['cohorts'] };

const longest = (cohorts: CohortsProps['cohorts']) =>
  Math.max(0, ...cohorts.map(({ stayed }) => stayed.length));

/** All cohorts together, each as far as it has got. */
export function RetentionChart({ cohorts }: CohortsProps) {
  const steps = Array.from({ length: longest(cohorts) }, (_, at) => {
    const old = cohorts.filter(({ stayed }) => stayed.length > at);
    const share =
      averageOf(
        old,
        ({ stayed }) => stayed[at] ?? 0,
        ({ size }) => size,
      ) ?? 0;
    return { months: at + 1, share, size: old.reduce((sum, { size }) => sum + size, 0) };
  });
  const last = steps.at(-1);
  return (
    <ChartFrame
      title="Members who stay"
      sentence={
        last
          ? `${percentText(last.share)} of those who could are still members after ${last.months === 1 ? 'a month' : `${last.months} months`}.`
          : 'Known two months after the first payments.'
      }
      table={{
        columns: ['After', 'Members who could', 'Stayed'],
        rows: steps.map(({ months, size, share }) => [
          months === 1 ? '1 month' : `${months} months`,
          formatCount(size),
          percentText(share),
        ]),
      }}
    >
      {last && (
        <LineChart
          points={[
            { label: 'Start', value: 100 },
            ...steps.map(({ months, share }) => ({ label: `${months}`, value: share })),
          ]}
          max={100}
          formatValue={percentText}
        />
      )}
    </ChartFrame>
  );
}

export function CohortTable({ cohorts }: CohortsProps) {
  const most = longest(cohorts);
  if (cohorts.length === 0) return null;
  return (
    <StaffPart title="By the month of their first payment">
      <div className="overflow-x-auto">
        <table className="table num" aria-label="Share of members who stayed, in percent">
          <thead>
            <tr>
              <th scope="col">First paid</th>
              <th scope="col" data-align="right">
                Members
              </th>
              {Array.from({ length: most }, (_, at) => (
                <th key={at} scope="col" data-align="right">
                  <span className="sr-only">After months: </span>
                  {at + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ month, size, stayed }) => (
              <tr key={month}>
                <td className="whitespace-nowrap">{shortMonthOf(month)}</td>
                <td data-align="right">
                  <Link className="link" to={membersLink({ joined: month })}>
                    {formatCount(size)}
                  </Link>
                </td>
                {Array.from({ length: most }, (_, at) => (
                  <td key={at} data-align="right">
                    {stayed[at] === undefined ? '' : percentText(percentOf(stayed[at], size))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </StaffPart>
  );
}
