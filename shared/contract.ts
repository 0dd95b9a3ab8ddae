// A contract describes one API endpoint for both sides: the server binds it to a route, the browser calls it. Path,
// input and output are defined nowhere else.
import type { core, output, input } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Required on every contract. A permission means signed in with that permission. */
export type Access = 'public' | 'signed-in' | { permission: Permission };

/** A permission the service asks for by itself, and which calls of the operation it covers: “in every course”. */
export type Further = { permission: Permission; covers: string };

/** At most `points` calls in `seconds` from one address, counted in PostgreSQL across all servers. */
export type RateLimit = { points: number; seconds: number };

export type Contract = {
  method: Method;
  path: `/api/${string}`;
  summary: string;
  access: Access;
  /** Permissions that open more of the operation than `access` says; listed on /admin/roles. */
  further?: readonly Further[];
  params?: core.$ZodType;
  query?: core.$ZodType;
  body?: core.$ZodType;
  /** Instead of `body`: a file up to this size, streamed to the handler. */
  upload?: { maxBytes: number };
  /** Instead of `body`: a form with files, passed to the handler one by one. */
  form?: { maxFiles: number; maxBytes: number; fields: core.$ZodType };
  /** Instead of `response`: streams a file of this type. */
  download?: string;
  /** The body of a success; undeclared keys never leave the server. Absent: 204, no body. */
  response?: core.$ZodType;
  status?: 200 | 201 | 202;
  /** Some successes have no content and return 204, the others `response`. */
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

/** A file in a response: its bytes and the name to save it under. */
export type Download = {
  content: AsyncIterable<string | Uint8Array>;
  fileName: string;
  /** If it isn't the one of the contract, where a query chooses the format. */
  contentType?: string;
};

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
