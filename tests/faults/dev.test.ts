// npm run dev: pages reload when they change, and the server restarts when its code does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { randomPort } from './server-process.ts';

/** Saved without a change: file watchers see the same as after an edit, and there is nothing to undo. */
function save(file: string): void {
  const now = new Date();
  utimesSync(file, now, now);
}

/** The messages Vite sends to an open page, through the socket its client opens. */
async function listenAsPage(url: string) {
  const client = await (await fetch(`${url}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
  const heard: string[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  socket.addEventListener('message', ({ data }) => heard.push(String(data)));
  await once(socket, 'open');
  return { heard, socket };
}

// Vite processes every page again, which takes half a minute on a small machine: too long for npm test.
it.runIf(process.env['FAULTS'] === 'all')(
  'updates open pages after a change, and restarts the server when its code changes',
  async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'releve-dev-'));
    // The database account needs access when the tests run as root.
    await chmod(dataDir, 0o755);
    const url = `http://127.0.0.1:${randomPort()}`;
    const env = { ...process.env, PORT: new URL(url).port, DATA_DIR: dataDir, LOG_LEVEL: 'error' };
    const dev = spawn('npm', ['run', 'dev'], { env, stdio: 'ignore', detached: true });
    const ended = once(dev, 'exit');
    const isUp = () =>
      fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
    const serverPid = () => Number.parseInt(readdirSync(path.join(dataDir, 'postgres.users'))[0] ?? '', 10);
    try {
      await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
      const page = await fetch(`${url}/about`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('inject-hmr-runtime');

      const { heard, socket } = await listenAsPage(url);
      save('app/features/site/about.page.tsx');
      await expect.poll(() => heard.join('\n'), { timeout: 20_000 }).toContain('about.page.tsx');
      socket.close();

      const before = serverPid();
      save('server/clock.ts');
      await expect.poll(serverPid, { timeout: 30_000 }).not.toBe(before);
      await expect.poll(isUp, { timeout: 30_000 }).toBe(true);
    } finally {
      process.kill(-(dev.pid ?? 0), 'SIGINT');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
