// A browser's live stream, as the page reads it: after a lost connection it resumes after the last event it has.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type StreamEvent = {
  id: string;
  event: string;
  data: { kind?: string; conversationId?: number; seq?: number };
  at: number;
};

/** `url` is asked for at every connection, so that it can move to another server. */
export function followStream(url: () => string, cookie: string) {
  const events: StreamEvent[] = [];
  const closed = new AbortController();
  let lastId = '';
  let request: http.ClientRequest | undefined;

  const connect = () =>
    new Promise<void>((resolve) => {
      const headers = { cookie, ...(lastId && { 'last-event-id': lastId }) };
      request = http.get(`${url()}/api/events`, { headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          const blocks = text.split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) take(block);
        });
        response.on('close', resolve);
        response.on('error', () => resolve());
      });
      request.on('error', () => resolve());
      request.on('close', resolve);
    });

  function take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
    const data = field('data');
    if (data === '') return;
    lastId = field('id') || lastId;
    const event = field('event') || 'message';
    events.push({
      id: field('id'),
      event,
      data: JSON.parse(data) as StreamEvent['data'],
      at: performance.now(),
    });
  }

  async function run(): Promise<void> {
    while (!closed.signal.aborted) {
      await connect();
      if (!closed.signal.aborted) await sleep(200);
    }
  }
  const done = run();
  return {
    events,
    /** Numbers of the messages it was told of, by conversation, in the order they came. */
    seqs: (conversationId: number) =>
      events.flatMap(({ data }) =>
        data.kind === 'message' && data.conversationId === conversationId ? [data.seq ?? 0] : [],
      ),
    async close() {
      closed.abort();
      request?.destroy();
      await done;
    },
  };
}
