import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { currentToasts } from '#app/components/ui/toast-store.ts';
import { createApiClient } from './api-client.ts';
import { contractQuery, createQueryClient } from './query.ts';
import { contractMutation } from './use-contract-mutation.ts';

const getName = defineContract({
  method: 'GET',
  path: '/api/name',
  summary: 'The name',
  access: 'public',
  response: z.object({ name: z.string() }),
});
const setName = defineContract({
  method: 'PUT',
  path: '/api/name/set',
  summary: 'Another name',
  access: 'public',
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
});

/** A server with one name, and a page that shows it. */
async function onePage() {
  let name = 'Ada';
  const server = { isRefusing: false };
  const client = createQueryClient(
    createApiClient(async (_path, { method, body }) => {
      if (method === 'GET') return Response.json({ name });
      if (server.isRefusing) {
        name = 'Chosen by a colleague';
        return Response.json({ message: 'Taken already.' }, { status: 409 });
      }
      ({ name } = JSON.parse(body as string) as { name: string });
      return Response.json({ name });
    }),
  );
  const page = new QueryObserver(client, contractQuery(getName, {}));
  page.subscribe(() => undefined);
  await expect.poll(() => page.getCurrentResult().data).toEqual({ name: 'Ada' });
  const rename = new MutationObserver(
    client,
    contractMutation(setName, {
      invalidates: [getName],
      errorTitle: 'The name was not changed',
      input: (chosen: string) => ({ body: { name: chosen } }),
    }),
  );
  return { server, rename, shown: () => page.getCurrentResult().data?.name };
}

it('is pending until the invalidated queries are refetched', async () => {
  const { rename, shown } = await onePage();
  await rename.mutate('Grace');
  expect(shown()).toBe('Grace');
});

it('refetches after a failure as well, and shows why nothing changed', async () => {
  const { server, rename, shown } = await onePage();
  server.isRefusing = true;
  await expect(rename.mutate('Grace')).rejects.toThrow('Taken already.');
  expect(shown()).toBe('Chosen by a colleague');
  expect(currentToasts()).toMatchObject([
    { title: 'The name was not changed', description: 'Taken already.' },
  ]);
});

it('asks again when the first answer was on its way during the change', async () => {
  let name = 'Ada';
  const { promise: isSlowOver, resolve: answerAtLast } = Promise.withResolvers<void>();
  let fetches = 0;
  const client = createQueryClient(
    createApiClient(async (_path, { method, body }) => {
      if (method === 'GET') {
        const found = name;
        fetches += 1;
        if (fetches === 1) await isSlowOver;
        return Response.json({ name: found });
      }
      ({ name } = JSON.parse(body as string) as { name: string });
      setTimeout(answerAtLast, 10);
      return Response.json({ name });
    }),
  );
  const page = new QueryObserver(client, contractQuery(getName, {}));
  page.subscribe(() => undefined);
  await expect.poll(() => fetches).toBe(1);
  const rename = new MutationObserver(client, contractMutation(setName, { invalidates: [getName] }));
  await rename.mutate({ body: { name: 'Grace' } });
  expect(page.getCurrentResult().data).toEqual({ name: 'Grace' });
});
