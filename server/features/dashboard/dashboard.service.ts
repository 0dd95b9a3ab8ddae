// Dashboards of staff and officers: current stats compared with the previous period.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { countMoneyWaiting } from '#server/features/order/staff-order.service.ts';
import { getOfficerStats } from '#server/features/moderation/staff-resources.service.ts';
import {
  countUsers,
  countActiveUsers,
  findWaitingApplications,
  listDays,
  type DayStats,
} from './dashboard.queries.ts';

const DAY_MS = 86_400_000;

export async function getStaffDashboard(ctx: AppContext, days: number) {
  const now = ctx.clock.now().getTime();
  const dayAgo = (ago: number) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
  const today = dayAgo(0);
  const first = dayAgo(days - 1);
  const firstBefore = dayAgo(2 * days - 1);
  const [numbers, active, activeBefore, people, applications, queues, money] = await Promise.all([
    listDays(ctx.db, { first: firstBefore, last: today }),
    countActiveUsers(ctx.db, { first, last: today }),
    countActiveUsers(ctx.db, { first: firstBefore, last: dayAgo(days) }),
    countUsers(ctx.db),
    findWaitingApplications(ctx.db),
    ctx.jobs.listDepths(ctx.db),
    countMoneyWaiting(ctx),
  ]);
  const [before, chosen] = [numbers.slice(0, days), numbers.slice(days)];
  return {
    days,
    people,
    signUps: {
      total: sumOf(chosen.map((day) => day.signUps)),
      before: sumOf(before.map((day) => day.signUps)),
      series: seriesOf(chosen, 'signUps'),
    },
    activePeople: { total: active, before: activeBefore, series: seriesOf(chosen, 'activePeople') },
    applicationsWaiting: applications.waiting,
    oldestApplicationAt: applications.oldestAt?.toISOString() ?? null,
    failedJobs: sumOf(queues.map((queue) => queue.failed)),
    ...money,
  };
}

/** Officers only handle applications to sell. */
export async function getOfficerDashboard(ctx: AppContext, viewer: Viewer) {
  const [work, applications] = await Promise.all([
    getOfficerStats(ctx, viewer),
    findWaitingApplications(ctx.db, { kind: 'sell' }),
  ]);
  const oldestAt = applications.oldestAt?.toISOString() ?? null;
  return { ...work, applications: { waiting: applications.waiting, oldestAt } };
}

function seriesOf(days: DayStats[], what: 'signUps' | 'activePeople') {
  return days.map((numbers) => ({ day: numbers.day, value: numbers[what] }));
}

function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
