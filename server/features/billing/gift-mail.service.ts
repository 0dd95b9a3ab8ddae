// The email with a gift: on the day its buyer chose, again when staff ask for it.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  countGifts,
  listGiftRows,
  listGiftsToSend,
  lockGiftById,
  markGiftSent,
  type GiftRow,
} from '#server/features/membership/gift.service.ts';
import { findPlanByPrice } from '#server/features/plan/plan.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/billing/gift.contract.ts';
import { formatGiftCode } from '#shared/features/membership/gift-code.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { dayOf, toGift } from './gift-order.service.ts';

const BATCH = 100;

/** Each once: what was sent is noted in the transaction that queues the email. */
export async function sendGifts(ctx: AppContext): Promise<void> {
  for (;;) {
    const ids = await listGiftsToSend(ctx.db, { today: dayOf(ctx.clock.now()), limit: BATCH });
    for (const id of ids) {
      await inTransaction(ctx.db, async (tx) => {
        const gift = await lockGiftById(tx, { id });
        if (gift?.state === 'ready' && gift.sentAt === null) await sendGift(ctx, tx, gift);
      });
    }
    if (ids.length < BATCH) return;
  }
}

async function sendGift(ctx: AppContext, tx: Tx, gift: GiftRow): Promise<void> {
  const { siteName } = await getSettings({ db: tx });
  const plan = await findPlanByPrice(tx, { priceId: gift.priceId });
  const from = lineForMail(gift.fromName).slice(0, 80);
  const code = formatGiftCode(gift.code);
  const link = `/subscription/redeem?code=${code}`;
  await queueMail(ctx, tx, {
    kind: 'membership-gift',
    to: gift.recipientEmail,
    link,
    subject: `${from} gives you a year at ${siteName}`.slice(0, 100),
    text: [
      `Hi ${lineForMail(gift.recipientName)},`,
      `${from} gives you a year of ${plan?.name ?? 'membership'} at ${siteName}: the member library, and lower prices for everything else. It needs no card and ends by itself.`,
      ...(gift.message === '' ? [] : [`${from} writes:\n\n${gift.message}`]),
      `Redeem your gift:\n${ctx.config.publicUrl}${link}`,
      `Your code: ${code}. It has no end date, and works once, with any account.`,
      siteName,
    ].join('\n\n'),
  });
  await markGiftSent(tx, { id: gift.id, now: ctx.clock.now() });
}

export async function resendGift(ctx: AppContext, viewer: Viewer, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const gift = await lockGiftById(tx, { id });
    if (!gift || gift.state === 'pending')
      throw new AppError('not_found', 'There’s no gift with this number.');
    if (gift.state !== 'ready') {
      throw new AppError('conflict', 'This gift was redeemed or refunded. Its code no longer works.');
    }
    await sendGift(ctx, tx, gift);
    const subject: [string, number] = ['membership gift', id];
    await recordAudit(ctx, tx, { actor: viewer, action: 'member.resend_gift', subject, details: {} });
  });
}

export async function listStaffGifts(
  ctx: AppContext,
  { page, ...filter }: ContractParsed<typeof contract.listStaffGifts>['query'],
): Promise<ContractResult<typeof contract.listStaffGifts>> {
  const limits = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const [counts, rows] = await Promise.all([
    countGifts(ctx.db, filter),
    listGiftRows(ctx.db, { ...filter, ...limits }),
  ]);
  const items = rows.map(({ fromName, buyerId, buyerEmail, orderId, orderNumber, totalCents, ...row }) => {
    const { code, ...gift } = toGift(row);
    return {
      ...gift,
      codeEnd: code.slice(-4),
      buyer: { id: buyerId, name: fromName, email: buyerEmail },
      order:
        orderId === null
          ? null
          : { id: orderId, number: orderNumber ?? '', total: centsToDecimal(totalCents ?? 0) },
      membershipId: row.membershipId,
    };
  });
  return { items, total: counts[filter.state ?? 'all'], page, pageSize: PAGE_SIZE, counts };
}
