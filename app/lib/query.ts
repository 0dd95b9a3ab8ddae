// How pages load data: a contract becomes query options, fetched on the server before rendering and in
// the browser after, through whichever API client the query client carries.
import {
  dehydrate,
  hashKey,
  keepPreviousData,
  QueryClient,
  queryOptions,
  type DehydratedState,
} from '@tanstack/react-query';
import {
  data,
  isRouteErrorResponse,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
import { pageContext } from '#shared/page-context.ts';
import {
  DEFAULT_REFETCH_ON_FOCUS,
  DEFAULT_RETRY,
  DEFAULT_STALE_MS,
  KEEP_MS,
  RETRY_COUNT,
  retryDelay,
} from '#shared/query-timing.ts';
import { ApiError, browserApi, createApiClient, requireAnswer, type ApiClient } from './api-client.ts';

const clients = new WeakMap<QueryClient, ApiClient>();

/** Spec §9: by default never stale, no retry, no refetch on focus. */
export function createQueryClient(api: ApiClient): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: DEFAULT_STALE_MS,
        retry: DEFAULT_RETRY,
        refetchOnWindowFocus: DEFAULT_REFETCH_ON_FOCUS,
      },
      mutations: { retry: false },
    },
  });
  clients.set(client, api);
  return client;
}

let ofBrowser: QueryClient | undefined;

/** One for the tab; a new one for each rendering on the server, so that visitors never share data. */
export function queryClientForHere(): QueryClient {
  if (typeof document === 'undefined') return createQueryClient(browserApi);
  return (ofBrowser ??= createQueryClient(browserApi));
}

export function apiOf(client: QueryClient): ApiClient {
  return clients.get(client) ?? browserApi;
}

export function contractQuery<C extends Contract>(contract: C, input: ContractInput<C>) {
  return queryOptions<ContractOutput<C>>({
    queryKey: [contract.path, input],
    queryFn: async ({ client, signal }) =>
      requireAnswer(await apiOf(client).call(contract, input, signal), contract.path),
  });
}

/** For data others change: shows the cached response and refetches. */
export function freshQuery<C extends Contract>(contract: C, input: ContractInput<C>) {
  return { ...contractQuery(contract, input), staleTime: 0 };
}

/** A fresh list that keeps the old rows, dimmed, while the next page or filter loads. */
export function listQuery<C extends Contract>(contract: C, input: ContractInput<C>) {
  return { ...freshQuery(contract, input), placeholderData: keepPreviousData };
}

/** Spec §9, with retries: for the public catalogue. Client errors aren't retried. */
export function catalogueQuery<C extends Contract>(contract: C, input: ContractInput<C>) {
  return queryOptions<ContractOutput<C>>({
    ...contractQuery(contract, input),
    retry: (failures, error) => failures < RETRY_COUNT && !(error instanceof ApiError && error.status < 500),
    retryDelay,
    // On the server, a timer would keep the whole rendering in memory until it fires.
    gcTime: typeof document === 'undefined' ? Infinity : KEEP_MS,
  });
}

// oxlint-disable-next-line typescript/no-explicit-any -- pages prefetch queries of every type; the value is not read here
type AnyQuery = ReturnType<typeof queryOptions<any>>;
type QueriesOf<Args> = (args: Args) => readonly AnyQuery[];

export type PrefetchedData = { dehydratedState: DehydratedState };

/** Omits timestamps, so the same page renders the same HTML. */
function withTime(state: DehydratedState, time: number): DehydratedState {
  const queries = state.queries.map((query) => ({
    ...query,
    dehydratedAt: time,
    state: { ...query.state, dataUpdatedAt: time },
  }));
  return { ...state, queries };
}

const arrivals = new WeakMap<DehydratedState, DehydratedState>();

/** Data in the HTML counts as fetched when the page arrived. */
export function asArrived(state: DehydratedState): DehydratedState {
  let arrived = arrivals.get(state);
  if (!arrived) {
    arrived = withTime(state, Date.now());
    arrivals.set(state, arrived);
  }
  return arrived;
}

/** A page about something missing responds with 404, inside the usual layout. */
export function pageNotFound() {
  return data(null, { status: 404 });
}

/** The API answered 503: the database is away, full or overloaded, and will be back. */
export function isUnavailable(error: unknown): error is { status: 503; data?: unknown } {
  return (error instanceof ApiError || isRouteErrorResponse(error)) && error.status === 503;
}

/**
 * For server loaders: a page whose data is unavailable responds with 503 and retries instead of
 * looking broken. `siteName` is for the page's title.
 */
export function orUnavailable(error: unknown, siteName?: string): never {
  throw isUnavailable(error) ? data({ siteName }, { status: 503 }) : error;
}

/** One attempt, so no page waits; the component's query retries. */
async function prefetch(client: QueryClient, queries: readonly AnyQuery[]): Promise<readonly unknown[]> {
  await Promise.all(queries.map((query) => client.prefetchQuery({ ...query, retry: false })));
  const errors = queries.map((query) => client.getQueryState(query.queryKey)?.error as unknown);
  if (errors.some((error) => error instanceof ApiError && error.status === 404)) throw pageNotFound();
  return errors;
}

/** For a page's `meta`: the data its loader or this tab has fetched. */
export function prefetchedData<T>(
  query: ReturnType<typeof queryOptions<T>>,
  loaderData: unknown,
): T | undefined {
  const { dehydratedState } = (loaderData ?? {}) as Partial<PrefetchedData>;
  const hash = hashKey(query.queryKey);
  const found = dehydratedState?.queries.find(({ queryHash }) => queryHash === hash);
  return (found?.state.data ?? queryClientForHere().getQueryData(query.queryKey)) as T | undefined;
}

/** A page's `loader`: runs its queries on the server so that they are in the HTML. */
export function serverPrefetch(queries: QueriesOf<Pick<LoaderFunctionArgs, 'params' | 'request'>>) {
  return async ({ context, params, request }: LoaderFunctionArgs): Promise<PrefetchedData> => {
    const { fetchApi } = context.get(pageContext);
    const client = createQueryClient(createApiClient(fetchApi));
    const errors = await prefetch(client, queries({ params, request }));
    const unavailable = errors.find(isUnavailable);
    if (unavailable) orUnavailable(unavailable);
    return { dehydratedState: withTime(dehydrate(client), 0) };
  };
}

/** A page's `clientLoader`: the same queries, answered from the tab's cache where they are fresh. */
export function browserPrefetch(queries: QueriesOf<Pick<ClientLoaderFunctionArgs, 'params' | 'request'>>) {
  return async ({ params, request }: ClientLoaderFunctionArgs): Promise<null> => {
    await prefetch(queryClientForHere(), queries({ params, request }));
    return null;
  };
}
