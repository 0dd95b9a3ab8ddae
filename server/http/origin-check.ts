// Refuses changes that another site asked a visitor's browser to make.
import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { AppError } from '#shared/errors.ts';

/** `host` or `host:port`; anything else in that header is no host, and is never believed. */
const HOST = /^(\[[\da-fA-F:.]+\]|[\w.-]+)(:\d{1,5})?$/;

export function checkHost(request: FastifyRequest): AppError | undefined {
  const { host } = request.headers;
  if (host === undefined || HOST.test(host)) return undefined;
  return new AppError('bad_request', 'The Host of this request is not an address.');
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes form data, as spec §7 wants it of uploads. Where it comes from is checked like anywhere else. */
    takesForms?: boolean;
    /** Called by servers, which sign what they send or hold a key we mailed: no browser, no cookie, no origin. */
    isWebhook?: boolean;
  }
}

/** What a form of any site can send without its browser asking us first. Only uploads take the last of these. */
const FORM_TYPES = /^\s*(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;
const WITH_FILES = /^\s*multipart\/form-data\s*(;|$)/i;

/** The refusal, or undefined. */
export function checkOrigin(config: Config, request: FastifyRequest): AppError | undefined {
  if (SAFE.has(request.method) || request.routeOptions.config.isWebhook) return undefined;
  const type = request.headers['content-type'] ?? '';
  const { takesForms = false } = request.routeOptions.config;
  const isTaken = !FORM_TYPES.test(type) || (takesForms && WITH_FILES.test(type));
  if (!isTaken && request.url.startsWith('/api/')) {
    return new AppError(
      'forbidden',
      `Such forms are not accepted here, so nothing was changed. Send ${takesForms ? 'multipart/form-data' : 'application/json'}.`,
    );
  }
  const { origin, 'sec-fetch-site': site } = request.headers;
  // Every browser names the origin of a change. A caller that names neither is no browser, and holds no
  // visitor's cookie unless the visitor gave it away.
  const isSaidToBeOurs = site === undefined || site === 'same-origin' || site === 'none';
  const isOurs = origin === undefined || origin === ownOrigin(config, request);
  if (isSaidToBeOurs && isOurs) return undefined;
  return new AppError('forbidden', 'This request came from another site, so nothing was changed.');
}

function ownOrigin(config: Config, request: FastifyRequest): string {
  if (config.isPublicUrlFixed) return new URL(config.publicUrl).origin;
  return `${request.protocol}://${request.host}`;
}
