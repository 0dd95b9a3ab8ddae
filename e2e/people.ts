// Users created for one test, and the emails the site sends them.
import { expect, test as base, type APIRequestContext } from '@playwright/test';
import { DEMO_PASSWORD } from './visit.ts';

export type Person = {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  password: string;
};

let made = 0;
let addresses = 0;

function newAddress(): string {
  addresses += 1;
  return `10.${process.pid & 255}.${addresses >> 8}.${addresses & 255}`;
}

/** The browser's own address, for tests in which it matters. */
export const HERE = '127.0.0.1';

/** A unique name, whichever worker asks. */
export function newPerson(): Person {
  made += 1;
  const username = `dancer-${process.pid}-${made}`;
  return {
    firstName: 'Ida',
    lastName: 'Quist',
    username,
    email: `${username}@people.example`,
    password: 'ribbon kettle orchard 9',
  };
}

/** Registers without the form; the owner of `request` is signed in afterward. */
export async function openAccount(
  request: APIRequestContext,
  origin: string = '',
  person: Person = newPerson(),
  address: string = newAddress(),
): Promise<Person> {
  const response = await request.post('/api/register', {
    data: person,
    headers: { origin, 'x-forwarded-for': address },
  });
  expect(response.status(), await response.text()).toBe(200);
  return person;
}

export type Mailbox = {
  /** Path and query of the link in the newest email to this address whose subject contains these words. */
  linkTo: (email: string, subject: string) => Promise<string>;
  /** The text of that email. */
  textTo: (email: string, subject: string) => Promise<string>;
};

/** Does what opening the emailed link does. */
export async function confirmAddress(
  request: APIRequestContext,
  { email }: Person,
  mailbox: Mailbox,
  origin: string = '',
): Promise<void> {
  const link = new URL(await mailbox.linkTo(email, 'Confirm your address'), 'http://any');
  const data = { token: link.searchParams.get('token') };
  const response = await request.post('/api/account/verify-email', { data, headers: { origin } });
  expect(response.status()).toBe(200);
}

type Mail = { to: string; subject: string; text: string | null };

/** Both signed in once per worker. */
export const test = base.extend<object, { staff: APIRequestContext; mailbox: Mailbox }>({
  /** An admin’s requests. */
  staff: [
    async ({ playwright }, use, { project }) => {
      const { baseURL = '' } = project.use;
      const staff = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
      const answer = await staff.post('/api/login', {
        data: { username: 'admin', password: DEMO_PASSWORD },
      });
      expect(answer.status()).toBe(200);
      await use(staff);
      await staff.dispose();
    },
    { scope: 'worker' },
  ],
  /** Reads sent emails as staff do on a site without a mail server. */
  mailbox: [
    async ({ staff }, use) => {
      const find = async (email: string, subject: string): Promise<string> => {
        const response = await staff.get('/api/admin/mails', { params: { q: email } });
        const { items } = (await response.json()) as { items: Mail[] };
        return items.find((one) => one.to === email && one.subject.includes(subject))?.text ?? '';
      };
      const textTo: Mailbox['textTo'] = async (email, subject) => {
        // Some are written with the answer, others by a job right after it.
        const often = { timeout: 40_000, intervals: [50, 100, 200] };
        let found = '';
        await expect.poll(async () => (found = await find(email, subject)), often).toBeTruthy();
        return found;
      };
      await use({
        textTo,
        async linkTo(email, subject) {
          const { pathname, search } = new URL(
            /https?:\/\/\S+/.exec(await textTo(email, subject))?.[0] ?? '',
          );
          return pathname + search;
        },
      });
    },
    { scope: 'worker' },
  ],
});
