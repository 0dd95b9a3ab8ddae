// Figures about memberships: recurring revenue, members by plan, churn, trials and retention. Each number leads to the
// members it counts.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { percentOf } from '#shared/features/billing/membership-stats.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { rolesOf } from '#shared/roles.ts';
import { FiguresSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { Columns, StaffPage, StaffPart } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { ChartFrame } from '#app/components/ui/chart-frame.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { LineChart } from '#app/components/ui/line-chart.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import '#app/components/staff/dashboard.css';
import { CohortTable, RetentionChart } from './membership-retention.tsx';
import { averageOf, membersLink, percentText, shortMonthOf, wholeDollars } from './membership-figures.ts';
import { getMembershipStatsQuery, type MembershipStats } from './staff-member.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Membership figures',
    description: 'Recurring revenue, churn, trials and retention.',
    path: '/admin/subscription-plans/figures',
    isHidden: true,
  });
}

export default function MembershipStatsPage() {
  const user = useUser();
  const query = useQuery(getMembershipStatsQuery());
  return (
    <StaffPage
      title="Membership figures"
      tabs={user && <StaffTabs area="memberships" roles={rolesOf(user)} />}
    >
      <QueryView query={query} what="the figures" skeleton={<StatsSkeleton />}>
        {(stats) =>
          hasFigures(stats) ? (
            <Stats stats={stats} />
          ) : (
            <EmptyState className="mt-8" title="No figures yet">
              Revenue, churn, trials and retention are shown here as soon as someone becomes a member.
            </EmptyState>
          )
        }
      </QueryView>
    </StaffPage>
  );
}

const hasFigures = ({ current, months }: MembershipStats) =>
  current > 0 || months.some(({ atStart, joined, trials }) => atStart + joined + trials > 0);

type StatsProps = { stats: MembershipStats };

function Stats({ stats }: StatsProps) {
  return (
    <>
      <Figures stats={stats} />
      <Columns shape="main" className="mt-10">
        <RevenueChart stats={stats} />
        <div>
          <PlanList stats={stats} />
        </div>
      </Columns>
      <Columns shape="half" className="mt-12">
        <ChurnChart stats={stats} />
        <TrialChart stats={stats} />
      </Columns>
      <div className="mt-12">
        <MonthTable stats={stats} />
      </div>
      <div className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-8">
        <RetentionChart cohorts={stats.cohorts} />
        <CohortTable cohorts={stats.cohorts} />
      </div>
    </>
  );
}

function Figures({ stats: { mrr, paying, current, trialing, pastDue, months } }: StatsProps) {
  const over = months.filter(({ isOver }) => isOver);
  const last = over.at(-1);
  const churn = last ? percentOf(last.left, last.atStart) : null;
  const trials = averageOf(
    over.slice(-3),
    ({ converted }) => converted,
    ({ trials: all }) => all,
  );
  return (
    <dl className="figs num">
      <Figure
        label="Recurring revenue a month"
        value={wholeDollars(Number(mrr))}
        to={membersLink({ group: 'paying' })}
        note={`${formatCount(paying)} paying`}
      />
      <Figure
        label="Members"
        value={formatCount(current)}
        to={membersLink({ group: 'current' })}
        note={`${formatCount(trialing)} on trial`}
      />
      <Figure
        label="Left last month"
        value={percentText(churn)}
        to={last && membersLink({ ended: last.month, group: 'ever-paid' })}
        note={last ? `${formatCount(last.left)} of ${formatCount(last.atStart)}` : 'No full month yet'}
      />
      <Figure
        label="Trials that became memberships"
        value={percentText(trials)}
        note={pastDue > 0 ? `${formatCount(pastDue)} with a failed payment` : 'Last three months'}
        noteTo={pastDue > 0 ? membersLink({ state: 'past_due' }) : undefined}
      />
    </dl>
  );
}

type FigureProps = {
  label: string;
  value: string;
  to?: string | undefined;
  note: string;
  noteTo?: string | undefined;
};

function Figure({ label, value, to, note, noteTo }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className="figs-number">{to ? <Link to={to}>{value}</Link> : value}</span>
        <span className="small">
          {noteTo ? (
            <Link className="link" to={noteTo}>
              {note}
            </Link>
          ) : (
            note
          )}
        </span>
      </dd>
    </div>
  );
}

function RevenueChart({ stats: { months, mrr } }: StatsProps) {
  const points = months.map(({ month, mrr: amount }) => ({
    label: shortMonthOf(month),
    value: Number(amount),
  }));
  const first = months.find(({ mrr: amount }) => Number(amount) > 0);
  const sentence = !first
    ? 'Nobody has paid for a membership yet.'
    : first === months.at(-1)
      ? `${formatMoney(mrr)} a month now. These are the first paying members.`
      : `From ${formatMoney(first.mrr)} at the end of ${shortMonthOf(first.month)} to ${formatMoney(mrr)} now.`;
  return (
    <ChartFrame
      title="Recurring revenue"
      sentence={sentence}
      table={{
        columns: ['Month', 'Recurring revenue'],
        rows: months.map(({ month, mrr: amount }) => [shortMonthOf(month), formatMoney(amount)]),
      }}
    >
      <LineChart
        points={points}
        formatValue={wholeDollars}
        {...(first && { highlight: { index: points.length - 1, note: `${wholeDollars(Number(mrr))} now` } })}
      />
    </ChartFrame>
  );
}

function PlanList({ stats: { plans } }: StatsProps) {
  return (
    <StaffPart title="Members by plan">
      {plans.length === 0 && <p className="meta py-3">No plan is on sale.</p>}
      <RunningOrder className="num">
        {plans.map(({ id, name, state, current, mrr }) => (
          <OrderLine
            key={id}
            figure={
              <Link className="link" to={membersLink({ group: 'current', planId: String(id) })}>
                {formatCount(current)}
              </Link>
            }
          >
            <Link className="link" to={`/admin/subscription-plans/${id}`}>
              {name}
            </Link>
            <span className="small block">
              {formatMoney(mrr)} a month{state === 'retired' && ', retired'}
            </span>
          </OrderLine>
        ))}
      </RunningOrder>
    </StaffPart>
  );
}

function ChurnChart({ stats: { months } }: StatsProps) {
  const over = months.filter(({ isOver, atStart }) => isOver && atStart > 0);
  const average = averageOf(
    over,
    ({ left }) => left,
    ({ atStart }) => atStart,
  );
  return (
    <ChartFrame
      title="Members who left"
      sentence={
        average === null
          ? 'Known after the first full month with paying members.'
          : `On average ${percentText(average)} of the paying members leave in a month.`
      }
      table={{
        columns: ['Month', 'At its start', 'Left', 'Share'],
        rows: over.map(({ month, atStart, left }) => [
          shortMonthOf(month),
          formatCount(atStart),
          formatCount(left),
          percentText(percentOf(left, atStart)),
        ]),
      }}
    >
      {over.length > 1 && (
        <LineChart
          points={over.map(({ month, left, atStart }) => ({
            label: shortMonthOf(month),
            value: percentOf(left, atStart) ?? 0,
          }))}
          formatValue={percentText}
        />
      )}
    </ChartFrame>
  );
}

function TrialChart({ stats: { months } }: StatsProps) {
  const tried = months.filter(({ trials }) => trials > 0);
  const average = averageOf(
    tried,
    ({ converted }) => converted,
    ({ trials }) => trials,
  );
  return (
    <ChartFrame
      title="Trials that became memberships"
      sentence={
        average === null
          ? 'No trial has ended yet.'
          : `${percentText(average)} of the trials that ended in the last year became memberships.`
      }
      table={{
        columns: ['Month', 'Trials ended', 'Became members', 'Share'],
        rows: tried.map(({ month, trials, converted }) => [
          shortMonthOf(month),
          formatCount(trials),
          formatCount(converted),
          percentText(percentOf(converted, trials)),
        ]),
      }}
    >
      {tried.length > 1 && (
        <LineChart
          points={tried.map(({ month, trials, converted }) => ({
            label: shortMonthOf(month),
            value: percentOf(converted, trials) ?? 0,
          }))}
          max={100}
          formatValue={percentText}
        />
      )}
    </ChartFrame>
  );
}

function MonthTable({ stats: { months } }: StatsProps) {
  const shown = months.filter(({ atStart, joined, trials }) => atStart + joined + trials > 0).toReversed();
  if (shown.length === 0) return null;
  const linked = (count: number, filters: Record<string, string>) =>
    count === 0 ? (
      '0'
    ) : (
      <Link className="link" to={membersLink(filters)}>
        {formatCount(count)}
      </Link>
    );
  return (
    <StaffPart title="Month by month">
      <div className="overflow-x-auto">
        <table className="table num" aria-label="Month by month">
          <thead>
            <tr>
              {['Month', 'At its start', 'New', 'Left', 'Trials ended', 'Became members'].map((head, at) => (
                <th key={head} scope="col" data-align={at === 0 ? undefined : 'right'}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ month, isOver, atStart, joined, left, trials, converted }) => (
              <tr key={month}>
                <td>
                  {shortMonthOf(month)}
                  {!isOver && <span className="small block">so far</span>}
                </td>
                <td data-align="right">{formatCount(atStart)}</td>
                <td data-align="right">{linked(joined, { joined: month })}</td>
                <td data-align="right">{linked(left, { ended: month, group: 'ever-paid' })}</td>
                <td data-align="right">{linked(trials, { trial: month })}</td>
                <td data-align="right">{linked(converted, { trial: month, group: 'ever-paid' })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </StaffPart>
  );
}

function StatsSkeleton() {
  return (
    <SkeletonGroup label="Loading the figures">
      <FiguresSkeleton />
      <Columns shape="main" className="mt-10">
        <Skeleton className="chart" />
        <Skeleton className="h-56" />
      </Columns>
    </SkeletonGroup>
  );
}
