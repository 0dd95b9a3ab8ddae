// Connections that send slowly to tie up a server: cut soon after the time for a request is over. The short form
// shortens the times; FAULTS=all waits for the real ones: 15 s for headers, 30 s for a body.
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { TUS_PATH } from '#shared/features/upload/upload.rules.ts';
import { testApp } from '../server/test-app.ts';
import { tusTools } from '../server/upload-tools.ts';
import { report } from './report.ts';
import { FULL } from './two-servers.ts';

const SLOWEST = FULL
  ? { headersMs: 15_000, requestMs: 30_000, checkEveryMs: 500 }
  : { headersMs: 1500, requestMs: 3000, checkEveryMs: 100 };
/** Allows for a check every half second, and for a busy machine, as during npm test. */
const LATE_MS = FULL ? 1500 : 4000;

const test = await testApp();
const { ctx, signInAs } = test;
// A real server uses its defaults: only the short form sets its own.
const app = await buildApp(ctx, false, { withPages: false, ...(!FULL && { slowest: SLOWEST }) });
let port = 0;
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
const seen: string[] = [];
afterAll(async () => {
  await app.close();
  await report('Slow connections', seen.toSorted());
});

/** Sends `begin` and then `drip` repeatedly until it is cut off; returns after how long, and the response. */
async function dripUntilCut(begin: string, drip: string, everyMs = SLOWEST.headersMs / 15) {
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (part) => {
    answer += part.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const since = performance.now();
  if (begin) socket.write(begin);
  const timer = setInterval(() => drip && socket.writable && socket.write(drip), everyMs);
  await Promise.race([closed, sleep(SLOWEST.requestMs + 30_000, undefined, { ref: false })]);
  clearInterval(timer);
  const ms = performance.now() - since;
  const isCut = socket.destroyed;
  socket.destroy();
  return { ms, isCut, answer };
}

const POST = 'POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

describe.concurrent('a connection is cut', () => {
  it.each([
    ['that says nothing', '', '', SLOWEST.headersMs],
    ['with half a header', 'GET /api/site HTTP/1.1\r\nhost: loc', '', SLOWEST.headersMs],
    [
      'with one header after another',
      'GET /api/site HTTP/1.1\r\nhost: localhost\r\n',
      'x-a: b\r\n',
      SLOWEST.headersMs,
    ],
    [
      'with a body that comes byte by byte',
      `${POST}content-length: 500\r\n\r\n{"username":"`,
      'a',
      SLOWEST.requestMs,
    ],
    ['with a body that never comes', `${POST}content-length: 500\r\n\r\n`, '', SLOWEST.requestMs],
    [
      'with endless small chunks',
      `${POST}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`,
      '1\r\n \r\n',
      SLOWEST.requestMs,
    ],
  ])('%s', async (name, begin, drip, after) => {
    const { ms, isCut, answer } = await dripUntilCut(begin, drip);
    expect(isCut).toBe(true);
    expect(ms).toBeGreaterThan(after * 0.9);
    expect(ms).toBeLessThan(after + LATE_MS);
    expect(answer).toMatch(/^(HTTP\/1\.1 408|$)/);
    seen.push(`${name}: cut after ${(ms / 1000).toFixed(1)} s`);
  });
});

it('leaves an idle connection alone that was used before', async () => {
  const socket = net.connect(port, '127.0.0.1');
  const answers: string[] = [];
  socket.on('data', (part) => answers.push(part.toString('latin1')));
  const ask = () => socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  ask();
  await expect.poll(() => answers.join('')).toMatch(/^HTTP\/1\.1 200/);
  // Longer than headers may take: that time starts with the next request.
  await sleep(SLOWEST.headersMs + 3 * SLOWEST.checkEveryMs);
  answers.length = 0;
  ask();
  await expect.poll(() => answers.join('')).toMatch(/^HTTP\/1\.1 200/);
  socket.destroy();
});

it('keeps the received part of an upload over a slow connection, which continues from there', async () => {
  const cookie = await signInAs('seller');
  const tus = tusTools({ ...test, app });
  const id = tus.idOf(await tus.begin(cookie, { name: 'slow.txt', bytes: 4000 }));
  const { isCut } = await dripUntilCut(
    `PATCH ${TUS_PATH}/${id} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ntus-resumable: 1.0.0\r\n` +
      'upload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: 4000\r\n\r\n',
    'a'.repeat(50),
  );
  expect(isCut).toBe(true);
  const arrived = async () => Number((await tus.head(cookie, id)).headers['upload-offset']);
  await expect.poll(arrived).toBeGreaterThan(500);
  const offset = await arrived();
  const rest = await tus.patch(cookie, id, Buffer.alloc(4000 - offset, 'a'), offset);
  expect(rest.headers['upload-offset']).toBe('4000');
});
