// One connection that listens for NOTIFY, and comes back by itself after the database was away.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './client.ts';

export type Listener = {
  /** Resolves once it listens; tries again for as long as it takes. */
  start(): Promise<void>;
  /** Replaces a connection that no longer answers, as after a cut network cable. */
  check(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  /** One of our own names. */
  channel: string;
  onNotification(payload: string): void;
  /** Also after every reconnection: what was sent meanwhile is lost, so look for it. */
  onListening(): void;
};

const LONGEST_PAUSE_MS = 1000;
const ANSWER_MS = 5000;

export function createListener(connection: Connection, options: Options): Listener {
  let current: pg.Client | null = null;
  let starting: Promise<void> | null = null;
  let isStopped = false;

  async function connect(): Promise<void> {
    const client = new pg.Client({
      application_name: 'releve-live',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      ...connection,
    });
    // `end` follows; without a listener the error would end the process.
    client.on('error', () => {});
    client.on('notification', ({ payload }) => options.onNotification(payload ?? ''));
    client.once('end', () => lost(client));
    try {
      await client.connect();
      await client.query(`listen ${options.channel}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    current = client;
  }

  function lost(client: pg.Client): void {
    if (current !== client) return;
    current = null;
    void start();
  }

  async function keepTrying(pause = 20): Promise<void> {
    if (isStopped) return;
    try {
      await connect();
    } catch {
      await sleep(pause);
      await keepTrying(Math.min(pause * 2, LONGEST_PAUSE_MS));
      return;
    }
    options.onListening();
  }

  function start(): Promise<void> {
    if (current) return Promise.resolve();
    starting ??= keepTrying().finally(() => {
      starting = null;
    });
    return starting;
  }

  return {
    start,
    async check() {
      const client = current;
      if (!client) return;
      try {
        await client.query('select 1');
      } catch {
        client.end().catch(() => {});
        lost(client);
      }
    },
    async stop() {
      isStopped = true;
      await starting;
      const client = current;
      current = null;
      await client?.end().catch(() => {});
    },
  };
}
