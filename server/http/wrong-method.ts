// A known address called with a method it doesn't have: 405, and which methods it has.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { nothingHere, pathOf } from './errors.ts';

/** Every call's address begins with it; there is nothing at the root itself. */
export const ROOT = '/api';

type Route = { pattern: RegExp; methods: readonly string[] };

/** `/api/courses/:id.pdf` matches `/api/courses/7.pdf`. */
const patternOf = (url: string) =>
  new RegExp(`^${url.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}/?$`);

/** Watches the routes that are added from now on; answers for those that aren't there. */
export function answerForMissingRoutes(app: FastifyInstance) {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // What a wildcard matches need not exist.
    if (!url.includes('*') && url !== ROOT)
      routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  return (request: FastifyRequest, reply: FastifyReply): never => {
    const path = pathOf(request);
    const known = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
    if (known.length === 0) throw nothingHere();
    const allowed = [...new Set(known)].toSorted().join(', ');
    reply.header('allow', allowed);
    throw new AppError('method_not_allowed', `This address takes ${allowed}, not ${request.method}.`);
  };
}
