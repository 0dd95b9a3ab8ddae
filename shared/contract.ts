// What an API endpoint promises, as one object both sides read: the server binds it to a route, the
// browser calls it. Nothing else says where an endpoint lives or what goes in and out.
import type { core, output, input } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Required on every entry. A permission means signed in and holding it. */
export type Access = 'public' | 'signed-in' | { permission: Permission };

/** At most `points` calls in `seconds` from one address, counted in PostgreSQL across all servers. */
export type RateLimit = { points: number; seconds: number };

export type Contract = {
  method: Method;
  path: `/api/${string}`;
  summary: string;
  access: Access;
  params?: core.$ZodType;
  query?: core.$ZodType;
  body?: core.$ZodType;
  /** The body is a file, streamed to the handler, at most so large; instead of `body`. */
  upload?: { maxBytes: number };
  /** The body is a form with files, handed to the handler one by one as they come; instead of `body`. */
  form?: { maxFiles: number; maxBytes: number; fields: core.$ZodType };
  /** A success answers a file of this type, streamed; instead of `response`. */
  download?: string;
  /** What a success answers; keys not named here never leave the server. Absent: 204, no body. */
  response?: core.$ZodType;
  status?: 200 | 201 | 202;
  /** Some successes have nothing to say: those answer 204, the others `response`. */
  mayBeEmpty?: true;
  errors?: readonly ErrorCode[];
  rateLimit?: RateLimit;
};

export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

type Parts = 'params' | 'query' | 'body';

/** What a caller sends. */
export type ContractInput<C extends Contract> = {
  [P in Parts as C[P] extends core.$ZodType ? P : never]: C[P] extends core.$ZodType ? input<C[P]> : never;
};

/** What a handler receives, after validation. */
export type ContractParsed<C extends Contract> = {
  [P in Parts]: C[P] extends core.$ZodType ? output<C[P]> : undefined;
};

/** What a caller gets back. */
export type ContractOutput<C extends Contract> = C['response'] extends core.$ZodType
  ? C['mayBeEmpty'] extends true
    ? output<C['response']> | undefined
    : output<C['response']>
  : void;

/** A file an endpoint answers: its bytes as they come, and the name to save it under. */
export type Download = { content: AsyncIterable<string | Uint8Array>; fileName: string };

/** What a handler must return. */
export type ContractResult<C extends Contract> = C['download'] extends string
  ? Download
  : C['response'] extends core.$ZodType
    ? C['mayBeEmpty'] extends true
      ? input<C['response']> | undefined
      : input<C['response']>
    : void;

/** `/api/users/:id` with `{ id: 7 }` becomes `/api/users/7`. */
export function fillPath(path: string, params: Record<string, string | number | undefined> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}
