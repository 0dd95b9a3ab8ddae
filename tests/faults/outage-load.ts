// Two servers on a PostgreSQL that can be killed, with buyers on both, and the checks once it is back.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { connectDatabase } from '#server/db/client.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { DATABASE } from '#server/db/open-connection.ts';
import { expectBalancedBooks, fatesOf, sandboxCharges } from './books.ts';
import { makeReady } from './ready-folder.ts';
import { endServerProcess, startServerProcess, type ServerProcess } from './server-process.ts';
import { startSlowDatabase } from './slow-database.ts';
import { GOOD_CARD, guest, newResource, until } from './two-servers.ts';

export type Outages = Awaited<ReturnType<typeof startOutages>>;

/** Enough latency that most transactions are idle between two statements when their connection is lost. */
const DELAY_MS = 10;

/** `within`: the disk for the database and the files. */
export async function startOutages({ within = os.tmpdir() } = {}) {
  const folder = await mkdtemp(path.join(within, 'releve-outage-'));
  // The database account needs access when the tests run as root.
  await chmod(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  await makeReady(dataDir);
  const embedded = await startEmbedded({ dataDir });
  embedded.keepAlive(() => undefined);
  const connection = { ...embedded.connection, database: DATABASE };
  const slow = await startSlowDatabase(connection);
  slow.setDelay(DELAY_MS);
  const database = connectDatabase(connection, { max: 3 });
  const env = { TRUST_PROXY: '1', DATABASE_URL: slow.url, DATA_DIR: path.join(folder, 'files') };
  const servers: ServerProcess[] = [];
  afterAll(async () => {
    await Promise.all(servers.map((server) => endServerProcess(server)));
    await slow.close();
    await database.close();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  });
  for (let count = 0; count < 2; count++) servers.push(await startServerProcess(env));
  const rows = async <T>(text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows as T[];
  return { dataDir, embedded, slow, db: database.db, rows, servers };
}

export type Sale = { email: string; key: string; status: number; body: Record<string, unknown> };

export type Load = {
  sales: Sale[];
  /** Counts of each status, and the unacceptable ones. */
  statuses: Map<number, number>;
  wrong: string[];
  stop(): Promise<void>;
};

const AT_ONCE = 8;

/** Buyers who, like browsers, resend with the same key until they get a response. */
export async function startLoad({ servers, db }: Outages): Promise<Load> {
  const itemId = await newResource({ db });
  const sales: Sale[] = [];
  const statuses = new Map<number, number>();
  const wrong: string[] = [];
  const run = { isOver: false };
  const attempt = async (sale: { email: string; key: string }) => {
    const { url } = servers[Math.floor(Math.random() * servers.length)] as ServerProcess;
    const address = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join('.')}`;
    const answer = await fetch(`${url}/api/simple-checkout`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        'idempotency-key': sale.key,
      },
      body: JSON.stringify({
        ...guest(),
        email: sale.email,
        items: [{ itemType: 'resource', itemId, quantity: 1 }],
        card: GOOD_CARD,
      }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const isExpected = answer.status < 500 || (answer.status === 503 && answer.headers.has('retry-after'));
    if (!isExpected) wrong.push(`${answer.status} ${text}`);
    return { status: answer.status, body: JSON.parse(text) as Record<string, unknown> };
  };
  const buyer = async () => {
    while (!run.isOver) {
      const sale = { email: guest().email, key: randomUUID() };
      for (const end = Date.now() + 120_000; ; await sleep(200)) {
        if (Date.now() > end) throw new Error(`${sale.email} was not answered in two minutes`);
        const answer = await attempt(sale);
        if (answer.status === 503) continue;
        sales.push({ ...sale, ...answer });
        break;
      }
    }
  };
  const buyers = Array.from({ length: AT_ONCE }, buyer);
  return {
    sales,
    statuses,
    wrong,
    async stop() {
      run.isOver = true;
      await Promise.all(buyers);
    },
  };
}

/** Waits for more sales, so that something is in progress at the next strike. */
export async function untilMoreSales(load: Load, more = AT_ONCE): Promise<void> {
  const goal = load.sales.length + more;
  await until(
    'sales go on',
    90,
    async () => load.sales.length,
    (count) => count >= goal,
  );
}

/** How long until both are ready again, in milliseconds. */
export async function untilBothReady({ servers }: Outages): Promise<number> {
  const startedAt = Date.now();
  const look = () =>
    Promise.all(
      servers.map(({ url }) =>
        fetch(`${url}/readyz`).then(
          (answer) => answer.status,
          () => 0,
        ),
      ),
    );
  await until('both are ready', 60, look, (seen) => seen.every((status) => status === 200));
  return Date.now() - startedAt;
}

/** No process died, nothing acknowledged is lost, nothing was charged twice, and the ledger balances. */
export async function expectNothingLost(
  outages: Outages,
  load: Load,
): Promise<{ charges: number; refunded: number }> {
  const { rows, servers } = outages;
  expect(servers.map(({ child }) => [child.exitCode, child.signalCode])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(load.wrong).toEqual([]);
  const fates = await until(
    'every charge is fulfilled or refunded',
    150,
    async () => fatesOf(rows, await sandboxCharges(rows)),
    ({ open }) => open === 0,
  );
  await expectBalancedBooks(rows);
  const paid = load.sales.filter(({ status, body }) => status === 200 && body['status'] === 'paid');
  expect(paid.length).toBeGreaterThan(0);
  const orders = await rows<{ email: string; paid: number; charges: number }>(
    `select o.email, count(*) filter (where o.state = 'paid')::int as paid,
       (select count(*)::int from sandbox_charges c join payments p on p.gateway_id = c.payment_id
         join orders other on other.id = p.order_id where other.email = o.email and c.outcome = 'succeeded') as charges
     from orders o where o.email = any($1) group by o.email`,
    [paid.map(({ email }) => email)],
  );
  expect(orders.filter((order) => order.paid !== 1 || order.charges !== 1)).toEqual([]);
  expect(orders).toHaveLength(paid.length);
  return { charges: fates.fulfilled + fates.refunded, refunded: fates.refunded };
}
