// Live events: what a feature tells the browsers of users, on whichever process they are connected.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import type { LiveEventKind } from '#shared/live-events.ts';
import { insertLiveEvents, listStaffIds, notifyTyping } from './live-event.queries.ts';

/**
 * Call it last in the transaction that makes the change: from here on, other transactions that tell one of these users
 * something wait. That is what keeps a user's events in order, and none of them unseen.
 */
export async function publishLiveEvent(
  ctx: Pick<AppContext, 'clock'>,
  tx: Tx,
  event: { userIds: readonly number[]; kind: LiveEventKind; payload: Record<string, number> },
): Promise<void> {
  await insertLiveEvents(tx, { ...event, now: ctx.clock.now() });
}

/** Reaches users who are connected now, and is not stored. */
export const publishTyping = notifyTyping;

/** Staff see at once that there is more or less to decide. Also last in the transaction. */
export async function publishStaffQueueEvent(ctx: Pick<AppContext, 'clock'>, tx: Tx): Promise<void> {
  await publishLiveEvent(ctx, tx, { userIds: await listStaffIds(tx), kind: 'staff-queue', payload: {} });
}

export { liveEventsSql } from './live-event.queries.ts';
