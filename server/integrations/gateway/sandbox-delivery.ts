// The sandbox's webhooks: each waiting event is posted, signed, until the site says it heard.
import http from 'node:http';
import type { Db } from '#server/db/client.ts';
import { markSandboxEventsTold, takeSandboxEvents } from './sandbox.queries.ts';
import { signBody } from './webhook-body.ts';

const AT_A_TIME = 40;
const AT_ONCE = 4;
const PATIENCE_MS = 5000;

type Delivery = { siteUrl: string; secret: string; now: () => Date };

/** How many were heard. One that was not waits for its next try. */
export async function deliverEvents(db: Db, delivery: Delivery): Promise<number> {
  let heard = 0;
  for (;;) {
    const taken = await takeSandboxEvents(db, { now: delivery.now(), limit: AT_A_TIME });
    const told = taken.length === 0 ? [] : await tellAll(taken, delivery);
    if (told.length > 0) await markSandboxEventsTold(db, { ids: told, at: delivery.now() });
    heard += told.length;
    // Whatever came in the meantime has woken the next round.
    if (taken.length < AT_A_TIME) return heard;
  }
}

async function tellAll(events: readonly { id: string; body: string }[], delivery: Delivery) {
  const told: string[] = [];
  const waiting = events.values();
  const teller = async () => {
    for (const { id, body } of waiting) if (await isHeard(body, delivery)) told.push(id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, teller));
  return told;
}

const AGENT = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** By node:http: for so small a call, fetch costs as much as all the rest of it. */
async function isHeard(body: string, { siteUrl, secret, now }: Delivery): Promise<boolean> {
  const bytes = Buffer.from(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': bytes.length,
    'sandbox-signature': signBody(secret, bytes, now()),
  };
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const request = http.request(`${siteUrl}/api/webhooks/sandbox`, {
    method: 'POST',
    agent: AGENT,
    headers,
    timeout: PATIENCE_MS,
  });
  request.on('response', (answer) => {
    // Read to its end: only then is the connection free for the next.
    answer.resume();
    answer.on('close', () => resolve(answer.complete && answer.statusCode === 200));
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(false));
  request.end(bytes);
  return promise;
}
