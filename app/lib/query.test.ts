// The settings of spec §9, seen from what the query client does.
import { QueryObserver } from '@tanstack/react-query';
import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router';
import { describe, expect, it } from 'vitest';
import { pageContext } from '#shared/page-context.ts';
import { getVersion } from '#shared/features/site/site.contract.ts';
import { createApiClient } from './api-client.ts';
import { contractQuery, createQueryClient, prefetchedData, serverPrefetch } from './query.ts';

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

  it('are fetched through the client they belong to', async () => {
    const one = counting(() => Response.json(version));
    const two = counting(() => Response.json({ ...version, version: '2' }));
    expect((await one.client.fetchQuery(contractQuery(getVersion, {}))).version).toBe('1.0.0');
    expect((await two.client.fetchQuery(contractQuery(getVersion, {}))).version).toBe('2');
  });
});

describe('what a page fetches before it is drawn', () => {
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

  it('is there for its title and description', async () => {
    const loaderData = await load(() => Response.json(version));
    expect(prefetchedData(query, loaderData)).toEqual(version);
    expect(prefetchedData(query, null)).toBeUndefined();
  });

  it('makes it a missing page when it is missing, and no other failure does', async () => {
    await expect(load(() => Response.json({ message: 'no' }, { status: 404 }))).rejects.toMatchObject({
      init: { status: 404 },
    });
    const loaderData = await load(() => Response.json({ message: 'no' }, { status: 503 }));
    expect(prefetchedData(query, loaderData)).toBeUndefined();
  });
});
