// Shares what members paid for a month among the sellers and instructors whose items they used (decision 037).
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordLedgerEntries } from '#server/features/ledger/ledger.service.ts';
import { downloadMonth } from '#shared/features/membership/download.rules.ts';
import { memberShareLines, SHARE_AFTER_DAYS } from '#shared/features/member-share/member-share.rules.ts';
import {
  claimMonth,
  insertShares,
  listOpenMonths,
  openMonth,
  recordUses,
  setMonthSums,
} from './member-share.queries.ts';

/** Notes what members use, and shares each month once its payments can no longer be refunded. */
export async function shareMemberships(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  await openMonth(ctx.db, { month: downloadMonth(now) });
  const lastToShare = downloadMonth(daysAfter(now, -SHARE_AFTER_DAYS), -1);
  for (const month of await listOpenMonths(ctx.db, { until: downloadMonth(now) })) {
    await recordUses(ctx.db, { month });
    if (month <= lastToShare) await inTransaction(ctx.db, (tx) => shareMonth(tx, { month, now }));
  }
}

/** If two processes do this at once, the second finds the month already shared. */
export async function shareMonth(tx: Tx, { month, now }: { month: string; now: Date }): Promise<void> {
  const claimed = await claimMonth(tx, { month, now });
  if (!claimed) return;
  const { revenueCents, shares } = await insertShares(tx, claimed);
  let sharedCents = 0;
  for (const { payeeId, amountCents } of shares) {
    sharedCents += amountCents;
    await recordLedgerEntries(tx, {
      kind: 'member_share',
      cause: `member_share ${month.slice(0, 7)} ${payeeId}`,
      at: now,
      lines: memberShareLines({ payeeId, amountCents }),
    });
  }
  await setMonthSums(tx, { month, revenueCents, sharedCents });
}
