// Sellers created for one test, directly in the database.
import type { Page } from '@playwright/test';
import { systemClock } from '../server/clock.ts';
import type { Db } from '../server/db/client.ts';
import { createSession } from '../server/platform/session.service.ts';
import { createPerson, createSeller } from '../server/seed/factories.ts';

export type Seller = { id: number; slug: string; name: string };

let made = 0;

/** A unique name, whichever worker asks. */
export async function createNewSeller(db: Db, { name = 'Studio Vega' } = {}): Promise<Seller> {
  made += 1;
  const slug = `vega-${process.pid}-${made}`;
  const person = await createPerson(db, { username: slug, roles: ['seller'] });
  if (!person) throw new Error(`${slug} exists`);
  await createSeller(db, { userId: person.id, slug, name });
  return { id: person.id, slug, name };
}

export async function enterAsUser(page: Page, db: Db, userId: number, baseURL = ''): Promise<void> {
  const origin = { address: '127.0.0.1', userAgent: 'test' };
  const { token } = await createSession({ clock: systemClock }, db, { userId, ...origin });
  await page.context().addCookies([{ name: 'releve_session', value: token, url: baseURL }]);
}

/** Signed in on this page as a seller no other test uses. */
export async function enterAsNewSeller(
  page: Page,
  db: Db,
  baseURL?: string,
  options?: { name?: string },
): Promise<Seller> {
  const seller = await createNewSeller(db, options);
  await enterAsUser(page, db, seller.id, baseURL);
  return seller;
}
