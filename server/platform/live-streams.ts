// The open event streams of this process. A notification only says that a user has something new; what it is, is read
// from the table, so a stream never misses an event and never sends one twice.
import type { Clock } from '#server/clock.ts';
import type { Connection, Db } from '#server/db/client.ts';
import { createListener } from '#server/db/listener.ts';
import { liveEventId, type TypingEvent } from '#shared/live-events.ts';
import {
  findLastNumbers,
  findLiveSessions,
  listLiveEvents,
  recordConnections,
  type LiveEventRow,
} from './live-event.queries.ts';

/** The HTTP side of a stream. */
export type LiveReceiver = {
  write(text: string): void;
  end(): void;
};

type Stream = LiveReceiver & {
  userId: number;
  sessionId: number;
  /** The number of the latest event it has sent. */
  sent: number;
  typingSentAt: number;
};

export type LiveStreams = {
  /** `after`: the latest event the browser has; null: it starts now. Returns what to call when the browser is gone. */
  open(
    viewer: { id: number; sessionId: number },
    after: number | null,
    receiver: LiveReceiver,
  ): Promise<() => void>;
  /** How many streams are open. */
  count(): number;
  stop(): Promise<void>;
};

/** Proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 20_000;
/** How exactly others know who is connected. */
const CONNECTED_EVERY_MS = 60_000;
/** One per browser; more come only from something gone wrong. */
const MOST_OF_ONE_USER = 20;

/** The open streams, by user. */
function createStreamSet() {
  const byUser = new Map<number, Set<Stream>>();
  const all = () => [...byUser.values()].flatMap((ofUser) => [...ofUser]);
  const remove = (stream: Stream) => {
    const ofUser = byUser.get(stream.userId);
    ofUser?.delete(stream);
    if (ofUser?.size === 0) byUser.delete(stream.userId);
  };
  const close = (isMeant: (stream: Stream) => boolean) => {
    for (const stream of all().filter(isMeant)) {
      remove(stream);
      stream.end();
    }
  };
  const add = (stream: Stream) => {
    const ofUser = byUser.get(stream.userId) ?? new Set();
    byUser.set(stream.userId, ofUser.add(stream));
    const [oldest] = ofUser;
    if (ofUser.size > MOST_OF_ONE_USER && oldest) close((one) => one === oldest);
  };
  return {
    all,
    add,
    remove,
    close,
    of: (userId: number) => byUser.get(userId),
    userIds: () => [...byUser.keys()],
  };
}

type StreamSet = ReturnType<typeof createStreamSet>;

/** Sends a user's streams what is new. One round at a time for each user; what comes meanwhile is sent by the next. */
function createSender(db: Db, streams: StreamSet): (userId: number) => Promise<void> {
  const sending = new Set<number>();
  const sendAgain = new Set<number>();

  /** True if something was sent, so there may be more. */
  async function sendRound(userId: number): Promise<boolean> {
    const waiting = streams.of(userId);
    if (!waiting) return false;
    const after = Math.min(...Array.from(waiting, ({ sent }) => sent));
    const events = await listLiveEvents(db, { userId, after });
    for (const stream of waiting) {
      for (const event of events) if (event.number > stream.sent) sendEvent(stream, event);
    }
    return events.length > 0;
  }

  return async function send(userId) {
    if (!streams.of(userId)) return;
    if (sending.has(userId)) {
      sendAgain.add(userId);
      return;
    }
    sending.add(userId);
    try {
      do sendAgain.delete(userId);
      while ((await sendRound(userId)) || sendAgain.has(userId));
    } catch {
      // The database is away: the listener reconnects and catches up.
    } finally {
      sending.delete(userId);
    }
  };
}

function sendEvent(stream: Stream, { number, kind, payload }: LiveEventRow): void {
  stream.write(
    `id: ${liveEventId(stream.userId, number)}\ndata: ${JSON.stringify({ kind, ...payload })}\n\n`,
  );
  stream.sent = number;
}

/** However often someone says that they are writing. */
const TYPING_EVERY_MS = 500;

function sendTyping(stream: Stream, event: TypingEvent): void {
  const now = performance.now();
  if (now - stream.typingSentAt < TYPING_EVERY_MS) return;
  stream.typingSentAt = now;
  // Without an id: the browser carries on after the latest event that has one.
  stream.write(`data: ${JSON.stringify(event)}\n\n`);
}

type Dependencies = { db: Db; connection: Connection; clock: () => Clock };

export function createLiveStreams({ db, connection, clock }: Dependencies): LiveStreams {
  const streams = createStreamSet();
  const send = createSender(db, streams);
  let heartbeat: NodeJS.Timeout | undefined;
  let isStopped = false;

  const listener = createListener(connection, {
    channel: 'live',
    onNotification(payload) {
      const [kind, id, ...more] = payload.split(':');
      if (kind === 'user') void send(Number(id));
      if (kind === 'session') streams.close(({ sessionId }) => sessionId === Number(id));
      if (kind === 'typing') tellTyping(Number(id), ...(more as [string, string]));
    },
    onListening: () => void catchUp().catch(() => {}),
  });

  function tellTyping(conversationId: number, userId: string, toIds: string): void {
    const event = { kind: 'typing', conversationId, userId: Number(userId) } as const;
    for (const id of toIds.split(',')) {
      for (const stream of streams.of(Number(id)) ?? []) sendTyping(stream, event);
    }
  }

  /** After a reconnection, and at every heartbeat in case a notification was lost. */
  async function catchUp(): Promise<void> {
    const userIds = streams.userIds();
    if (userIds.length === 0) return;
    const latest = await findLastNumbers(db, { userIds });
    for (const stream of streams.all()) {
      if ((latest.get(stream.userId) ?? 0) > stream.sent) void send(stream.userId);
    }
  }

  /** Sessions also expire, and users are suspended. */
  async function endSignedOut(): Promise<void> {
    const sessionIds = new Set(streams.all().map(({ sessionId }) => sessionId));
    if (sessionIds.size === 0) return;
    const live = await findLiveSessions(db, { sessionIds: [...sessionIds], now: clock().now() });
    streams.close(({ sessionId }) => sessionIds.has(sessionId) && !live.has(sessionId));
  }

  let recordedAt = 0;
  async function recordConnected(): Promise<void> {
    const now = clock().now();
    const userIds = streams.userIds();
    if (userIds.length === 0 || Math.abs(now.getTime() - recordedAt) < CONNECTED_EVERY_MS) return;
    recordedAt = now.getTime();
    await recordConnections(db, { userIds, now });
  }

  async function beat(): Promise<void> {
    for (const stream of streams.all()) stream.write(':\n\n');
    await listener.check();
    await endSignedOut();
    await catchUp();
    await recordConnected();
  }

  return {
    async open({ id: userId, sessionId }, after, receiver) {
      await listener.start();
      heartbeat ??= setInterval(() => void beat().catch(() => {}), HEARTBEAT_MS).unref();
      await recordConnections(db, { userIds: [userId], now: clock().now() });
      const sent = await findStart(db, { userId, after });
      // Without a place to resume from, the page must read everything again.
      const kind = sent === after ? 'resumed' : 'ready';
      receiver.write(`retry: 2000\nid: ${liveEventId(userId, sent)}\nevent: ${kind}\ndata: {}\n\n`);
      const stream = { ...receiver, userId, sessionId, sent, typingSentAt: 0 };
      streams.add(stream);
      if (isStopped) streams.close((one) => one === stream);
      void send(userId);
      return () => streams.remove(stream);
    },
    count: () => streams.all().length,
    async stop() {
      isStopped = true;
      clearInterval(heartbeat);
      streams.close(() => true);
      await listener.stop();
    },
  };
}

/** `after` if every event since then is still there, otherwise the latest. */
async function findStart(
  db: Db,
  { userId, after }: { userId: number; after: number | null },
): Promise<number> {
  const latest = (await findLastNumbers(db, { userIds: [userId] })).get(userId) ?? 0;
  if (after === null || after >= latest) return latest;
  const [next] = await listLiveEvents(db, { userId, after });
  return next?.number === after + 1 ? after : latest;
}
