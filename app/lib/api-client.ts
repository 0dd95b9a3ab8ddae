// The typed API client: calls a contract and turns every failure into a user-facing message (spec §8).
import { fillPath, type Contract, type ContractInput, type ContractOutput } from '#shared/contract.ts';
import { EMPTY_BODY, HTML_BODY, type ErrorCode, type ErrorDetail } from '#shared/errors.ts';

export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly details: ErrorDetail[];
  /** The server's error code; absent if something else responded. */
  readonly code: ErrorCode | undefined;

  constructor(
    message: string,
    response: { status: number; statusText: string },
    details: ErrorDetail[] = [],
    code?: ErrorCode,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = response.status;
    this.statusText = response.statusText;
    this.details = details;
    this.code = code;
  }
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

export type ApiClient = {
  call<C extends Contract>(
    contract: C,
    input: ContractInput<C>,
    signal?: AbortSignal,
  ): Promise<ContractOutput<C>>;
};

/** Spec §6: the catalogue is open to guests, so "please sign in" on reading it is no error. */
const OPEN_TO_GUESTS = /^\/api\/(resources|curriculum|courses)(\/|$)/;

/** For callers that need an answer: a suppressed 401 is an error of theirs, which they show where the data would be. */
export function requireAnswer<T>(answer: T, path: string): T {
  if (answer === null && OPEN_TO_GUESTS.test(path)) {
    throw new ApiError('Sign in to see this.', { status: 401, statusText: 'Unauthorized' });
  }
  return answer;
}

export function createApiClient(fetchApi: Fetch): ApiClient {
  return {
    async call(contract, input, signal) {
      const { params, query, body } = input as {
        params?: Record<string, string | number>;
        query?: object;
        body?: unknown;
      };
      const path = fillPath(contract.path, params);
      const init: RequestInit = { method: contract.method, credentials: 'include' };
      if (signal) init.signal = signal;
      if (body instanceof FormData) init.body = body;
      else if (body !== undefined) {
        init.body = JSON.stringify(body);
        init.headers = { 'content-type': 'application/json' };
      }
      const response = await fetchApi(path + toSearch(query), init);
      if (response.status === 401 && contract.method === 'GET' && OPEN_TO_GUESTS.test(path)) {
        return (path.endsWith('/reviews') ? [] : null) as never;
      }
      return (await readBody(response)) as never;
    },
  };
}

export const browserApi: ApiClient = createApiClient((path, init) => fetch(path, init));

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  if (text.trim() === '') throw new ApiError(EMPTY_BODY, response);
  if (isHtml(response, text)) throw new ApiError(HTML_BODY, response);
  const json = parseJson(text);
  if (response.ok && json !== undefined) return json;
  const details = detailsOf(json);
  throw new ApiError(failureText(json, details, response), response, details, codeOf(json));
}

function isHtml(response: Response, text: string): boolean {
  return (
    (response.headers.get('content-type') ?? '').includes('text/html') || /^\s*<(!doctype|html)/i.test(text)
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Spec §8: body message, then error, then the details messages joined, then status and status text. */
export function failureText(
  body: unknown,
  details: readonly ErrorDetail[],
  response: { status: number; statusText: string },
): string {
  const { message, error } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  if (isText(message)) return message;
  if (isText(error)) return error;
  if (details.length > 0) return details.map((detail) => detail.message).join(', ');
  return `${response.status} ${response.statusText}`.trim();
}

function codeOf(body: unknown): ErrorCode | undefined {
  const { code } = (typeof body === 'object' && body !== null ? body : {}) as { code?: unknown };
  return isText(code) ? (code as ErrorCode) : undefined;
}

function detailsOf(body: unknown): ErrorDetail[] {
  if (typeof body !== 'object' || body === null || !('details' in body) || !Array.isArray(body.details))
    return [];
  return body.details.flatMap((detail: unknown) => {
    if (isText(detail)) return [{ message: detail }];
    if (typeof detail !== 'object' || detail === null || !('message' in detail) || !isText(detail.message))
      return [];
    const path = 'path' in detail && isText(detail.path) ? { path: detail.path } : {};
    return [{ ...path, message: detail.message }];
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function toSearch(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      // The API refuses zero bytes; a page whose address holds one is to open all the same.
      if (one !== undefined && one !== null) search.append(key, String(one).replaceAll('\0', ''));
    }
  }
  return search.size > 0 ? `?${search}` : '';
}
