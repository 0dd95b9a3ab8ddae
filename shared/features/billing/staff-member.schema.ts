// Members as staff see them: what a list can be narrowed to, rows, one member in detail, and the figures.
import { z } from 'zod';
import {
  INVOICE_KINDS,
  INVOICE_STATES,
  MEMBERSHIP_SOURCES,
  MEMBERSHIP_STATES,
  type MembershipSource,
} from '#shared/features/membership/membership.states.ts';
import { PLAN_PERIODS, PLAN_STATES } from '#shared/features/plan/plan.rules.ts';
import { idSchema, idText } from '#shared/id.schema.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { reasonField } from '#shared/reason.schema.ts';

export const MEMBER_SORTS = ['newest', 'oldest', 'ends-first', 'ends-last'] as const;

/** Groups that aren't a single state. Each figure counts one of them. */
export const MEMBER_GROUPS = ['current', 'paying', 'canceling', 'ever-paid'] as const;
export type MemberGroup = (typeof MEMBER_GROUPS)[number];

export const MEMBER_GROUP_LABELS: Readonly<Record<MemberGroup, string>> = {
  current: 'Members now',
  paying: 'Paying now',
  canceling: 'Ending with their period',
  'ever-paid': 'Have paid at least once',
};

export const MEMBER_SOURCE_LABELS: Readonly<Record<MembershipSource, string>> = {
  paid: 'By card',
  gift: 'Gift',
  staff: 'Given by staff',
};

/** `2026-11` */
const month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/);

export const memberFilters = {
  q: z.string().trim().max(100).optional(),
  state: z.enum(MEMBERSHIP_STATES).optional(),
  group: z.enum(MEMBER_GROUPS).optional(),
  planId: idText.optional(),
  source: z.enum(MEMBERSHIP_SOURCES).optional(),
  /** First paid, ended, or whose trial ended in this month (UTC). */
  joined: month.optional(),
  ended: month.optional(),
  trial: month.optional(),
  sort: z.enum(MEMBER_SORTS).default('newest'),
};
const filterSchema = z.object(memberFilters);
export type MemberFilter = z.output<typeof filterSchema>;

const period = z.enum(PLAN_PERIODS);

export const memberRowSchema = z.object({
  id: z.int(),
  user: z.object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    username: z.string(),
    email: z.string(),
    profileImageUrl: z.string().nullable(),
  }),
  planId: z.int(),
  planName: z.string(),
  period,
  state: z.enum(MEMBERSHIP_STATES),
  source: z.enum(MEMBERSHIP_SOURCES),
  isCanceling: z.boolean(),
  startsAt: z.string(),
  endsAt: z.string(),
  pausedUntil: z.string().nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  /** Before tax; null if nothing will be charged. */
  nextPayment: z.object({ at: z.string(), amount: wireMoney }).nullable(),
});
export type MemberRow = z.infer<typeof memberRowSchema>;

export const memberSchema = memberRowSchema.extend({
  trialEndsAt: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** What they pay for a period; null: nothing. */
  price: wireMoney.nullable(),
  /** Another plan or period from the next payment on. */
  next: z.object({ planName: z.string(), period }).nullable(),
  card: z.object({ brand: z.string(), lastFour: z.string() }).nullable(),
  /** Declined attempts for the open invoice. */
  retries: z.int(),
  seatsUsed: z.int(),
  invoices: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(INVOICE_KINDS),
      state: z.enum(INVOICE_STATES),
      planName: z.string(),
      startsAt: z.string(),
      endsAt: z.string(),
      /** With tax. */
      total: wireMoney,
      order: z.object({ id: z.int(), number: z.string() }).nullable(),
      createdAt: z.string(),
      paidAt: z.string().nullable(),
    }),
  ),
  /** Their other memberships, newest first. */
  others: z.array(
    z.object({
      id: z.int(),
      planName: z.string(),
      state: z.enum(MEMBERSHIP_STATES),
      createdAt: z.string(),
      endedAt: z.string().nullable(),
    }),
  ),
});
export type Member = z.infer<typeof memberSchema>;

const count = (most: number) => {
  const error = `Enter a whole number from 1 to ${most}`;
  return z.int({ error }).min(1, error).max(most, error);
};

export const MOST_GRANTED_MONTHS = 36;
export const MOST_EXTRA_DAYS = 366;

export const grantMembershipBody = z.object({
  email: z
    .string()
    .trim()
    .max(254)
    .regex(/^\S+@\S+$/, 'Enter the email address of an account'),
  planId: idSchema,
  months: count(MOST_GRANTED_MONTHS),
  reason: reasonField,
});
export type GrantMembershipBody = z.output<typeof grantMembershipBody>;

export const extendMembershipBody = z.object({ days: count(MOST_EXTRA_DAYS), reason: reasonField });
export type ExtendMembershipBody = z.output<typeof extendMembershipBody>;

export const CANCEL_TIMES = ['period_end', 'now'] as const;
export const cancelMembershipBody = z.object({ when: z.enum(CANCEL_TIMES), reason: reasonField });
export type CancelMembershipBody = z.output<typeof cancelMembershipBody>;

export const membershipStatsSchema = z.object({
  /** What paying members pay in a month, a year counting as a twelfth of its price. */
  mrr: wireMoney,
  paying: z.int(),
  current: z.int(),
  trialing: z.int(),
  pastDue: z.int(),
  plans: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      state: z.enum(PLAN_STATES),
      current: z.int(),
      paying: z.int(),
      mrr: wireMoney,
    }),
  ),
  /** The last twelve months that are over, and the current one so far; oldest first. */
  months: z.array(
    z.object({
      month: z.string(),
      isOver: z.boolean(),
      /** At its end; for the current month, now. */
      mrr: wireMoney,
      /** Paying members at its start, those of them who left, and new ones. */
      atStart: z.int(),
      left: z.int(),
      joined: z.int(),
      /** Trials that ended in it, and those of them who paid. */
      trials: z.int(),
      converted: z.int(),
    }),
  ),
  /** By the month of the first payment; oldest first. */
  cohorts: z.array(
    z.object({
      month: z.string(),
      size: z.int(),
      /** How many were still members after 1, 2, 3 … months; as far as all of them could have got. */
      stayed: z.array(z.int()),
    }),
  ),
});
export type MembershipStats = z.infer<typeof membershipStatsSchema>;
