// Runs axe in a page and returns only its violations: transferring everything it checked costs more than checking. `npm
// test` runs axe once per page template and width (accessibility.e2e.ts); `npm run e2e` runs it on every page in every
// look, and during journeys.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

declare const axe: typeof axeCore;

const source = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** `within`: only this part. `behind`: all but a part that another test checked already. */
export type AxeScope = { within?: string; behind?: string };

/** Whether this is `npm run e2e`, which checks everything. */
export const IS_FULL = Boolean(process.env['E2E_FULL']);

/** In the middle of a journey: only in the full run. */
export async function expectNothingFoundOnTheWay(page: Page, scope: AxeScope = {}): Promise<void> {
  if (IS_FULL) await expectNothingFound(page, scope);
}

export async function expectNothingFound(page: Page, { within, behind }: AxeScope = {}): Promise<void> {
  // Once per document; a new page has a new window.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const found = await page.evaluate(
    async ([include, exclude]) => {
      // During a fade-in, the contrast is neither the start's nor the end's.
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      await Promise.allSettled(passing.map(({ finished }) => finished));
      const context = { include: include ?? 'html', ...(exclude ? { exclude } : {}) };
      const { violations } = await axe.run(context, { resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`);
    },
    [within, behind] as const,
  );
  expect(found).toEqual([]);
}
