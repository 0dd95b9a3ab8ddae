// The sandbox's webhooks: posts each signed event until the site acknowledges it.
import http from 'node:http';
import type { Db } from '#server/db/client.ts';
import { markSandboxEventsDelivered, claimSandboxEvents } from './sandbox.queries.ts';
import { signBody } from './webhook-body.ts';

const AT_A_TIME = 40;
const AT_ONCE = 4;
const PATIENCE_MS = 5000;

type Delivery = { siteUrl: string; secret: string; now: () => Date };

/** Returns the number of acknowledged events. The others wait for their next attempt. */
export async function deliverEvents(db: Db, delivery: Delivery): Promise<number> {
  let heard = 0;
  for (;;) {
    const taken = await claimSandboxEvents(db, { now: delivery.now(), limit: AT_A_TIME });
    const delivered = taken.length === 0 ? [] : await tellAll(taken, delivery);
    if (delivered.length > 0) await markSandboxEventsDelivered(db, { ids: delivered, at: delivery.now() });
    heard += delivered.length;
    // Events added meanwhile have triggered the next round.
    if (taken.length < AT_A_TIME) return heard;
  }
}

async function tellAll(events: readonly { id: string; body: string }[], delivery: Delivery) {
  const delivered: string[] = [];
  const waiting = events.values();
  const teller = async () => {
    for (const { id, body } of waiting) if (await isHeard(body, delivery)) delivered.push(id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, teller));
  return delivered;
}

const AGENT = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** With node:http: for a call this small, fetch costs as much as everything else. */
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
    // Drain the response, which frees the connection.
    answer.resume();
    answer.on('close', () => resolve(answer.complete && answer.statusCode === 200));
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(false));
  request.end(bytes);
  return promise;
}
