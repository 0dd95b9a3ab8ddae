// Reminders before sessions, at the hours the session type names. Each is sent once: the row that says so and the email
// share a transaction.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { queueBookingMails } from '#server/features/reservation/booking-mail.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { insertDueReminders } from './reminder.queries.ts';

const BATCH = 100;

async function sendReminders(ctx: AppContext): Promise<void> {
  for (let sent = BATCH; sent === BATCH;) {
    sent = await inTransaction(ctx.db, async (tx) => {
      const due = await insertDueReminders(tx, { now: ctx.clock.now(), limit: BATCH });
      // Two reminders that are due at once are one email.
      const ids = [...new Set(due.map(({ bookingId }) => bookingId))];
      await queueBookingMails(ctx, tx, { ids, event: 'reminder' });
      return due.length;
    });
  }
}

export const sendBookingRemindersJob = defineJob({
  name: 'booking.send-reminders',
  data: z.object({}),
  cron: '*/5 * * * *',
  run: sendReminders,
});
