// Live events in the frame of every signed-in page: what others do shows up without reloading.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listApplications } from '#shared/features/application/application.contract.ts';
import { getCart } from '#shared/features/cart/cart.contract.ts';
import * as message from '#shared/features/message/message.contract.ts';
import {
  getMessageReportCounts,
  listMessageReports,
} from '#shared/features/message/message-staff.contract.ts';
import { getModerationCounts } from '#shared/features/moderation/moderation.contract.ts';
import { listNotifications } from '#shared/features/notification/notification.contract.ts';
import { getSupportRequest, listSupportRequests } from '#shared/features/support/support-staff.contract.ts';
import type { LiveEventKind } from '#shared/live-events.ts';
import { followLiveEvents } from '#app/lib/live-events.ts';
import { clearTyping, noteTyping } from '#app/lib/typing.ts';
import { invalidate, type Touched } from '#app/lib/use-contract-mutation.ts';
import { useUser } from '#app/lib/user.api.ts';

const thread = [message.listConversations, message.getConversation, message.listMessages];

/** What each event makes stale. A purchase empties the cart and arrives as a notification. */
const TOUCHED: Readonly<Record<LiveEventKind, Touched>> = {
  message: thread,
  conversation: thread,
  notification: [listNotifications, getCart],
  cart: [getCart],
  support: [listSupportRequests, getSupportRequest],
  'staff-queue': [listApplications, getModerationCounts, getMessageReportCounts, listMessageReports],
};

const OWN_CHANGE_MS = 2000;

/** The tab that changes the cart shows it at once and reloads it after a pause (spec §9); its own event comes earlier. */
function hasJustChanged(client: QueryClient): boolean {
  const since = Date.now() - OWN_CHANGE_MS;
  return client
    .getMutationCache()
    .getAll()
    .some(({ state }) => state.status === 'pending' || state.submittedAt > since);
}

export function useLiveUpdates(): void {
  const client = useQueryClient();
  const userId = useUser()?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    return followLiveEvents((event) => {
      if (event?.kind === 'typing') {
        noteTyping(event);
        return;
      }
      if (event?.kind === 'message') clearTyping(Number(event['conversationId']));
      // A newer server may send kinds this page doesn't know.
      const touched = new Set(event ? (TOUCHED[event.kind] ?? []) : Object.values(TOUCHED).flat());
      if (event?.kind !== 'notification' && hasJustChanged(client)) touched.delete(getCart);
      void invalidate(client, [...touched]);
    });
  }, [client, userId]);
}
