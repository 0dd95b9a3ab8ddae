// What leaves the server is what its contract declares, and nothing beside it.
import type { FastifySerializerCompiler } from 'fastify';
import { safeParse, type $ZodType } from 'zod/v4/core';

/** As the type provider's own, read forwards: no answer has a form of its own on the wire, and backwards costs thrice. */
export const declaredFields: FastifySerializerCompiler<$ZodType> =
  ({ schema, method, url }) =>
  (data) => {
    const { data: declared, error } = safeParse(schema, data);
    if (error) throw new Error(`${method} ${url} answers what it does not declare.`, { cause: error });
    return JSON.stringify(declared);
  };
