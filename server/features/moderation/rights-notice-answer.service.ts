// A seller's answer to a takedown: one counter-notice, before the deadline.
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnNotice } from '#shared/features/moderation/rights-notice.contract.ts';
import { isPutBackByItself, NOTICE_DAYS } from '#shared/features/moderation/rights-notice.states.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { mailCounter } from './rights-notice-mail.ts';
import { findParties, moveNotice } from './rights-notice-moves.queries.ts';
import { getOwnNotice, noSuchNotice } from './rights-notice.service.ts';

export async function fileCounterNotice(
  ctx: AppContext,
  viewer: Viewer,
  { id, body }: { id: number; body: string },
): Promise<OwnNotice> {
  const text = toPlainText(body);
  if (!text) throw emptyCounter();
  const isFiled = await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const dueAt = daysAfter(now, NOTICE_DAYS.putBack);
    const upheldOfTheirs = { id, move: 'counter', sellerId: viewer.id, dueAfter: now } as const;
    if (!(await moveNotice(tx, upheldOfTheirs, { counterBody: text, counteredAt: now, dueAt }))) return false;
    const parties = await findParties(tx, { id });
    if (!parties) throw noSuchNotice();
    await mailCounter(ctx, tx, {
      parties,
      body: text,
      dueAt: isPutBackByItself(parties.reason) ? dueAt : null,
    });
    return true;
  });
  const notice = await getOwnNotice(ctx, viewer, id);
  if (!isFiled) throw tooLate(notice);
  return notice;
}

function tooLate({ state, counteredAt }: OwnNotice): AppError {
  if (counteredAt) {
    return new AppError('conflict', 'You have filed a counter-notice already. There can be one only.');
  }
  return new AppError(
    'conflict',
    state === 'put_back'
      ? 'This notice is settled: your resource was put back.'
      : 'The time for a counter-notice is over. Write to us if something kept you from answering.',
  );
}

/** Nothing but characters nobody can see. */
function emptyCounter(): AppError {
  const message = 'Say in a sentence or two why it should be back on sale';
  return new AppError('validation_failed', message, [{ path: 'body', message }]);
}
