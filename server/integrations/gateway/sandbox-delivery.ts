// The sandbox's webhooks: each waiting event is posted, signed, until the site says it heard.
import type { Db } from '#server/db/client.ts';
import { markSandboxEventsTold, takeSandboxEvents } from './sandbox.queries.ts';
import { signBody } from './signed-body.ts';

const AT_A_TIME = 40;
const AT_ONCE = 4;
const PATIENCE_MS = 5000;

type Delivery = { siteUrl: string; secret: string; now: () => Date };

/** How many were heard. One that was not waits for its next try. */
export async function deliverEvents(db: Db, delivery: Delivery): Promise<number> {
  let heard = 0;
  for (;;) {
    const taken = await takeSandboxEvents(db, { now: delivery.now(), limit: AT_A_TIME });
    if (taken.length === 0) return heard;
    const told = await tellAll(taken, delivery);
    if (told.length > 0) await markSandboxEventsTold(db, { ids: told, at: delivery.now() });
    heard += told.length;
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

async function isHeard(body: string, { siteUrl, secret, now }: Delivery): Promise<boolean> {
  try {
    const answer = await fetch(`${siteUrl}/api/webhooks/sandbox`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sandbox-signature': signBody(secret, Buffer.from(body), now()),
      },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    // Read to its end: only then is the connection free for the next.
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
