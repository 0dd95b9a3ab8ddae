// Bad input to every endpoint: a 4xx with a text that helps, and the neighbours unaffected.
import { beforeAll, describe, expect, it } from 'vitest';
import { core } from 'zod';
import type { Contract } from '#shared/contract.ts';
import { updateProfile } from '#shared/features/profile/profile.contract.ts';
import { getVersion } from '#shared/features/site/site.contract.ts';
import { ALL_CONTRACTS, nameOf, samplePath } from './all-contracts.ts';
import { testApp } from './test-app.ts';

const { app, call, ctx, signInAs } = await testApp();
const cookie = await signInAs('admin');

const JSON_TYPE = 'application/json';
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const ofSize = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

const REFUSED: [name: string, contentType: string, payload: string][] = [
  ['broken JSON', JSON_TYPE, '{"username": '],
  ['a bare word', JSON_TYPE, 'hello'],
  ['an empty body', JSON_TYPE, ''],
  ['an array', JSON_TYPE, '[]'],
  ['null', JSON_TYPE, 'null'],
  ['a number', JSON_TYPE, '7'],
  ['nothing of what is needed', JSON_TYPE, '{}'],
  ['wrong types', JSON_TYPE, '{"username":7,"password":{},"message":[],"path":false,"title":{},"id":"x"}'],
  [
    'over-long strings',
    JSON_TYPE,
    JSON.stringify({
      username: 'u'.repeat(100_000),
      password: 'p'.repeat(100_000),
      message: 'm'.repeat(100_000),
      path: '/'.repeat(100_000),
    }),
  ],
  ['depth 10,000', JSON_TYPE, nested(10_000)],
  [
    '__proto__',
    JSON_TYPE,
    '{"__proto__":{"isAdmin":true},"username":"a","password":"b","message":"m","path":"/"}',
  ],
  ['constructor.prototype', JSON_TYPE, '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['1 MiB + 1 byte', JSON_TYPE, ofSize(1024 * 1024 + 1)],
  ['plain text', 'text/plain', '{"username":"member","password":"dance-demo-2026","message":"m","path":"/"}'],
  ['a form', 'application/x-www-form-urlencoded', 'username=member&password=dance-demo-2026'],
  [
    'a type with a space before it ends',
    'application /json',
    '{"username":"a","password":"b","message":"m","path":"/"}',
  ],
  [
    'a type with a tab inside',
    'application/\tjson',
    '{"username":"a","password":"b","message":"m","path":"/"}',
  ],
  [
    'a type that only begins like JSON',
    'application/jsonx',
    '{"username":"a","password":"b","message":"m","path":"/"}',
  ],
  ['two types', 'application/json, text/plain', '{"username":7}'],
];

const withBody = ALL_CONTRACTS.filter((contract) => contract.body);
const needsNothing = ({ body }: Contract) => body !== undefined && core.safeParse(body, {}).success;
const withoutBody = ALL_CONTRACTS.filter((contract) => !contract.body && contract.method !== 'GET');

describe.each(withBody.map((contract) => ({ name: nameOf(contract), contract })))('$name', ({ contract }) => {
  it.each(REFUSED)('refuses %s', async (_name, contentType, payload) => {
    const { statusCode, headers, body } = await app.inject({
      method: contract.method,
      url: samplePath(contract),
      headers: { cookie, 'content-type': contentType },
      // Each from another address: the limit on calls has a test of its own.
      remoteAddress: `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      payload,
    });
    // An endpoint that needs nothing is content with nothing, and drops keys it does not know.
    if (statusCode === 200 && payload.startsWith('{') && needsNothing(contract)) return;
    expect(statusCode, body.slice(0, 300)).toBeGreaterThanOrEqual(400);
    expect(statusCode, body.slice(0, 300)).toBeLessThan(500);
    expect(headers['content-type']).toMatch(/^application\/json/);
    const { code, message } = JSON.parse(body) as { code: string; message: string };
    expect(code).toMatch(/^[a-z_]+$/);
    expect(message.length).toBeGreaterThan(10);
    expect(message.length).toBeLessThan(400);
    // Words for people, not the checker's own.
    expect(body).not.toMatch(/Invalid (input|option|key)|Unrecognized key|Too (big|small)|, received /);
    expect(Object.prototype).not.toHaveProperty('isAdmin');
  });
});

describe.each(withoutBody.map((contract) => ({ name: nameOf(contract), contract })))(
  '$name, which takes no body,',
  ({ contract }) => {
    it.each(REFUSED)('is not upset by %s', async (_name, contentType, payload) => {
      const { statusCode } = await app.inject({
        method: contract.method,
        url: samplePath(contract),
        headers: { 'content-type': contentType },
        payload,
      });
      expect(statusCode).toBeLessThan(500);
    });
  },
);

describe('oddly spaced but right content types', () => {
  it.each([
    'application/json;charset=utf-8',
    'application/json ; charset=utf-8',
    'Application/JSON',
    'application/json;',
  ])('%s is validated like any other', async (contentType) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': contentType },
      remoteAddress: '10.9.9.9',
      payload: '{"username":7}',
    });
    expect([400, 415]).toContain(answer.statusCode);
  });
});

describe('a zero byte', () => {
  // The tests above have used up what one person may send to some endpoints.
  beforeAll(() => ctx.pool.query('delete from rate_limits'));
  const ZERO = 'Gala\u0000night';
  const answerOf = (contract: Contract, url: string, payload?: object) =>
    app.inject({
      method: contract.method,
      url,
      headers: { cookie, ...(payload && { 'content-type': JSON_TYPE }) },
      remoteAddress: `10.2.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      ...(payload && { payload: JSON.stringify(payload) }),
    });
  const expectRefused = ({ statusCode, body }: { statusCode: number; body: string }) => {
    // What an admin may not call is refused before anything is read.
    if (statusCode === 403) return;
    expect(statusCode, body.slice(0, 300)).toBe(400);
    expect(JSON.parse(body)).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('zero byte'),
    });
  };

  const keysOf = ({ query }: Contract) => Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
  const asked = ALL_CONTRACTS.flatMap((contract) =>
    keysOf(contract).map((key) => ({ name: nameOf(contract), key, contract })),
  );
  it('is looked for in many lists and files', () => {
    const names = asked.map(({ name, key }) => `${name}?${key}`);
    expect(names).toContain('GET /api/moderation/resources.csv?q');
    expect(names.filter((name) => name.includes('.csv?')).length).toBeGreaterThan(5);
  });
  it.each(asked)('in $key of $name is a clear 400', async ({ key, contract }) => {
    expectRefused(await answerOf(contract, `${samplePath(contract)}?${key}=${encodeURIComponent(ZERO)}`));
  });

  it.each(withBody.map((contract) => ({ name: nameOf(contract), contract })))(
    'deep in the body of $name is a clear 400',
    async ({ contract }) => {
      expectRefused(await answerOf(contract, samplePath(contract), { a: [{ b: [ZERO] }] }));
    },
  );
  it('as a plain value or in a key is one too', async () => {
    expectRefused(await answerOf(updateProfile, updateProfile.path, { firstName: ZERO }));
    expectRefused(await answerOf(updateProfile, updateProfile.path, { [ZERO]: 1 }));
  });

  const inPath = ALL_CONTRACTS.filter(({ path }) => path.includes(':'));
  it.each(inPath.map((contract) => ({ name: nameOf(contract), contract })))(
    'in the path of $name is a clear 400',
    async ({ contract }) => {
      const { statusCode } = await answerOf(contract, contract.path.replaceAll(/:\w+/g, '1%00'), {});
      expect([400, 403, 415]).toContain(statusCode);
    },
  );
});

describe('while bad input keeps coming', () => {
  it('memory stays bounded and neighbours are served', async () => {
    const before = process.memoryUsage().heapUsed;
    const bad = Array.from({ length: 200 }, (_, i) =>
      app.inject({
        method: 'POST',
        url: '/api/login',
        remoteAddress: `10.1.0.${i}`,
        headers: { 'content-type': JSON_TYPE },
        payload: i % 2 ? nested(10_000) : ofSize(1024 * 1024 + 1),
      }),
    );
    const neighbours = await Promise.all(Array.from({ length: 20 }, () => call(getVersion)));
    expect(neighbours.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200));
    const statuses = new Set((await Promise.all(bad)).map((answer) => answer.statusCode));
    expect(statuses).toEqual(new Set([400, 413]));
    globalThis.gc?.();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(300 * 1024 * 1024);
  });
});

describe('compressed bodies', () => {
  it.each(['gzip', 'foo', 'br'])('content-encoding %s is refused, never unpacked', async (encoding) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: '10.9.9.8',
      headers: { 'content-type': JSON_TYPE, 'content-encoding': encoding },
      payload: Buffer.from('H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==', 'base64'),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request' });
  });
});

describe('paths', () => {
  it.each(['/api/nothing', '/api/version/x', '/api/%ff', '/api/..%2f..%2fetc', `/api/${'x'.repeat(5000)}`])(
    '%s answers a 4xx in JSON',
    async (url) => {
      const answer = await app.inject({ method: 'GET', url });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.json()).toMatchObject({
        code: expect.stringMatching(/^[a-z_]+$/),
        message: expect.any(String),
      });
    },
  );
});
