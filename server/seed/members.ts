// Who is a member of the demo school, and since when. Dates count back from the moment of seeding; no period ends within
// three days of it.
import type { Tx } from '#server/db/client.ts';
import { monthsAfter } from '#shared/features/membership/period.rules.ts';
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';
import { insertMembers, type SeedMembership } from './members.queries.ts';
import { DAY_MS, momentAgo } from './seed-moment.ts';

/** The trial of each plan. */
const TRIAL_DAYS = 14;

type Member = {
  who: string;
  plan?: 'Studio' | 'School';
  period?: PlanPeriod;
  /** Periods paid for; none: a trial. */
  paid: number;
  /** Days since the current period, or trial, began. */
  into?: number;
  /** Days since it ended. */
  left?: number;
  hasTried?: true;
  isCanceling?: true;
  isPaused?: true;
  why?: string;
};

const MEMBERS: readonly Member[] = [
  { who: 'annika.s', paid: 4, into: 9 },
  { who: 'duarte', plan: 'Studio', paid: 4, into: 21 },
  { who: 'mei.lin', period: 'year', paid: 1, into: 84 },
  { who: 'haruka', paid: 3, left: 20, why: 'I teach less this term' },
  { who: 'soren.k', plan: 'School', paid: 3, into: 24 },
  { who: 'amara-nwosu', paid: 3, into: 12, hasTried: true },
  { who: 'siobhan', paid: 2, into: 18, hasTried: true },
  { who: 'tevita', plan: 'Studio', period: 'year', paid: 1, into: 60, hasTried: true },
  { who: 'zeynep.y', paid: 2, left: 12 },
  { who: 'dmytro', paid: 0, left: 58, hasTried: true },
  { who: 'thao.vy', paid: 2, into: 15, hasTried: true },
  { who: 'wren', paid: 2, into: 5 },
  { who: 'aigerim', plan: 'Studio', paid: 2, into: 11 },
  { who: 'ingrid.h', paid: 0, left: 40, hasTried: true, why: 'Only wanted to look around' },
  { who: 'yara', paid: 1, into: 24, hasTried: true },
  { who: 'leilani.k', period: 'year', paid: 1, into: 31 },
  { who: 'benedek', paid: 1, left: 6 },
  { who: 'rosalind', paid: 1, into: 20, isCanceling: true },
  { who: 'ahiga', paid: 1, into: 22, isPaused: true },
  { who: 'giulia.b', paid: 1, into: 16 },
  { who: 'sakura', paid: 1, into: 6, hasTried: true },
  { who: 'farida', plan: 'Studio', paid: 1, into: 13 },
  { who: 'eloise.p', paid: 1, into: 7, hasTried: true },
  { who: 'ana.sousa', paid: 1, into: 14 },
  { who: 'hinemoa', paid: 0, into: 9, hasTried: true },
  { who: 'arjun', paid: 0, into: 4, hasTried: true },
  { who: 'katarzyna', paid: 1, into: 2 },
  { who: 'juniper', paid: 0, into: 6, hasTried: true },
];

export async function fillMembers(
  tx: Tx,
  { idOf, now }: { idOf: (username: string) => number; now: Date },
): Promise<void> {
  await insertMembers(
    tx,
    MEMBERS.map((member) => membershipOf(member, idOf(member.who), now)).toSorted(
      (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
    ),
  );
}

function membershipOf(member: Member, userId: number, now: Date): SeedMembership {
  const { who, plan = 'Solo', period = 'month', paid, into = 0, left, hasTried, why = null } = member;
  const months = period === 'year' ? 12 : 1;
  const lastStart =
    left === undefined
      ? momentAgo(now, into, `${who} member`)
      : paid === 0
        ? momentAgo(now, left + TRIAL_DAYS, `${who} member`)
        : monthsAfter(momentAgo(now, left, `${who} member`), -months);
  const periods = Array.from({ length: paid }, (_, at) => ({
    startsAt: monthsAfter(lastStart, (at + 1 - paid) * months),
    endsAt: monthsAfter(lastStart, (at + 2 - paid) * months),
  }));
  const firstAt = periods[0]?.startsAt ?? lastStart;
  const trialStartsAt = hasTried && paid > 0 ? new Date(firstAt.getTime() - TRIAL_DAYS * DAY_MS) : firstAt;
  const trialEndsAt = hasTried ? new Date(trialStartsAt.getTime() + TRIAL_DAYS * DAY_MS) : null;
  const { startsAt, endsAt } = periods.at(-1) ?? {
    startsAt: lastStart,
    endsAt: trialEndsAt ?? lastStart,
  };
  return {
    userId,
    plan,
    period,
    state: left !== undefined ? 'cancelled' : member.isPaused ? 'paused' : paid === 0 ? 'trialing' : 'active',
    startsAt,
    endsAt,
    anchorAt: firstAt,
    trialEndsAt,
    createdAt: trialStartsAt,
    endedAt: left === undefined ? null : endsAt,
    isCanceling: member.isCanceling ?? left !== undefined,
    cancelReason: why,
    pausedUntil: member.isPaused ? monthsAfter(now, 1) : null,
    pausedSeconds: member.isPaused ? Math.floor((endsAt.getTime() - now.getTime()) / 1000) : null,
    periods,
  };
}
