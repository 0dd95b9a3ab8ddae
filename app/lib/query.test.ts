// The settings of spec §9, seen from what the query client does.
import { QueryObserver } from '@tanstack/react-query';
import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageContext } from '#shared/page-context.ts';
import { getVersion } from '#shared/features/site/site.contract.ts';
import { listResources } from '#shared/features/catalogue/catalogue.contract.ts';
import { listResourceReviews } from '#shared/features/review/review.contract.ts';
import { createApiClient } from './api-client.ts';
import { catalogueQuery, contractQuery, createQueryClient, prefetchedData, serverPrefetch } from './query.ts';

function counting(respond: () => Response) {
  const calls: string[] = [];
  const client = createQueryClient(
    createApiClient(async (path) => {
      calls.push(path);
      return respond();
    }),
  );
  return { client, calls };
}

const version = { version: '1.0.0', buildDate: '', environment: '', features: [] };

describe('default queries', () => {
  it('are never stale', async () => {
    const { client, calls } = counting(() => Response.json(version));
    await client.fetchQuery(contractQuery(getVersion, {}));
    await client.fetchQuery(contractQuery(getVersion, {}));
    expect(calls).toEqual(['/api/version']);
    expect(client.getDefaultOptions().queries?.staleTime).toBe(Infinity);
  });

  it('do not retry', async () => {
    const { client, calls } = counting(() => Response.json({ message: 'no' }, { status: 500 }));
    const observer = new QueryObserver(client, contractQuery(getVersion, {}));
    const settled = new Promise((resolve) => observer.subscribe((result) => result.isError && resolve(null)));
    await settled;
    expect(calls).toHaveLength(1);
  });

  it('do not refetch on focus', () => {
    const { client } = counting(() => Response.json(version));
    expect(client.getDefaultOptions().queries?.refetchOnWindowFocus).toBe(false);
  });

  it('fail where the data would be when the client suppressed a 401 (spec §6)', async () => {
    const refusal = () => Response.json({ code: 'unauthenticated', message: 'No.' }, { status: 401 });
    const { client, calls } = counting(refusal);
    const failed = client.fetchQuery(catalogueQuery(listResources, { query: {} }));
    await expect(failed).rejects.toMatchObject({ status: 401, message: 'Sign in to see this.' });
    const reviews = contractQuery(listResourceReviews, { params: { id: 7 }, query: {} });
    expect(await client.fetchQuery(reviews)).toEqual([]);
    expect(calls).toEqual(['/api/resources', '/api/resources/7/reviews']);
  });

  it('are fetched with the API client they belong to', async () => {
    const one = counting(() => Response.json(version));
    const two = counting(() => Response.json({ ...version, version: '2' }));
    expect((await one.client.fetchQuery(contractQuery(getVersion, {}))).version).toBe('1.0.0');
    expect((await two.client.fetchQuery(contractQuery(getVersion, {}))).version).toBe('2');
  });
});

describe('catalogue queries', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function callsUntilItFails(status: number) {
    vi.useFakeTimers();
    const { client, calls } = counting(() => Response.json({ message: 'no' }, { status }));
    const observer = new QueryObserver(client, catalogueQuery(getVersion, {}));
    const end = observer.subscribe(() => undefined);
    const counts: number[] = [];
    for (const wait of [0, 999, 1, 1999, 1, 3999, 1, 60_000]) {
      await vi.advanceTimersByTimeAsync(wait);
      counts.push(calls.length);
    }
    end();
    return counts;
  }

  it('are retried three times, after 1, 2 and 4 s', async () => {
    expect(await callsUntilItFails(500)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
  });

  it('are not retried if the response would be the same', async () => {
    expect((await callsUntilItFails(404)).at(-1)).toBe(1);
  });

  it('are cached for five minutes in the browser, and as long as the page is rendered on the server', () => {
    expect(catalogueQuery(getVersion, {}).gcTime).toBe(Infinity);
    vi.stubGlobal('document', {});
    expect(catalogueQuery(getVersion, {}).gcTime).toBe(300_000);
  });
});

describe('data a page prefetches', () => {
  const query = contractQuery(getVersion, {});

  function load(respond: () => Response) {
    const context = new RouterContextProvider();
    context.set(pageContext, {
      fetchApi: async () => respond(),
      nonce: '',
      hasSession: false,
      publicUrl: '',
      requestId: '',
      reportError: () => {},
    });
    const args = { context, params: {}, request: new Request('http://localhost/') };
    return serverPrefetch(() => [query])(args as unknown as LoaderFunctionArgs);
  }

  it('is available for its title and description', async () => {
    const loaderData = await load(() => Response.json(version));
    expect(prefetchedData(query, loaderData)).toEqual(version);
    expect(prefetchedData(query, null)).toBeUndefined();
  });

  it('makes it a not-found page if it is missing, and not for any other failure', async () => {
    await expect(load(() => Response.json({ message: 'no' }, { status: 404 }))).rejects.toMatchObject({
      init: { status: 404 },
    });
    const loaderData = await load(() => Response.json({ message: 'no' }, { status: 500 }));
    expect(prefetchedData(query, loaderData)).toBeUndefined();
  });

  it('makes it an unavailable page while the API is unavailable', async () => {
    await expect(load(() => Response.json({ message: 'no' }, { status: 503 }))).rejects.toMatchObject({
      init: { status: 503 },
    });
  });
});
