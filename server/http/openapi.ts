// Describes the API from the contracts that run it: /api/openapi.json, browsable at /api/docs.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySerializerCompiler } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { safeParse, type $ZodType } from 'zod/v4/core';

/** Bodies and headers that are streamed and therefore have no schema to validate. */
type Described = { body?: object; headers?: object; response?: Record<number, object> };

export const describeAlso =
  (described: Described): typeof jsonSchemaTransform =>
  (route) => {
    const { schema, url } = jsonSchemaTransform(route);
    return { schema: { ...schema, ...described }, url };
  };

export const FILE_BODY = { type: 'string', format: 'binary' } as const;

/** Must be registered before the routes it describes. */
export async function describeApi(app: FastifyInstance, { version }: { version: string }): Promise<void> {
  const description =
    'Errors return `{ code, message, details? }`. Requests that change something must come from this site.';
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Relevé API', description, version } },
    transform: jsonSchemaTransform,
  });
  const options = { config: { access: 'public' as const }, schema: { hide: true } };
  app.get('/api/openapi.json', options, async () => app.swagger());
}

export async function registerApiBrowser(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { tryItOutEnabled: false },
  });
}

/**
 * Responses contain only what their contract declares. Parses instead of encoding, as the type provider would: our
 * schemas have no separate wire format, and encoding takes three times as long.
 */
export const declaredFields: FastifySerializerCompiler<$ZodType> =
  ({ schema, method, url }) =>
  (data) => {
    const { data: declared, error } = safeParse(schema, data);
    if (error) throw new Error(`${method} ${url} returns a status it does not declare.`, { cause: error });
    return JSON.stringify(declared);
  };
