// Security headers, with a Content-Security-Policy whose nonce is new for every page.
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export async function registerSecurity(app: FastifyInstance, { isDev }: { isDev: boolean }): Promise<void> {
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'", ...(isDev ? ['ws:'] : [])],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        frameSrc: ["'self'", 'https://www.youtube.com'],
        imgSrc: ["'self'", 'data:', 'blob:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // Vite's hot reload injects <style> elements; built pages have none without the nonce.
        styleSrc: ["'self'", ...(isDev ? ["'unsafe-inline'"] : [])],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Says "https only" to browsers, which ignore it on a plain http address.
    strictTransportSecurity: { maxAge: 31_536_000 },
  });
}
