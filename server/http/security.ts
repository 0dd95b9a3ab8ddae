// Security headers. Pages get a Content-Security-Policy with a fresh nonce; everything else is data and may not run or
// frame anything.
import { randomBytes } from 'node:crypto';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { EMBED_ORIGINS } from '#shared/video.ts';

const COMMON = {
  crossOriginEmbedderPolicy: false,
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // HSTS; browsers ignore it over plain http.
  strictTransportSecurity: { maxAge: 31_536_000 },
} satisfies FastifyHelmetOptions;

/** For the API and for files. */
export async function secureData(scope: FastifyInstance): Promise<void> {
  const headers = await dataHeaders();
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/**
 * Helmet builds its headers for every response, which costs as much as a small query. These never change, so they are
 * built once.
 */
async function dataHeaders(): Promise<Record<string, string>> {
  const probe = Fastify();
  await probe.register(helmet, {
    ...COMMON,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  });
  probe.get('/', (_request, reply) => reply.send());
  const { headers } = await probe.inject('/');
  await probe.close();
  const ofTheProbe = new Set(['date', 'connection', 'content-length', 'content-type']);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (ofTheProbe.has(name) ? [] : [[name, String(value)]])),
  );
}

const nonces = new WeakMap<object, string>();

/** The nonce inline scripts and styles of this response must have. */
export function nonceOf(reply: FastifyReply): string {
  return nonces.get(reply.raw) ?? '';
}

/** Stripe's script, its frames for card fields and 3-D Secure, and its API: only on pages that take payments. */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};
const NOBODY = { scripts: [], frames: [], calls: [] };

type PageOptions = { isDev: boolean; stripe?: object | undefined };

export async function securePages(scope: FastifyInstance, { isDev, stripe }: PageOptions): Promise<void> {
  const payments = stripe ? STRIPE : NOBODY;
  // One nonce for scripts and styles: libraries that add styles in the browser read it from the page's scripts.
  const nonce = (_request: object, response: object) => `'nonce-${nonces.get(response)}'`;
  scope.addHook('onRequest', (_request, reply, done) => {
    nonces.set(reply.raw, randomBytes(16).toString('base64url'));
    done();
  });
  await scope.register(helmet, {
    ...COMMON,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...payments.calls, ...(isDev ? ['ws:'] : [])],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        frameSrc: ["'self'", ...EMBED_ORIGINS, ...payments.frames],
        imgSrc: ["'self'", 'data:', 'blob:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", nonce, ...payments.scripts],
        scriptSrcAttr: ["'none'"],
        // Vite's hot reload injects <style> elements; built pages have none without the nonce.
        styleSrc: ["'self'", ...(isDev ? ["'unsafe-inline'"] : [nonce])],
      },
    },
  });
}
