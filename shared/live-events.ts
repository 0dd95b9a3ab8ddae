// Live events, as /api/events sends them to browsers.

/**
 * message: a new one; conversation: something in it changed, such as an edit or a read mark; notification: a new one, or
 * some were read; cart: something in it changed; support: something new in a conversation with support, for staff;
 * staff-queue: there is more or less for staff to decide.
 */
export const LIVE_EVENT_KINDS = [
  'message',
  'conversation',
  'notification',
  'cart',
  'support',
  'staff-queue',
] as const;
export type LiveEventKind = (typeof LIVE_EVENT_KINDS)[number];

/** Someone is writing. Not stored and not numbered: a moment later it isn't true any more. */
export type TypingEvent = { kind: 'typing'; conversationId: number; userId: number };

/** Ids only: the page reads what they stand for through the API. */
export type LiveEvent = ({ kind: LiveEventKind } & Record<string, number | string>) | TypingEvent;

/** Carries on after this event; a browser's own Last-Event-ID header wins. */
export const LIVE_EVENTS_PATH = '/api/events';

/** `7-41`: the 41st event of user 7, so that an id kept from another user's session means nothing. */
export const liveEventId = (userId: number, number: number): string => `${userId}-${number}`;

/** Null if it isn't an event of this user. */
export function parseLiveEventId(userId: number, text: string | undefined): number | null {
  const found = /^(\d{1,10})-(\d{1,10})$/.exec(text ?? '');
  return found && Number(found[1]) === userId ? Number(found[2]) : null;
}
