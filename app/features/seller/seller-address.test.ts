import { expect, it } from 'vitest';
import { ApiError, type ApiClient } from '#app/lib/api-client.ts';
import { idOf, resolveSellerSlug } from './seller-address.ts';

const asked: unknown[] = [];
const api = {
  call(_contract: unknown, input: { params: { slug: string } }) {
    asked.push(input.params.slug);
    return input.params.slug === 'ballet'
      ? Promise.resolve({ id: 7 })
      : Promise.reject(new ApiError('none', { status: 404, statusText: 'Not Found' }));
  },
} as unknown as ApiClient;

const turn = (sellerId: string, search = '') =>
  resolveSellerSlug(api, {
    params: { sellerId },
    request: new Request(`https://releve.example/sellers/${sellerId}${search}`),
  }).then(
    () => null,
    (thrown: unknown) => thrown,
  );

it('redirects from a slug to the id, keeping the query', async () => {
  const answer = await turn('Ballet', '?q=barre');
  expect(answer).toBeInstanceOf(Response);
  const { status, headers } = answer as Response;
  expect([status, headers.get('location')]).toEqual([301, '/sellers/7?q=barre']);
  expect(headers.get('cache-control')).toBe('public, max-age=60');
});

it('treats digits as an id and never looks up a slug', async () => {
  asked.length = 0;
  expect(await turn('2026')).toBeNull();
  expect(await turn('0')).toBeNull();
  expect(asked).toEqual([]);
  expect([idOf({ sellerId: '2026' }), idOf({ sellerId: '0' }), idOf({ sellerId: '99999999999' })]).toEqual([
    2026,
    null,
    null,
  ]);
});

it.each(['unknown', 'a b', 'ünder', 'x'.repeat(81)])('finds nothing for %s', async (slug) => {
  expect(await turn(slug)).toMatchObject({ init: { status: 404 } });
});
