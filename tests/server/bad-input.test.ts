// Bad input gets a 4xx with a helpful message, and other users are unaffected. What the body parser refuses is tried on
// one endpoint of each method and kind of access; what only the schema can refuse, on every endpoint.
import { beforeAll, describe, expect, it } from 'vitest';
import { core } from 'zod';
import type { Contract } from '#shared/contract.ts';
import { updateProfile } from '#shared/features/profile/profile.contract.ts';
import { getVersion } from '#shared/features/site/site.contract.ts';
import { ALL_CONTRACTS, nameOf, samplePath } from './all-contracts.ts';
import { someone } from './resource-tools.ts';
import { testApp } from './test-app.ts';

const { app, call, ctx, signInAs } = await testApp();
const cookie = await signInAs('admin');

const JSON_TYPE = 'application/json';
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const ofSize = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

type BadBody = [name: string, contentType: string, payload: string];

/** Refused before the endpoint's schema sees them, by code that all endpoints share. */
const UNREADABLE: BadBody[] = [
  ['broken JSON', JSON_TYPE, '{"username": '],
  ['a bare word', JSON_TYPE, 'hello'],
  ['an empty body', JSON_TYPE, ''],
  ['depth 10,000', JSON_TYPE, nested(10_000)],
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

/** JSON that only the endpoint's own schema can refuse. */
const UNFIT: BadBody[] = [
  ['an array', JSON_TYPE, '[]'],
  ['null', JSON_TYPE, 'null'],
  ['a number', JSON_TYPE, '7'],
  ['an empty object', JSON_TYPE, '{}'],
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
  [
    '__proto__',
    JSON_TYPE,
    '{"__proto__":{"isAdmin":true},"username":"a","password":"b","message":"m","path":"/"}',
  ],
  ['constructor.prototype', JSON_TYPE, '{"constructor":{"prototype":{"isAdmin":true}}}'],
];

const named = (contracts: readonly Contract[]) =>
  contracts.map((contract) => ({ name: nameOf(contract), contract }));
const withBody = ALL_CONTRACTS.filter((contract) => contract.body);
const withoutBody = ALL_CONTRACTS.filter((contract) => !contract.body && contract.method !== 'GET');
const kindOf = ({ method, access }: Contract) => `${method} ${typeof access === 'object' ? 'staff' : access}`;
/** One endpoint of each method and kind of access. */
const oneOfEachKind = [...Map.groupBy(withBody, kindOf).values()].flatMap((contracts) =>
  contracts.slice(0, 1),
);
const needsNothing = ({ body }: Contract) => body !== undefined && core.safeParse(body, {}).success;

let calls = 0;
/** Every call comes from another address: rate limits have their own tests. */
const nextAddress = () => `10.${(++calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;

async function expectRefused(contract: Contract, [name, contentType, payload]: BadBody): Promise<void> {
  const { statusCode, headers, body } = await app.inject({
    method: contract.method,
    url: samplePath(contract),
    headers: { cookie, 'content-type': contentType },
    remoteAddress: nextAddress(),
    payload,
  });
  // An endpoint without required input accepts none, and drops unknown keys.
  if (statusCode === 200 && payload.startsWith('{') && needsNothing(contract)) return;
  const seen = `${name}: ${body.slice(0, 300)}`;
  expect(statusCode, seen).toBeGreaterThanOrEqual(400);
  expect(statusCode, seen).toBeLessThan(500);
  expect(headers['content-type'], seen).toMatch(/^application\/json/);
  const { code, message } = JSON.parse(body) as { code: string; message: string };
  expect(code, seen).toMatch(/^[a-z_]+$/);
  expect(message.length, seen).toBeGreaterThan(10);
  expect(message.length, seen).toBeLessThan(400);
  // Our own message, not the schema library's.
  expect(body, seen).not.toMatch(/Invalid (input|option|key)|Unrecognized key|Too (big|small)|, received /);
  expect(Object.prototype, seen).not.toHaveProperty('isAdmin');
}

it.each(named(withBody))('$name rejects a body that does not match its schema', async ({ contract }) => {
  for (const bad of UNFIT) await expectRefused(contract, bad);
});

it.each(named(oneOfEachKind))("$name rejects a body that can't be parsed", async ({ contract }) => {
  for (const bad of UNREADABLE) await expectRefused(contract, bad);
});

it.each(named(withoutBody))('$name, which takes no body, ignores one', async ({ contract }) => {
  for (const [name, contentType, payload] of [...UNREADABLE, ...UNFIT]) {
    const { statusCode } = await app.inject({
      method: contract.method,
      url: samplePath(contract),
      headers: { 'content-type': contentType },
      payload,
    });
    expect(statusCode, name).toBeLessThan(500);
  }
});

const withoutPayload = withoutBody.filter(({ upload, form }) => !upload && !form);
it.each(named(withoutPayload))('$name takes an empty JSON body for none (spec §7)', async ({ contract }) => {
  // Some of these end a session, an account or a membership.
  const statusWith = async (headers: Record<string, string>) => {
    const person = await someone(ctx);
    const { statusCode } = await app.inject({
      method: contract.method,
      url: samplePath(contract),
      remoteAddress: nextAddress(),
      headers: { ...person.headers, ...headers },
    });
    return statusCode;
  };
  expect(await statusWith({ 'content-type': JSON_TYPE })).toBe(await statusWith({}));
});

it.each([
  [{ password: 'x' }, 'Username: This field is required.'],
  [{ username: ' ', password: 'x' }, 'Enter your username'],
])('names the field once: %j', async (payload, message) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: nextAddress(),
    payload,
  });
  expect(answer.json()).toMatchObject({ message, details: [{ path: 'username' }] });
});

describe('unusually spaced but valid content types', () => {
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
  // The tests above have used up what one user may send to some endpoints.
  beforeAll(() => ctx.pool.query('delete from rate_limits'));
  const ZERO = 'Gala\u0000night';
  const answerOf = (contract: Contract, url: string, payload?: object) =>
    app.inject({
      method: contract.method,
      url,
      headers: { cookie, ...(payload && { 'content-type': JSON_TYPE }) },
      remoteAddress: nextAddress(),
      ...(payload && { payload: JSON.stringify(payload) }),
    });
  const expectClear400 = ({ statusCode, body }: { statusCode: number; body: string }, where: string) => {
    // An admin has no access to this one: rejected before the input is read.
    if (statusCode === 403) return;
    expect(statusCode, `${where}: ${body.slice(0, 300)}`).toBe(400);
    expect(JSON.parse(body), where).toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('zero byte'),
    });
  };

  const keysOf = ({ query }: Contract) => Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
  it('is tried in many lists and files', () => {
    const names = ALL_CONTRACTS.flatMap((contract) =>
      keysOf(contract).map((key) => `${nameOf(contract)}?${key}`),
    );
    expect(names).toContain('GET /api/moderation/resources.csv?q');
    expect(names.filter((name) => name.includes('.csv?')).length).toBeGreaterThan(5);
  });

  it.each(named(ALL_CONTRACTS))('gets a clear 400 wherever it is sent to $name', async ({ contract }) => {
    for (const key of keysOf(contract)) {
      const url = `${samplePath(contract)}?${key}=${encodeURIComponent(ZERO)}`;
      expectClear400(await answerOf(contract, url), `in the query, ${key}`);
    }
    if (contract.body) {
      const deep = { a: [{ b: [ZERO] }] };
      expectClear400(await answerOf(contract, samplePath(contract), deep), 'deep in the body');
    }
    if (contract.path.includes(':')) {
      const answer = await answerOf(contract, contract.path.replaceAll(/:\w+/g, '1%00'), {});
      expect([400, 403, 415], 'in the path').toContain(answer.statusCode);
    }
  });

  it('gets one as a plain value or in a key, too', async () => {
    expectClear400(await answerOf(updateProfile, updateProfile.path, { firstName: ZERO }), 'value');
    expectClear400(await answerOf(updateProfile, updateProfile.path, { [ZERO]: 1 }), 'key');
  });
});

describe('while bad input keeps coming', () => {
  it('memory stays bounded and other clients are served', async () => {
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
  it.each(['gzip', 'foo', 'br'])('content-encoding %s is rejected, never unpacked', async (encoding) => {
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
    '%s gets a 4xx in JSON',
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
