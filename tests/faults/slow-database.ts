// A proxy between a server and its PostgreSQL that can add latency.
import net from 'node:net';
import path from 'node:path';

export type SlowDatabase = {
  url: string;
  /** Milliseconds of latency for each message to PostgreSQL from now on. */
  setDelay(ms: number): void;
  /** Cuts every connection, as when a pooler or a network fails. */
  cut(): void;
  /** Cuts every connection and refuses new ones until it is called with false. */
  setAway(isAway: boolean): void;
  close(): Promise<void>;
};

export async function startSlowDatabase(connection: {
  host: string;
  port: number;
  user: string;
  database: string;
}): Promise<SlowDatabase> {
  const socketFile = path.join(connection.host, `.s.PGSQL.${connection.port}`);
  const open = new Set<net.Socket>();
  let delay = 0;
  let isRefusing = false;
  const server = net.createServer((client) => {
    if (isRefusing) {
      client.on('error', () => undefined);
      client.destroy();
      return;
    }
    const database = net.connect(socketFile);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    database.on('data', (chunk) => client.write(chunk));
    // One timer after another, so that messages stay in order even when the latency is removed.
    let last = Promise.resolve();
    const passOn = async (chunk: string | Buffer, before: Promise<void>, arrives: number) => {
      await before;
      await wait(arrives - Date.now());
      if (!database.destroyed) database.write(chunk);
    };
    client.on('data', (chunk) => {
      last = passOn(chunk, last, Date.now() + delay);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`,
    setDelay(ms) {
      delay = ms;
    },
    cut() {
      for (const socket of open) socket.destroy();
    },
    setAway(isAway) {
      isRefusing = isAway;
      if (isAway) for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function wait(ms: number): Promise<void> {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
}
