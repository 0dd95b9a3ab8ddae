// Resources of the demo school that cost between 15 and 40 dollars.
import type { Page } from '@playwright/test';

export type DemoResource = { id: number; title: string; price: string };

/** Lowest ids first: they existed before any test created, repriced or archived one of its own. */
export async function pricedResources(page: Page): Promise<DemoResource[]> {
  const answer = await page.request.get('/api/resources?price=15-40&pageSize=24');
  const { items } = (await answer.json()) as { items: DemoResource[] };
  return items.toSorted((one, other) => one.id - other.id);
}

export async function pricedResource(page: Page, at = 0): Promise<DemoResource> {
  const found = (await pricedResources(page))[at];
  if (!found) throw new Error('The demo school has nothing to buy.');
  return found;
}
