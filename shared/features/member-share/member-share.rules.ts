// What sellers and instructors get of memberships: the dates, and the rule in words (decision 037).
import { formatMonth } from '#shared/dates.ts';
import type { LedgerLine } from '#shared/features/ledger/ledger.rules.ts';

/** Payments of a month can be refunded for so many days after it; then it is shared. */
export const SHARE_AFTER_DAYS = 7;

export type MemberShareCounts = {
  /** Its first day, such as 2026-10-01. */
  month: string;
  /** Of what members paid. */
  percent: number;
  /** Items, counted once for each membership that used them. */
  useCount: number;
  membershipCount: number;
};

/** How an amount was computed, for its payee's statement. */
export function describeMemberShare({
  month,
  percent,
  useCount,
  membershipCount,
}: MemberShareCounts): string {
  const members = membershipCount === 1 ? '1 membership' : `${membershipCount} memberships`;
  const times = useCount === 1 ? 'once' : `${useCount} times`;
  return (
    `${formatMonth(`${month}T00:00:00Z`)}: ${members} used your items, ${times} in all. ` +
    `${percent}% of what each membership paid for the month is divided equally among the items it used.`
  );
}

/** The platform has the members' money; it owes this part of it. */
export function memberShareLines(of: { payeeId: number; amountCents: number }): LedgerLine[] {
  return [
    { account: 'platform_revenue', sellerId: null, amountCents: of.amountCents },
    { account: 'seller_payable', sellerId: of.payeeId, amountCents: -of.amountCents },
  ];
}
