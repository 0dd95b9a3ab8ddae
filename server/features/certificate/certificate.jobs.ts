// What happens to certificates by itself: reminders before the expiry, and following refunds.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { setCertificateHours } from '#server/features/credit/credit.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { sendReinstatedMail, sendReminderMail, sendRevokedMail } from './certificate-mail.ts';
import { insertDueReminders, reinstateRefunded, revokeRefunded } from './certificate-jobs.queries.ts';

const BATCH = 100;

/** Each reminder once: the row that says so and the email share a transaction. */
async function sendReminders(ctx: AppContext): Promise<void> {
  for (let sent = BATCH; sent === BATCH;) {
    sent = await inTransaction(ctx.db, async (tx) => {
      const due = await insertDueReminders(tx, { now: ctx.clock.now(), limit: BATCH });
      for (const reminder of due) await sendReminderMail(ctx, tx, reminder);
      return due.length;
    });
  }
}

export const sendCertificateRemindersJob = defineJob({
  name: 'certificate.send-reminders',
  data: z.object({}),
  cron: '*/15 * * * *',
  run: sendReminders,
});

export const REFUND_REASON = 'The course was refunded.';

/** A certificate earned with a purchase goes with it, and comes back if the payment does (a dispute that was won). */
async function followRefunds(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    for (const certificate of await revokeRefunded(tx, { reason: REFUND_REASON, now })) {
      await setCertificateHours(tx, { id: certificate.id, isCounted: false });
      await sendRevokedMail(ctx, tx, { ...certificate, reason: REFUND_REASON });
    }
    for (const certificate of await reinstateRefunded(tx, { reason: REFUND_REASON, now })) {
      await setCertificateHours(tx, { id: certificate.id, isCounted: true });
      await sendReinstatedMail(ctx, tx, certificate);
    }
  });
}

export const followRefundsJob = defineJob({
  name: 'certificate.follow-refunds',
  data: z.object({}),
  cron: '* * * * *',
  run: followRefunds,
});
