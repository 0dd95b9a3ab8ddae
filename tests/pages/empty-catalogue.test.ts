// The curriculum before anyone sells on the site: nothing to filter, so nothing is said about filters.
import { afterAll, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { testContext } from '../server/test-database.ts';

const ctx = await testContext();
await ctx.pool.query(`update resources set state = 'archived' where state = 'published'`);
const app = await buildApp(ctx, false);
afterAll(() => app.close());

it.each([
  ['/curriculum', 'No resources yet'],
  ['/curriculum?style=Ballet', 'No resources match your filters'],
  ['/curriculum?q=barre', 'No resources for “barre”'],
])('%s says “%s”', async (url, title) => {
  const { body } = await app.inject({ url });
  expect(/<h2[^>]*>(No [^<]+)</.exec(body)?.[1]).toBe(title);
});
