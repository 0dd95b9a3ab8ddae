// A user's own membership, as they see it.
import { z } from 'zod';
import {
  INVOICE_KINDS,
  INVOICE_STATES,
  MEMBERSHIP_SOURCES,
  MEMBERSHIP_STATES,
} from '#shared/features/membership/membership.states.ts';
import { PLAN_PERIODS } from '#shared/features/plan/plan.rules.ts';
import { wireMoney } from '#shared/money.schema.ts';

const period = z.enum(PLAN_PERIODS);

const cardSchema = z.object({ brand: z.string(), lastFour: z.string(), expMonth: z.int(), expYear: z.int() });
export type MembershipCard = z.infer<typeof cardSchema>;

export const membershipSchema = z.object({
  id: z.int(),
  planId: z.int(),
  planName: z.string(),
  period,
  state: z.enum(MEMBERSHIP_STATES),
  source: z.enum(MEMBERSHIP_SOURCES),
  /** The period that is paid for, or the trial. */
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  trialEndsAt: z.iso.datetime().nullable(),
  isCanceling: z.boolean(),
  pausedUntil: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  card: cardSchema.nullable(),
  /** Whether we know where they pay from; asked with their next card otherwise. */
  hasAddress: z.boolean(),
  /** What the next period costs if they stay, before tax; null: it can't be renewed. */
  price: wireMoney.nullable(),
  /** Before tax; null if nothing will be charged. */
  nextPayment: z.object({ at: z.iso.datetime(), amount: wireMoney, planName: z.string(), period }).nullable(),
  /** The order of a payment that failed. */
  openOrderId: z.int().nullable(),
});
export type Membership = z.infer<typeof membershipSchema>;

/** What a membership charged or tried to. Its receipt is that of the order. */
export const invoiceSchema = z.object({
  id: z.int(),
  kind: z.enum(INVOICE_KINDS),
  state: z.enum(INVOICE_STATES),
  planName: z.string(),
  period,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  order: z.object({ id: z.int(), number: z.string() }),
  /** With tax. */
  total: wireMoney,
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

/** What the link in an email about a payment shows to anyone who has it. */
export const cardLinkSchema = z.object({
  planName: z.string(),
  period,
  state: z.enum(MEMBERSHIP_STATES),
  endsAt: z.iso.datetime(),
  isCanceling: z.boolean(),
  card: cardSchema.omit({ expMonth: true, expYear: true }).nullable(),
  hasAddress: z.boolean(),
  /** Charged right away, with tax; null: the card is charged when the trial or period ends. */
  due: wireMoney.nullable(),
  /** Of a period, before tax. */
  price: wireMoney.nullable(),
});
export type CardLink = z.infer<typeof cardLinkSchema>;
