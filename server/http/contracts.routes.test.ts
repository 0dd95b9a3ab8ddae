// What bindContract promises for every endpoint, shown with endpoints made up for it.
import { UPLOAD_PURPOSES } from '#shared/features/upload/upload.rules.ts';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildApp, loggerOptions } from '#server/app.ts';
import { defineContract } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { ALL_CONTRACTS } from '../../tests/server/all-contracts.ts';
import { statusesOf, testApp } from '../../tests/server/test-app.ts';
import { bindContract } from './bind-contract.ts';

const { app, ctx, signInAs } = await testApp();

const shape = z.object({ name: z.string(), nested: z.object({ a: z.number() }) });

/** A second app that still accepts routes, with its log lines. */
async function openApp() {
  const lines: string[] = [];
  const stream = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()));
  const logger = { ...loggerOptions(ctx.config), level: 'trace', stream };
  const open = await buildApp(ctx, logger, { withPages: false });
  return { open, lines };
}

describe('a contract bound to a route', () => {
  it('sends declared fields only', async () => {
    const { open } = await openApp();
    const contract = defineContract({
      method: 'GET',
      path: '/api/made-up',
      summary: '',
      access: 'public',
      response: shape,
    });
    bindContract(
      open,
      ctx,
      contract,
      () => ({ name: 'a', nested: { a: 1, secret: 2 }, passwordHash: 'x' }) as never,
    );
    const answer = await open.inject('/api/made-up');
    expect(answer.json()).toEqual({ name: 'a', nested: { a: 1 } });
    await open.close();
  });

  it('drops undeclared keys from the input', async () => {
    const { open } = await openApp();
    let seen: unknown;
    const contract = defineContract({
      method: 'POST',
      path: '/api/made-up',
      summary: '',
      access: 'public',
      body: z.object({ name: z.string() }),
    });
    bindContract(open, ctx, contract, ({ body }) => {
      seen = body;
    });
    const answer = await open.inject({
      method: 'POST',
      url: '/api/made-up',
      payload: { name: 'a', role: 'admin' },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect(seen).toEqual({ name: 'a' });
    await open.close();
  });

  it('requires its permission', async () => {
    const { open } = await openApp();
    const access = { permission: 'site.operate' } as const;
    bindContract(
      open,
      ctx,
      defineContract({ method: 'POST', path: '/api/made-up', summary: '', access }),
      () => {},
    );
    const as = async (cookie?: string) =>
      (await open.inject({ method: 'POST', url: '/api/made-up', headers: cookie ? { cookie } : {} }))
        .statusCode;
    expect(await as()).toBe(401);
    expect(await as('releve_session=forged')).toBe(401);
    expect(await as(await signInAs('member'))).toBe(403);
    expect(await as(await signInAs('officer'))).toBe(403);
    expect(await as(await signInAs('admin'))).toBe(204);
    await open.close();
  });

  it('limits requests per address if declared', async () => {
    const { open } = await openApp();
    const rateLimit = { points: 3, seconds: 60 };
    bindContract(
      open,
      ctx,
      defineContract({ method: 'POST', path: '/api/limited', summary: '', access: 'public', rateLimit }),
      () => {},
    );
    const from = (remoteAddress: string) =>
      open.inject({ method: 'POST', url: '/api/limited', remoteAddress });
    const many = await Promise.all(Array.from({ length: 12 }, () => from('10.2.0.1')));
    expect(many.filter((answer) => answer.statusCode === 204)).toHaveLength(3);
    const refused = many.find((answer) => answer.statusCode === 429);
    expect(refused?.json()).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(/try again in \d+/),
    });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('10.2.0.2')).statusCode).toBe(204);
    // The same client has billions of IPv6 addresses, all in one /64.
    const network = [1, 2, 3, 4].map((host) => from(`2001:db8:2:1:${host}::${host}`));
    expect(statusesOf(await Promise.all(network))).toEqual([204, 204, 204, 429]);
    expect((await from('2001:db8:2:2::1')).statusCode).toBe(204);
    expect((await from('::ffff:10.2.0.1')).statusCode).toBe(429);
    await open.close();
  });
});

describe('a limit for signed-in users', () => {
  it('counts users, not the address they share, and no rejected requests', async () => {
    const { open } = await openApp();
    const rateLimit = { points: 2, seconds: 60 };
    bindContract(
      open,
      ctx,
      defineContract({
        method: 'POST',
        path: '/api/limited-each',
        summary: '',
        access: 'signed-in',
        rateLimit,
      }),
      () => {},
    );
    const call = async (cookie?: string) => {
      const headers = cookie ? { cookie } : {};
      return (await open.inject({ method: 'POST', url: '/api/limited-each', headers })).statusCode;
    };
    for (let n = 0; n < 4; n++) expect(await call()).toBe(401);
    const [officer, admin] = [await signInAs('officer'), await signInAs('admin')];
    expect([await call(officer), await call(officer), await call(officer)]).toEqual([204, 204, 429]);
    expect(await call(admin)).toBe(204);
    await open.close();
  });
});

describe('a route without access', () => {
  it('aborts the startup', async () => {
    const { open } = await openApp();
    expect(() => open.get('/api/open-door', async () => 'hello')).toThrow('does not declare who may call it');
    await open.close();
  });
});

describe('failures', () => {
  it('unexpected ones return a fixed text with the request id and are logged in full', async () => {
    const { open, lines } = await openApp();
    const contract = defineContract({
      method: 'GET',
      path: '/api/broken',
      summary: '',
      access: 'public',
      response: shape,
    });
    bindContract(open, ctx, contract, () => {
      throw new Error('relation "users" at 10.0.0.7 does not exist');
    });
    const answer = await open.inject('/api/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('users');
    expect(answer.json<{ message: string }>().message).toContain(answer.headers['x-request-id']);
    expect(lines.join('')).toContain('relation \\"users\\"');
    const failed = lines.find((line) => line.includes('request failed'));
    expect(JSON.parse(failed ?? '{}')).toMatchObject({ reqId: answer.headers['x-request-id'] });
    await open.close();
  });

  it('a response that violates its contract is a 500, not a leak', async () => {
    const { open } = await openApp();
    const contract = defineContract({
      method: 'GET',
      path: '/api/broken',
      summary: '',
      access: 'public',
      response: shape,
    });
    bindContract(open, ctx, contract, () => ({ secret: 1 }) as never);
    const answer = await open.inject('/api/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret');
    await open.close();
  });

  it('of validation say, next to the field, what to do about it', async () => {
    const answer = await app.inject('/api/resources?page=0&sort=upwards');
    expect(answer.statusCode).toBe(400);
    const { message, details } = answer.json<{ message: string; details: object[] }>();
    expect(message).toMatch(/^(Page|Sort): /);
    expect(details).toContainEqual({ path: 'page', message: 'Enter 1 or more.' });
    expect(details).toContainEqual({
      path: 'sort',
      message: expect.stringMatching(/^Choose one of these: relevance, newest/) as string,
    });
  });

  it('expected ones return their code, status, message and details', async () => {
    const { open } = await openApp();
    bindContract(
      open,
      ctx,
      defineContract({ method: 'POST', path: '/api/taken', summary: '', access: 'public' }),
      () => {
        throw new AppError('conflict', 'That name is taken.', [{ path: 'name', message: 'Taken' }]);
      },
    );
    const answer = await open.inject({ method: 'POST', url: '/api/taken' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({
      code: 'conflict',
      message: 'That name is taken.',
      details: [{ path: 'name', message: 'Taken' }],
    });
    await open.close();
  });
});

describe('logs', () => {
  it('contain no password, cookie, token or query string', async () => {
    const { open, lines } = await openApp();
    const cookie = await signInAs('member');
    await open.inject({
      method: 'POST',
      url: '/api/login?key=hush-1',
      headers: { cookie, authorization: 'Bearer hush-2' },
      payload: { username: 'member', password: 'hush-3' },
    });
    await open.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: 'member', password: 'dance-demo-2026' },
    });
    const text = lines.join('');
    expect(text).toContain('/api/login');
    for (const secret of ['hush-1', 'hush-2', 'hush-3', 'dance-demo-2026', cookie.split('=')[1] ?? '']) {
      expect(text).not.toContain(secret);
    }
    await open.close();
  });
});

describe('changes requested by another site', () => {
  const post = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/api/logout', headers });

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('%j is rejected', async (headers) => {
    const answer = await post(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json<{ message: string }>().message).toContain('another site');
  });

  it.each([[{}], [{ origin: 'http://localhost:80' }], [{ 'sec-fetch-site': 'same-origin' }]])(
    '%j is allowed',
    async (headers) => {
      const answer = await post({ host: 'localhost:80', ...(headers as Record<string, string>) });
      expect(answer.statusCode).toBe(204);
    },
  );
});

describe('every response', () => {
  it('has an id and the security headers', async () => {
    const { headers } = await app.inject('/api/version');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

describe('the API documentation', () => {
  it('lists every endpoint with input, output and errors', async () => {
    type Operation = { summary: string; responses: Record<string, unknown>; requestBody?: unknown };
    const { paths } = (await app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, Operation>>;
    }>();
    for (const contract of ALL_CONTRACTS) {
      const path = contract.path.replaceAll(/:(\w+)/g, '{$1}');
      const operation = paths[path]?.[contract.method.toLowerCase()];
      expect(operation?.summary, path).toBe(contract.summary);
      expect(Object.keys(operation?.responses ?? {})).toContain(
        String(contract.response || contract.download ? (contract.status ?? 200) : 204),
      );
      if (contract.body) expect(operation?.requestBody, path).toBeDefined();
    }
  });

  it('describes how files are sent: as a form, as a body, and in parts', async () => {
    type Operation = {
      parameters?: { in: string; name: string; required?: boolean }[];
      requestBody?: { content: Record<string, { schema: object }> };
      responses: Record<string, { headers?: object }>;
    };
    const { paths } = (await app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, Operation>>;
    }>();
    const form = paths['/api/upload']?.['post'];
    expect(form?.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
      properties: {
        purpose: { enum: [...UPLOAD_PURPOSES] },
        files: { type: 'array', maxItems: 5, items: { format: 'binary' } },
      },
      required: ['files'],
    });
    expect(Object.keys(form?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '401', '403', '413', '415', '422', '503']),
    );
    const image = paths['/api/profile/image']?.['put'];
    expect(image?.requestBody?.content['application/octet-stream']?.schema).toMatchObject({
      format: 'binary',
    });

    const { post, options } = paths['/api/uploads/tus'] ?? {};
    const { head, patch, delete: remove } = paths['/api/uploads/tus/{id}'] ?? {};
    const headersOf = (operation: Operation | undefined) =>
      operation?.parameters?.filter((one) => one.in === 'header' && one.required).map(({ name }) => name);
    expect(headersOf(post)).toEqual(['Tus-Resumable', 'Upload-Length', 'Upload-Metadata']);
    expect(post?.responses['201']?.headers).toHaveProperty('Location');
    expect(headersOf(patch)).toEqual(['Tus-Resumable', 'Upload-Offset']);
    expect(patch?.requestBody?.content).toHaveProperty(['application/offset+octet-stream']);
    expect(head?.responses['200']?.headers).toHaveProperty('Upload-Offset');
    expect(Object.keys(remove?.responses ?? {})).toContain('204');
    expect(Object.keys(options?.responses ?? {})).toContain('204');
  });

  it('can be browsed without external scripts', async () => {
    const page = await app.inject('/api/docs/');
    expect(page.statusCode).toBe(200);
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(sources.length).toBeGreaterThan(2);
    expect(sources.filter((source) => /^(https?:)?\/\//.test(source))).toEqual([]);
  });
});

describe('the address of a client behind proxies', () => {
  it('is the one our own proxy wrote, not the one the client claims', async () => {
    const { app: behindOne } = await testApp({ TRUST_PROXY: '1' });
    let seen = '';
    behindOne.addHook('onResponse', (request, _reply, done) => {
      seen = request.ip;
      done();
    });
    await behindOne.inject({ url: '/healthz', headers: { 'x-forwarded-for': '9.9.9.9, 10.0.0.1' } });
    expect(seen).toBe('10.0.0.1');
  });
});

describe('health', () => {
  it('is alive and ready', async () => {
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });
});
