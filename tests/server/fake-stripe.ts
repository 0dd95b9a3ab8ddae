// A fake Stripe for tests: the parts of its API that our adapter uses, with its own state. It honors idempotency keys,
// signs events, and can be told to fail like networks and gateways do.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { FakeStripeBooks, type Intent } from './fake-stripe-books.ts';
import { Refusal } from './fake-stripe-errors.ts';
import { FakeConnect } from './fake-stripe-connect.ts';
import type { StripeRequest } from './fake-stripe-requests.ts';
import { calculateTax, listTaxedLines } from './fake-stripe-tax.ts';
import { newEvent, postEvent, signEvent, type StripeEvent } from './fake-stripe-events.ts';

export type Trouble = {
  /** What happens to a request: no response, a late one, a 500 before the work, or none after it. */
  kind: 'hang' | 'delay' | 'fail' | 'drop the reply';
  /** Which requests: part of `POST /v1/payment_intents/pi_1/confirm`. Default: all. */
  on?: RegExp;
  /** How many of them; default: all. */
  times?: number;
  ms?: number;
};

export type FakeStripe = {
  env: Record<string, string>;
  books: FakeStripeBooks;
  /** Sellers' accounts and transfers to them. */
  connect: FakeConnect;
  /** Every event so far, in order. */
  events: StripeEvent[];
  /** `POST /v1/payment_intents` and so on, in order of arrival. */
  calls: string[];
  /** The same with what was sent. */
  requests: StripeRequest[];
  setTrouble(...troubles: Trouble[]): void;
  /** The buyer answers the bank's confirmation. */
  authenticate(id: string, isApproved?: boolean): void;
  /** From now on each event is posted there automatically, in turn, until it is acknowledged. */
  tell(...siteUrls: string[]): void;
  sign(body: string, at?: Date): string;
  /** Posts it once; returns the status. */
  send(event: StripeEvent, siteUrl: string): Promise<number>;
  close(): Promise<void>;
};

const WEBHOOK_SECRET = 'whsec_of_tests';
const KEY = 'sk_test_releve';

type Saved = { params: string; answer: Answer | null };
type Answer = { status: number; body: object };

export async function startFakeStripe(): Promise<FakeStripe> {
  const events: StripeEvent[] = [];
  const calls: string[] = [];
  const requests: StripeRequest[] = [];
  const saved = new Map<string, Saved>();
  let troubles: Trouble[] = [];
  let tellTo: string[] = [];
  const books = new FakeStripeBooks((type, object) => {
    const event = newEvent(type, object);
    events.push(event);
    if (tellTo.length > 0) void tellUntilHeard(event, () => tellTo);
  });

  const connect = new FakeConnect();

  const takeTrouble = (call: string): Trouble | undefined => {
    const found = troubles.find(({ on, times = 1 }) => times > 0 && (on?.test(call) ?? true));
    if (found?.times !== undefined) found.times -= 1;
    return found;
  };

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const call = `${request.method} ${request.url}`;
    const params = await readBody(request);
    calls.push(call);
    const key = request.headers['idempotency-key'] ?? null;
    requests.push({ call, params: Object.fromEntries(new URLSearchParams(params)), key: key && String(key) });
    const trouble = takeTrouble(call);
    if (trouble?.kind === 'hang') return;
    if (trouble?.kind === 'delay') await sleep(trouble.ms ?? 1000);
    if (trouble?.kind === 'fail') {
      send(response, { status: 500, body: errorBody('api_error', 'Something went wrong at Stripe') });
      return;
    }
    const done = once(saved, request, params, () => work({ books, connect }, request, params));
    if (trouble?.kind === 'drop the reply') response.destroy();
    else send(response, done);
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_releve',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    },
    books,
    connect,
    events,
    calls,
    requests,
    setTrouble(...next) {
      troubles = next;
    },
    authenticate: (id, isApproved = true) => books.authenticate(id, isApproved),
    tell(...siteUrls) {
      tellTo = siteUrls;
    },
    sign: (body, at = new Date()) => signEvent(body, WEBHOOK_SECRET, at),
    send: (event, siteUrl) => postEvent(event, siteUrl, WEBHOOK_SECRET),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function tellUntilHeard(event: StripeEvent, urls: () => string[]): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const [url] = urls().slice(attempt % Math.max(1, urls().length));
    if (url === undefined) return;
    const status = await postEvent(event, url, WEBHOOK_SECRET).catch(() => 0);
    if (status === 200) return;
    await sleep(500);
  }
}

/** The same key returns the same response; with other parameters it is rejected. */
function once(
  saved: Map<string, Saved>,
  request: http.IncomingMessage,
  params: string,
  doIt: () => Answer,
): Answer {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string') return doIt();
  const all = `${request.url} ${params}`;
  const before = saved.get(key);
  if (before && before.params !== all) {
    const message = 'Keys for idempotent requests can only be used with the same parameters';
    return { status: 400, body: errorBody('idempotency_error', message) };
  }
  if (before?.answer) return before.answer;
  const answer = doIt();
  saved.set(key, { params: all, answer });
  return answer;
}

type Kept = { books: FakeStripeBooks; connect: FakeConnect };

function work({ books, connect }: Kept, request: http.IncomingMessage, body: string): Answer {
  if (request.headers.authorization !== `Bearer ${KEY}`) {
    return { status: 401, body: errorBody('invalid_request_error', 'Invalid API Key provided') };
  }
  try {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe.test');
    const call = `${request.method} ${pathname}`;
    const params = request.method === 'GET' ? searchParams : new URLSearchParams(body);
    const answer =
      connect.route(call, params) ?? books.cards.route(call, params) ?? route(books, call, params);
    return { status: 200, body: answer };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: { error: error.body } };
  }
}

function route(books: FakeStripeBooks, call: string, params: URLSearchParams): object {
  const [, id = '', action = ''] = /^\w+ \/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(call) ?? [];
  if (call === 'POST /v1/payment_intents') return books.create(params);
  if (call === 'POST /v1/refunds') return books.refund(params);
  if (call === 'GET /v1/refunds') return books.listRefunds(params);
  if (call === 'GET /v1/disputes') return books.listDisputes(params);
  if (call === 'POST /v1/tax/calculations') return calculateTax(params);
  const [, method] = /^GET \/v1\/payment_methods\/pm_(\w+)$/.exec(call) ?? [];
  if (method) return { id: `pm_${method}`, object: 'payment_method', card: { fingerprint: `fp_${method}` } };
  const [, token] = /^GET \/v1\/confirmation_tokens\/ctoken_(\w+)$/.exec(call) ?? [];
  if (token) {
    const preview = { type: 'card', card: { fingerprint: `fp_${token}` } };
    return { id: `ctoken_${token}`, object: 'confirmation_token', payment_method_preview: preview };
  }
  const [, calculation] = /^GET \/v1\/tax\/calculations\/(\w+)\/line_items$/.exec(call) ?? [];
  if (calculation) return listTaxedLines(calculation, params);
  if (call.startsWith('GET') && id && !action) return books.get(id);
  if (action === 'confirm') return books.confirm(id, params);
  if (action === 'cancel') return books.cancel(id);
  throw new Refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${call})` });
}

const errorBody = (type: string, message: string) => ({ error: { type, message } });

function send(response: http.ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${randomBytes(6).toString('hex')}`,
  });
  response.end(JSON.stringify(body));
}

async function readBody(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

export type { Intent, StripeEvent };
