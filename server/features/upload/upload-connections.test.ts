// Uploads over real connections: two at once for one file, and parts that are refused before they were read.
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { TUS_PATH } from '#shared/features/upload/upload.rules.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { tusTools } from '../../../tests/server/upload-tools.ts';

const test = await testApp();
const { app, ctx, signInAs } = test;
const tus = tusTools(test);
const cookie = await signInAs('seller');
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

const PART = Buffer.alloc(4 * 1024 * 1024, 'plié ');
const HALF = PART.length / 2;
/** As a browser does, which sends the next request on a connection that it has. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
afterEach(() => ctx.pool.query('delete from uploads'));

const begin = async (bytes: number) => tus.idOf(await tus.begin(cookie, { name: 'class.txt', bytes }));

function openPatch(id: string, offset: number) {
  const request = http.request({
    port,
    agent,
    method: 'PATCH',
    path: `${TUS_PATH}/${id}`,
    headers: {
      ...tus.partHeaders,
      cookie,
      'upload-offset': String(offset),
      'content-length': String(PART.length),
    },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', (response) => resolve(response.resume()));
    request.once('error', reject);
  });
  return { request, answer };
}

async function head(id: string): Promise<IncomingMessage> {
  const headers = { 'tus-resumable': '1.0.0', cookie };
  const request = http.request({ port, agent, method: 'HEAD', path: `${TUS_PATH}/${id}`, headers });
  return new Promise((resolve, reject) => {
    request.once('response', (response) => resolve(response.resume()));
    request.once('error', reject);
    request.end();
  });
}

it('continues while another tab requests its offset', async () => {
  const id = await begin(PART.length);
  const { request, answer } = openPatch(id, 0);
  request.write(PART.subarray(0, HALF));
  const offset = async () => Number((await tus.head(cookie, id)).headers['upload-offset']);
  await expect.poll(offset).toBe(HALF);
  // Long enough for a writer to notice that another one is waiting, and to give way.
  await sleep(2500);
  request.end(PART.subarray(HALF));
  const { statusCode, headers } = await answer;
  expect({ statusCode, offset: headers['upload-offset'] }).toEqual({
    statusCode: 204,
    offset: String(PART.length),
  });
});

it('gives way to the same sender on a new connection', async () => {
  const id = await begin(2 * PART.length);
  const lost = openPatch(id, 0);
  lost.request.write(PART.subarray(0, HALF));
  lost.answer.catch(() => undefined);
  const offset = async () => Number((await tus.head(cookie, id)).headers['upload-offset']);
  await expect.poll(offset).toBe(HALF);
  const again = await tus.patch(cookie, id, PART, HALF);
  expect([again.statusCode, again.headers['upload-offset']]).toEqual([204, String(HALF + PART.length)]);
  lost.request.destroy();
});

it.each([
  ['at the wrong place', PART.length * 2, 7, 409],
  ['longer than what is missing', 1000, 0, 413],
])('a rejected part, %s, leaves its connection usable', async (_, bytes, offset, status) => {
  const id = await begin(bytes);
  const { request, answer } = openPatch(id, offset);
  request.end(PART);
  expect((await answer).statusCode).toBe(status);
  const next = await Promise.race([head(id), sleep(10_000, null)]);
  expect(next?.statusCode).toBe(200);
});
