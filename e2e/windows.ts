// Further browser windows, each with its own cookies: someone else, or another device. They are kept for later tests,
// because a new one loads and compiles every script again.
import { test as base, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test';
import { DESK } from './looks.ts';

type Look = {
  width?: number;
  height?: number;
  /** Where its user seems to be, such as America/Chicago. */
  timeZone?: string;
};

export type OpenWindow = (look?: Look) => Promise<Page>;
/** Someone else whose window doesn't matter: requests with their own cookies. */
export type NewClient = () => Promise<APIRequestContext>;

/** As new, except for the browser's cache of files. */
async function empty(context: BrowserContext, origin: string): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage());
  const device = await context.newCDPSession(page);
  await device.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
  await context.clearCookies();
  await context.clearPermissions();
  // With them go their session storage, routes and listeners.
  for (const each of context.pages()) await each.close();
}

export const test = base.extend<
  { openWindow: OpenWindow; newClient: NewClient },
  { spareContexts: BrowserContext[] }
>({
  spareContexts: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures needed from it
    async ({}, use) => {
      const spare: BrowserContext[] = [];
      await use(spare);
      for (const context of spare) await context.close();
    },
    { scope: 'worker' },
  ],
  async newClient({ playwright, baseURL }, use) {
    const origin = baseURL ?? '';
    const clients: APIRequestContext[] = [];
    await use(async () => {
      const client = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
      clients.push(client);
      return client;
    });
    for (const client of clients) await client.dispose();
  },
  async openWindow({ browser, baseURL, spareContexts }, use) {
    const opened: BrowserContext[] = [];
    await use(async ({ width = DESK, height = 900, timeZone } = {}) => {
      const context = spareContexts.pop() ?? (await browser.newContext());
      opened.push(context);
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      if (timeZone) {
        const device = await context.newCDPSession(page);
        await device.send('Emulation.setTimezoneOverride', { timezoneId: timeZone });
      }
      return page;
    });
    for (const context of opened) {
      await empty(context, baseURL ?? '');
      spareContexts.push(context);
    }
  },
});
