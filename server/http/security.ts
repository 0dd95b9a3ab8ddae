// Security headers. Pages get a Content-Security-Policy whose nonce is new each time; everything else is data, which
// has no business running or framing anything.
import { randomBytes } from 'node:crypto';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { EMBED_ORIGINS } from '#shared/video.ts';

const COMMON = {
  crossOriginEmbedderPolicy: false,
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // Says "https only" to browsers, which ignore it on a plain http address.
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
 * Helmet puts its headers together anew for each answer, which costs as much as a small query. These are the same
 * for every answer, so it is asked once.
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

/** What inline scripts and styles of this answer must carry. */
export function nonceOf(reply: FastifyReply): string {
  return nonces.get(reply.raw) ?? '';
}

/** Its script, the frames its fields and a bank's question live in, and what they call: only where it takes payments. */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};
const NOBODY = { scripts: [], frames: [], calls: [] };

type PageOptions = { isDev: boolean; stripe?: object | undefined };

export async function securePages(scope: FastifyInstance, { isDev, stripe }: PageOptions): Promise<void> {
  const payments = stripe ? STRIPE : NOBODY;
  // One for scripts and styles alike: parts that add styles in the browser read it off the page's scripts.
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
