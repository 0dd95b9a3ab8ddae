// Licences with several seats, for tests: a buyer, invited teachers, and the results.
import { hashToken } from '#server/platform/session.service.ts';
import { createEntitlement } from '#server/seed/factories.ts';
import { addToCart } from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import {
  acceptInvitation,
  getInvitation,
  inviteTeacher,
  reassignSeat,
  revokeSeat,
} from '#shared/features/seat/seat.contract.ts';
import { CARDS, somethingFor } from './checkout-tools.ts';
import { mailsTo } from './mails.ts';
import { someone, type Person } from './resource-tools.ts';
import type { TestApp } from './test-app.ts';
import type { TestContext } from './test-database.ts';

type App = Pick<TestApp, 'ctx' | 'call'>;
export type Teacher = Person & { email: string };

export const emailOf = (person: { username: string }) => `${person.username}@releve.example`;

export async function someTeacher(ctx: TestContext, names?: Parameters<typeof someone>[1]): Promise<Teacher> {
  const person = await someone(ctx, names);
  return { ...person, email: emailOf(person) };
}

type Bought = { itemType: 'resource' | 'course' | 'bundle'; itemId: number };

/** A user who has just paid for so many seats. */
export async function buySeats({ ctx, call }: App, item: Bought, quantity: number, person?: Teacher) {
  const buyer = person ?? (await someTeacher(ctx, { firstName: 'Bea', lastName: 'Buyer' }));
  const added = await call(addToCart, { body: { ...item, quantity }, ...buyer });
  if (added.statusCode !== 200) throw new Error(`Not in the cart: ${added.body}`);
  const body = { email: buyer.email, name: 'Bea Buyer', zip: '10001', card: CARDS.good };
  const paid = await call(simpleCheckout, { body, ...buyer });
  const { orderId } = paid.json<{ orderId: number }>();
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select id from order_lines where order_id = $1 and item_type = $2 and item_id = $3',
    [orderId, item.itemType, item.itemId],
  );
  const licenceId = rows[0]?.id;
  if (licenceId === undefined) throw new Error(`Not bought: ${paid.body}`);
  return { buyer, orderId, licenceId };
}

/** The key of the open invitation to this address. */
export async function keyMailed(ctx: TestContext, address: string): Promise<string> {
  const { rows } = await ctx.pool.query<{ hash: Buffer }>(
    'select key_hash as hash from seats where email = $1 and key_hash is not null',
    [address],
  );
  const keys = (await mailsTo(ctx, address)).flatMap(({ text }) => /\/seats\/([\w-]+)/.exec(text)?.[1] ?? []);
  const isOpen = (key: string) =>
    rows.some(({ hash }) => hash.equals(hashToken(key.slice(key.indexOf('-') + 1))));
  const key = keys.find(isOpen);
  if (!key) throw new Error(`No open invitation to ${address}`);
  return key;
}

/** Invited and accepted. */
export async function seated(
  { ctx, call }: App,
  { buyer, licenceId }: { buyer: Person; licenceId: number },
  teacher: Teacher,
): Promise<number> {
  const invited = await call(inviteTeacher, {
    params: { id: licenceId },
    body: { email: teacher.email },
    ...buyer,
  });
  if (invited.statusCode !== 201) throw new Error(`Not invited: ${invited.body}`);
  const key = await keyMailed(ctx, teacher.email);
  const taken = await call(acceptInvitation, { params: { key }, ...teacher });
  if (taken.statusCode !== 200) throw new Error(`Not taken: ${taken.body}`);
  return invited.json<{ id: number }>().id;
}

/** As the tables have it. */
export async function seatsOf(ctx: TestContext, licenceId: number) {
  const { rows } = await ctx.pool.query<{ state: string; email: string | null; holder: number | null }>(
    `select state, email, holder_id as holder from seats where line_id = $1 order by position`,
    [licenceId],
  );
  return rows;
}

/** Why this user has access now. */
export async function causesOf(ctx: TestContext, userId: number, itemId: number): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ cause: string }>(
    `select cause from entitlements where user_id = $1 and item_id = $2 and state = 'active' order by cause`,
    [userId, itemId],
  );
  return rows.map(({ cause }) => cause);
}

/** Actions on seats, bound to one app. */
export function seatActions(app: App) {
  const { ctx, call } = app;
  const invite = ({ licenceId }: { licenceId: number }, email: string, as: Person) =>
    call(inviteTeacher, { params: { id: licenceId }, body: { email }, ...as });
  /** A user with a licence for so many teachers. */
  const licensed = async (quantity = 3) => {
    const { item } = await somethingFor(ctx, 2400);
    return { ...(await buySeats(app, item, quantity)), itemId: item.itemId };
  };
  return {
    licensed,
    invite,
    /** Through another cause than a seat. */
    give: ({ id: userId }: Person, itemId: number, cause: 'grant' | 'order_line') =>
      createEntitlement(ctx.db, { userId, itemType: 'resource', itemId, cause }),
    acceptInvitation: (key: string, as: Partial<Person>) =>
      call(acceptInvitation, { params: { key }, ...as }),
    getInvitation: (key: string, as: Partial<Person> = {}) => call(getInvitation, { params: { key }, ...as }),
    revoke: (id: number, email: string, as: Person) =>
      call(revokeSeat, { params: { id }, body: { email }, ...as }),
    reassignSeat: (id: number, from: string, email: string, as: Person) =>
      call(reassignSeat, { params: { id }, body: { from, email }, ...as }),
    /** An open invitation: its seat and its key. */
    invited: async (licence: Awaited<ReturnType<typeof licensed>>, teacher: Teacher) => {
      const answer = await invite(licence, teacher.email, licence.buyer);
      if (answer.statusCode !== 201) throw new Error(`Not invited: ${answer.body}`);
      return { seatId: answer.json<{ id: number }>().id, key: await keyMailed(ctx, teacher.email) };
    },
  };
}
