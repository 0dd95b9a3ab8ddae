// Sellers made for one test, written straight into the database.
import type { Page } from '@playwright/test';
import { systemClock } from '../server/clock.ts';
import type { Db } from '../server/db/client.ts';
import { createSession } from '../server/platform/session.service.ts';
import { createPerson, createStore } from '../server/seed/factories.ts';

export type Seller = { id: number; slug: string; store: string };

let made = 0;

/** Nobody else's name, whichever worker asks. */
export async function createSeller(db: Db, { store = 'Studio Vega' } = {}): Promise<Seller> {
  made += 1;
  const slug = `vega-${process.pid}-${made}`;
  const person = await createPerson(db, { username: slug, roles: ['seller'] });
  if (!person) throw new Error(`${slug} exists`);
  await createStore(db, { userId: person.id, slug, name: store });
  return { id: person.id, slug, store };
}

export async function enterAsUser(page: Page, db: Db, userId: number, baseURL = ''): Promise<void> {
  const origin = { address: '127.0.0.1', userAgent: 'test' };
  const { token } = await createSession({ clock: systemClock }, db, { userId, ...origin });
  await page.context().addCookies([{ name: 'releve_session', value: token, url: baseURL }]);
}

/** Signed in on this page as a seller whom no other test knows. */
export async function enterAsNewSeller(
  page: Page,
  db: Db,
  baseURL?: string,
  options?: { store?: string },
): Promise<Seller> {
  const seller = await createSeller(db, options);
  await enterAsUser(page, db, seller.id, baseURL);
  return seller;
}
