// The real server as a separate process, so that it can be killed.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type ServerProcess = {
  url: string;
  child: ChildProcess;
  output(): string;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
};

/** Most likely free: below the range the system uses for outgoing connections. */
export function randomPort(): number {
  return 20_000 + Math.floor(Math.random() * 12_000);
}

/** `detached`: in its own process group, as in its own terminal. */
export function launchServer(
  env: Record<string, string>,
  { detached = false }: { detached?: boolean } = {},
): ServerProcess {
  const port = env['PORT'] ?? String(randomPort());
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      // Shares the compile cache between the many starts.
      NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node'),
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      DRAIN_MS: '700',
      DEMO_FILES: '0',
      ...env,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string | null);
  return { url: `http://127.0.0.1:${port}`, child, output: () => text, ended };
}

export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const server = launchServer(env);
  try {
    await untilReady(server);
  } catch (error) {
    // Nobody else knows about it: left running, it would keep its port and folder.
    await endServerProcess(server);
    throw error;
  }
  return server;
}

/** A first start creates the demo school: a minute on a busy machine. */
const READY_MS = 180_000;

export async function untilReady(server: ServerProcess): Promise<void> {
  for (const until = Date.now() + READY_MS; Date.now() < until; await sleep(50)) {
    if (server.child.exitCode !== null) break;
    const ready = await fetch(`${server.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
  }
  throw new Error(`The server did not become ready:\n${server.output()}`);
}

const PATIENCE_MS = 15_000;

/**
 * Gracefully, so that its database stops too; by force if it does not respond. Processes that have ended are left
 * alone.
 */
export async function endServerProcess(server: ServerProcess): Promise<void> {
  const { child, ended } = server;
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const hasEnded = ended.then(() => true);
  if (!(await Promise.race([hasEnded, sleep(PATIENCE_MS, false)]))) child.kill('SIGKILL');
  await ended;
}

export async function stopServerProcess(server: ServerProcess): Promise<number | string | null> {
  server.child.kill('SIGTERM');
  return server.ended;
}
