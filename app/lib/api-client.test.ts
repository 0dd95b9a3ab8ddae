import { describe, expect, it } from 'vitest';
import { defineContract } from '#shared/contract.ts';
import { ApiError, createApiClient } from './api-client.ts';

const entry = (path: `/api/${string}`, method: 'GET' | 'POST' = 'GET') =>
  defineContract({ method, path, summary: '', access: 'public' });

type Sent = { path: string; init: RequestInit };

function clientAnswering(body: string | null, init: ResponseInit = {}) {
  const sent: Sent[] = [];
  const api = createApiClient(async (path, request) => {
    sent.push({ path, init: request });
    return new Response(body, init);
  });
  return { api, sent };
}

async function failureOf(body: string | null, init: ResponseInit, path: `/api/${string}` = '/api/version') {
  const { api } = clientAnswering(body, init);
  const error = await api.call(entry(path), {}).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

const json = (value: unknown) => JSON.stringify(value);

describe('the message of a failure (spec §8)', () => {
  it.each([
    ['message first', { message: 'M', error: 'E', details: [{ message: 'D' }] }, 'M'],
    ['then error', { error: 'E', details: [{ message: 'D' }] }, 'E'],
    ['then the details joined by commas', { details: [{ message: 'one' }, { message: 'two' }] }, 'one, two'],
    ['details given as plain texts', { details: ['one', 'two'] }, 'one, two'],
    ['then status and status text', {}, '404 Not Found'],
    ['empty texts do not count', { message: '', error: '', details: [] }, '404 Not Found'],
    ['texts of another kind do not count', { message: 7, error: {}, details: 'x' }, '404 Not Found'],
    ['a body that is no object', null, '404 Not Found'],
  ])('%s', async (_name, body, text) => {
    const error = await failureOf(json(body), { status: 404, statusText: 'Not Found' });
    expect(error.message).toBe(text);
    expect(error.status).toBe(404);
  });

  it('reports an HTML body, whatever the status', async () => {
    const html = '<!DOCTYPE html><html><body>Bad gateway</body></html>';
    expect((await failureOf(html, { status: 502 })).message).toBe('Server error (HTML response)');
    expect((await failureOf('  \n<html>', { status: 200 })).message).toBe('Server error (HTML response)');
    const typed = { status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } };
    expect((await failureOf('oops', typed)).message).toBe('Server error (HTML response)');
  });

  it('reports an empty body', async () => {
    expect((await failureOf('', { status: 500 })).message).toBe('Empty response body from server');
    expect((await failureOf('  ', { status: 200 })).message).toBe('Empty response body from server');
    expect((await failureOf(null, { status: 401 })).message).toBe('Empty response body from server');
  });

  it('falls back to the status if the body is not JSON', async () => {
    expect((await failureOf('{"a":', { status: 500, statusText: 'Internal Server Error' })).message).toBe(
      '500 Internal Server Error',
    );
  });

  it('keeps the details with the field each belongs to', async () => {
    const error = await failureOf(
      json({ message: 'M', details: [{ path: 'title', message: 'Too short' }, 7, {}] }),
      {
        status: 400,
      },
    );
    expect(error.details).toEqual([{ path: 'title', message: 'Too short' }]);
  });

  it("keeps the server's error code", async () => {
    const status = { status: 403 };
    expect((await failureOf(json({ code: 'second_factor_required', message: 'M' }), status)).code).toBe(
      'second_factor_required',
    );
    expect((await failureOf(json({ code: 7, message: 'M' }), status)).code).toBeUndefined();
  });
});

describe('a 401 on endpoints guests may read (spec §6)', () => {
  it.each([
    ['/api/resources', null],
    ['/api/resources/7', null],
    ['/api/curriculum/7', null],
    ['/api/courses', null],
    ['/api/resources/7/reviews', []],
    ['/api/curriculum/7/reviews', []],
    ['/api/courses/7/reviews', []],
  ] as const)('%s gives %j', async (path, value) => {
    const { api } = clientAnswering(json({ message: 'Unauthorized' }), { status: 401 });
    expect(await api.call(entry(path), {})).toEqual(value);
  });

  it.each(['/api/user', '/api/resources-x', '/api/curriculum-all', '/api/reviews'] as const)(
    '%s fails',
    async (path) => {
      expect((await failureOf(json({ message: 'Unauthorized' }), { status: 401 }, path)).status).toBe(401);
    },
  );

  it('a refused change never looks as if it succeeded', async () => {
    const { api } = clientAnswering(json({ message: 'Unauthorized' }), { status: 401 });
    await expect(api.call(entry('/api/resources/7/reviews', 'POST'), {})).rejects.toThrow('Unauthorized');
  });

  it('other failures on those paths remain failures', async () => {
    expect((await failureOf(json({ message: 'M' }), { status: 403 }, '/api/resources/7')).message).toBe('M');
  });
});

describe('a request (spec §7)', () => {
  const send = async (
    input: object,
    method: 'GET' | 'POST' = 'POST',
    path: `/api/${string}` = '/api/things/:id',
  ) => {
    const { api, sent } = clientAnswering(json({ ok: true }));
    await api.call(entry(path, method), input);
    return sent[0] as Sent;
  };

  it('always sends cookies', async () => {
    expect((await send({ params: { id: 1 } })).init.credentials).toBe('include');
  });

  it('sends JSON as JSON', async () => {
    const { init } = await send({ params: { id: 1 }, body: { a: 1 } });
    expect(init.headers).toEqual({ 'content-type': 'application/json' });
    expect(init.body).toBe('{"a":1}');
  });

  it('sends form data unchanged', async () => {
    const form = new FormData();
    const { init } = await send({ params: { id: 1 }, body: form });
    expect(init.body).toBe(form);
    expect(init.headers).toBeUndefined();
  });

  it('has no body and no content type when there is nothing to send', async () => {
    const { init } = await send({ params: { id: 1 } });
    expect(init).not.toHaveProperty('body');
    expect(init).not.toHaveProperty('headers');
  });

  it('encodes parameters, omits empty query values and repeats lists', async () => {
    const { path } = await send(
      { params: { id: 'a/b?' }, query: { q: 'é&', page: 2, none: undefined, tag: ['x', 'y'] } },
      'GET',
    );
    expect(path).toBe('/api/things/a%2Fb%3F?q=%C3%A9%26&page=2&tag=x&tag=y');
  });

  it('rejects a path with a missing parameter', async () => {
    const { api } = clientAnswering('{}');
    await expect(api.call(entry('/api/things/:id'), {})).rejects.toThrow('needs id');
  });
});

it('returns no value for 204', async () => {
  const { api } = clientAnswering(null, { status: 204 });
  expect(await api.call(entry('/api/logout', 'POST'), {})).toBeUndefined();
});
