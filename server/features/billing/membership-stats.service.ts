// Figures about members: recurring revenue, members by plan, churn, trial conversion, retention. What each counts is
// written down in docs/decisions/031-members-for-staff.md.
import type { AppContext } from '#server/context.ts';
import {
  addMonths,
  cohortsOf,
  monthOf,
  monthStart,
  monthsUntil,
  runningTotal,
} from '#shared/features/billing/membership-stats.rules.ts';
import type { MembershipStats } from '#shared/features/billing/staff-member.schema.ts';
import { centsToDecimal } from '#shared/money.ts';
import {
  listJoinedAndLeft,
  listPlanStats,
  listRevenueChanges,
  listStayed,
  listTrials,
  type PlanStats,
} from './membership-stats.queries.ts';

const MONTHS = 12;

/** The months that are over, and the current one. */
const SHOWN = MONTHS + 1;

export async function getMembershipStats(ctx: AppContext): Promise<MembershipStats> {
  const now = ctx.clock.now();
  const thisMonth = monthOf(now);
  const months = monthsUntil(thisMonth, SHOWN);
  const since = monthStart(months[0] ?? thisMonth);
  const [plans, revenue, moves, trials, stayed] = await Promise.all([
    listPlanStats(ctx.db),
    listRevenueChanges(ctx.db, { since }),
    listJoinedAndLeft(ctx.db),
    listTrials(ctx.db, { since, now }),
    listStayed(ctx.db, { since }),
  ]);
  const total = (of: (plan: PlanStats) => number) => plans.reduce((sum, plan) => sum + of(plan), 0);
  const mrr = toMoney(total(({ mrrCents }) => mrrCents));
  const revenueAt = runningTotal(revenue, ({ cents }) => cents);
  const payingAt = runningTotal(moves, ({ joined, left }) => joined - left);
  return {
    mrr,
    paying: total(({ paying }) => paying),
    current: total(({ current }) => current),
    trialing: total(({ trialing }) => trialing),
    pastDue: total(({ pastDue }) => pastDue),
    plans: plans.map(({ mrrCents, id, name, state, current, paying }) => ({
      id,
      name,
      state,
      current,
      paying,
      mrr: toMoney(mrrCents),
    })),
    months: months.map((month) => {
      const isOver = month < thisMonth;
      const moved = moves.find((row) => row.month === month);
      const tried = trials.find((row) => row.month === month);
      return {
        month,
        isOver,
        mrr: isOver ? toMoney(revenueAt(month)) : mrr,
        atStart: payingAt(addMonths(month, -1)),
        left: moved?.left ?? 0,
        joined: moved?.joined ?? 0,
        trials: tried?.trials ?? 0,
        converted: tried?.converted ?? 0,
      };
    }),
    cohorts: cohortsOf(stayed, { now, most: MONTHS }),
  };
}

const toMoney = (cents: number) => centsToDecimal(Math.round(cents));
