// Reminders of carts: who gets one, who gets none, and how they end.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createEntitlement } from '#server/seed/factories.ts';
import {
  getCartReminders,
  setCartReminders,
  stopCartReminders,
  addToCart,
  getCart,
  updateCartItem,
} from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { CARDS, MARA, someBuyer, somethingFor } from '../../../tests/server/checkout-tools.ts';
import { startFakeSmtp } from '../../../tests/server/fake-smtp.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { cookieOf, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { sendCartRemindersJob } from './cart-reminder.jobs.ts';

const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const site = await testApp({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://dance.example' });
const { app, ctx, call } = site;
const HOUR = 3_600_000;
const pass = (hours: number) => ctx.clock.advance(hours * HOUR);
const look = () => sendCartRemindersJob.run(ctx, {});

beforeEach(() => ctx.pool.query('delete from cart_items; delete from rate_limits'));

async function addressOf({ id }: Pick<Person, 'id'>): Promise<string> {
  const { rows } = await ctx.pool.query<{ email: string }>('select email from users where id = $1', [id]);
  return rows[0]?.email ?? '';
}
const reminders = async (person: Pick<Person, 'id'>) =>
  (await mailsTo(ctx, await addressOf(person))).filter(({ subject }) => subject.includes('cart'));

describe('an abandoned cart', () => {
  it('gets one reminder, a day after the last change, listing its items', async () => {
    const { buyer, thing } = await someBuyer(site, 2400);
    pass(23);
    await look();
    expect(await reminders(buyer)).toEqual([]);
    pass(2);
    await look();
    const [mail, ...more] = await reminders(buyer);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your cart at Relevé is waiting');
    expect(mail?.text).toContain(`${thing.title}: $24.00`);
    expect(mail?.text).toContain('https://dance.example/cart\n');
    for (const hours of [1, 24, 100, 24 * 40]) {
      pass(hours);
      await look();
    }
    expect(await reminders(buyer)).toHaveLength(1);
  });

  it('counts a change of seats as a change, and is reminded of again only if changed after 30 days', async () => {
    const { buyer } = await someBuyer(site);
    const [line] = (await call(getCart, buyer)).json<{ id: number }[]>();
    // With a new session each time: weeks go by.
    const touch = async (quantity: number) => {
      const headers = { cookie: await cookieOf(ctx, buyer.id) };
      await call(updateCartItem, { params: { id: String(line?.id) }, body: { quantity }, headers });
    };
    pass(20);
    await touch(2);
    pass(20);
    await look();
    expect(await reminders(buyer)).toEqual([]);
    pass(5);
    await look();
    const [first] = await reminders(buyer);
    expect(first?.text).toContain(', 2 seats at $24.00');

    pass(24 * 10);
    await touch(3);
    pass(25);
    await look();
    expect(await reminders(buyer)).toHaveLength(1);
    pass(24 * 20);
    await touch(4);
    pass(25);
    await look();
    expect(await reminders(buyer)).toHaveLength(2);
  });

  it('gets no reminder if it was abandoned long ago', async () => {
    const { buyer } = await someBuyer(site);
    pass(24 * 8);
    await look();
    expect(await reminders(buyer)).toEqual([]);
  });

  it('gets one reminder with two servers at once', async () => {
    const { buyer } = await someBuyer(site);
    const { buyer: other } = await someBuyer(site);
    pass(25);
    await Promise.all(Array.from({ length: 6 }, look));
    expect(await reminders(buyer)).toHaveLength(1);
    expect(await reminders(other)).toHaveLength(1);
  });
});

describe('sends no reminder', () => {
  type Left = Awaited<ReturnType<typeof someBuyer>>;
  const set = (values: string) => (left: Left) =>
    ctx.pool.query(`update users set ${values} where id = $1`, [left.buyer.id]);

  it.each<[string, (left: Left) => Promise<unknown>]>([
    ['to a suspended user', set(`state = 'suspended', suspended_reason = 'x'`)],
    ['to an unconfirmed address', set('email_verified_at = null')],
    [
      'to a user who bought something since',
      async ({ buyer }) => {
        const other = await somethingFor(ctx, 900);
        const items = [{ ...other.item, quantity: 1 }];
        const paid = await call(simpleCheckout, { body: { ...MARA, card: CARDS.good, items }, ...buyer });
        expect(paid.json()).toMatchObject({ status: 'paid' });
      },
    ],
    [
      'about an item off sale',
      ({ thing }) => ctx.pool.query(`update resources set state = 'archived' where id = $1`, [thing.id]),
    ],
    [
      'about an item they already have',
      ({ buyer, thing }) =>
        createEntitlement(ctx.db, { userId: buyer.id, itemType: 'resource', itemId: thing.id }),
    ],
    [
      'to a user who turned reminders off',
      ({ buyer }) => call(setCartReminders, { body: { isWanted: false }, ...buyer }),
    ],
  ])('%s', async (_, change) => {
    const left = await someBuyer(site);
    pass(1);
    await change(left);
    pass(25);
    await look();
    expect(await reminders(left.buyer)).toEqual([]);
  });

  it('about an item that went off sale, but about the others', async () => {
    const { buyer, thing } = await someBuyer(site);
    const other = await somethingFor(ctx, 1300);
    await call(addToCart, { body: { ...other.item, quantity: 1 }, ...buyer });
    await ctx.pool.query(`update resources set state = 'archived', title = 'Gone' where id = $1`, [thing.id]);
    pass(25);
    await look();
    const [mail] = await reminders(buyer);
    expect(mail?.text).toContain('$13.00');
    expect(mail?.text).not.toContain('Gone');
  });
});

describe('turning reminders off', () => {
  const isWanted = async (person: Person) =>
    (await call(getCartReminders, person)).json<{ isWanted: boolean }>().isWanted;

  async function reminded() {
    const { buyer } = await someBuyer(site);
    pass(25);
    await look();
    await ctx.jobs.drain();
    const address = await addressOf(buyer);
    const mail = smtp.received.find(({ to }) => to.includes(address));
    const { rows } = await ctx.pool.query<{ off_key: string }>(
      'select off_key from cart_reminders where user_id = $1',
      [buyer.id],
    );
    return { buyer, mail, key: rows[0]?.off_key ?? '' };
  }

  it('works with the link in every reminder', async () => {
    const { buyer, mail } = await reminded();
    const [, url = ''] =
      /^<https:\/\/dance\.example(.+)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '') ?? [];
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' });
    expect(await isWanted(buyer)).toBe(false);
  });

  it('works as a setting, which is on by default', async () => {
    const { buyer } = await someBuyer(site);
    expect(await isWanted(buyer)).toBe(true);
    for (const wish of [false, false, true]) {
      const answer = await call(setCartReminders, { body: { isWanted: wish }, ...buyer });
      expect(answer.json()).toEqual({ isWanted: wish });
      expect(await isWanted(buyer)).toBe(wish);
    }
    expect((await call(getCartReminders)).statusCode).toBe(401);
  });

  it('works with the link of earlier emails, without signing in', async () => {
    const { buyer, key } = await reminded();
    expect((await call(stopCartReminders, { body: { key } })).statusCode).toBe(204);
    expect(await isWanted(buyer)).toBe(false);
    expect((await call(stopCartReminders, { body: { key } })).statusCode).toBe(204);
  });

  it('works from the mail program with one POST for earlier emails; a GET only redirects to the page', async () => {
    const { buyer, key } = await reminded();
    const url = `/api/cart-reminders/one-click?key=${key}`;
    const opened = await app.inject({ method: 'GET', url });
    expect([opened.statusCode, opened.headers.location]).toEqual([302, `/cart-reminders/off?token=${key}`]);
    expect(await isWanted(buyer)).toBe(true);
    const pressed = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([pressed.statusCode, pressed.json()]).toEqual([200, { isWanted: false }]);
    expect(await isWanted(buyer)).toBe(false);
  });

  it.each(['', 'none', '00000000-0000-4000-8000-000000000000', "'; drop table users"])(
    'rejects an unknown key: %j',
    async (key) => {
      expect((await call(stopCartReminders, { body: { key } })).statusCode).toBe(404);
      const url = `/api/cart-reminders/one-click?${new URLSearchParams({ key }).toString()}`;
      expect((await app.inject({ method: 'POST', url })).statusCode).toBe(404);
    },
  );
});
