// Live events from the server. One tab of a browser reads the stream and passes it on to the others; when it is closed,
// another takes over where it stopped.
import { LIVE_EVENTS_PATH, type LiveEvent } from '#shared/live-events.ts';

const NAME = 'releve.live';
/** While there is no connection. */
const POLL_MS = 30_000;
const LONGEST_PAUSE_MS = 60_000;

/** Null: anything may have changed, read it again. */
type Follow = (event: LiveEvent | null) => void;
type Note = { id: string; event: LiveEvent | null };

/** Returns a function that stops listening. */
export function followLiveEvents(onEvent: Follow): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let lastId = '';
  const take = ({ id, event }: Note) => {
    if (id) lastId = id;
    onEvent(event);
  };
  const tellAll = (note: Note) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, only this origin
    channel.postMessage(note);
    take(note);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Note>) => take(data));
  const read = () => readStream(() => lastId, tellAll, stop.signal);
  // Locks exist only on secure pages; elsewhere every tab reads for itself.
  if ('locks' in navigator) navigator.locks.request(NAME, { signal: stop.signal }, read).catch(() => {});
  else void read();
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Ends when it is aborted. Where streams don't get through, it asks everyone to look now and then. */
function readStream(lastId: () => string, tell: (note: Note) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let pause = 1000;
    const open = () => {
      source = new EventSource(`${LIVE_EVENTS_PATH}?after=${encodeURIComponent(lastId())}`);
      source.addEventListener('open', () => {
        pause = 1000;
      });
      source.addEventListener('ready', ({ lastEventId }) => tell({ id: lastEventId, event: null }));
      source.addEventListener('message', ({ lastEventId, data }: MessageEvent<string>) =>
        tell({ id: lastEventId, event: JSON.parse(data) as LiveEvent }),
      );
      source.addEventListener('error', () => {
        // A lost connection is opened again by the browser; a refused one isn't.
        if (source?.readyState !== EventSource.CLOSED) return;
        retry = setTimeout(open, pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      });
    };
    const poll = setInterval(() => {
      if (source?.readyState !== EventSource.OPEN) tell({ id: '', event: null });
    }, POLL_MS);
    signal.addEventListener('abort', () => {
      clearInterval(poll);
      clearTimeout(retry);
      source?.close();
      resolve();
    });
    open();
  });
}
