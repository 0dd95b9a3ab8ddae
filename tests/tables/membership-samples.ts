// Samples of memberships, their plans and gifts for the access table: `own` is the caller's membership.
import { randomBytes } from 'node:crypto';
import { membershipGifts, memberships, membershipSeats } from '#server/db/schema/membership.ts';
import { cardLinkUrl } from '#server/features/billing/card-link-token.service.ts';
import { createResource } from '#server/seed/factories.ts';
import { giftCodeOf } from '#shared/features/membership/gift-code.ts';
import { somePlan, VISA } from '../server/membership-tools.ts';
import type { TestContext } from '../server/test-database.ts';
import { idOf, strangerOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

/** One of each name: the number of plans is limited. */
async function planNamed(
  ctx: TestContext,
  name: string,
  values: Parameters<typeof somePlan>[1] = {},
): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>('select id from plans where name = $1', [name]);
  return rows[0]?.id ?? (await somePlan(ctx, { name, ...values })).id;
}

const planOnSale = (ctx: TestContext): Promise<number> => planNamed(ctx, 'On sale', { trialDays: 14 });

type Membership = Partial<typeof memberships.$inferInsert>;

/** Given by staff for a year, instead of the one they may have. */
export async function membershipOf(
  ctx: TestContext,
  { id: userId }: Pick<Caller, 'id'>,
  values: Membership = {},
): Promise<number> {
  const planId = await planNamed(ctx, 'No longer sold', { state: 'retired', seats: 5 });
  const now = ctx.clock.now();
  const endsAt = new Date(now.getTime() + 365 * 86_400_000);
  const terms = { period: 'year', source: 'staff', state: 'active', name: 'Ann' } as const;
  const times = { startsAt: now, endsAt, anchorAt: endsAt, createdAt: now };
  await ctx.pool.query(
    `update memberships set state = 'cancelled', ended_at = now() where user_id = $1 and state = 'active'`,
    [userId],
  );
  const [row] = await ctx.db
    .insert(memberships)
    .values({ userId, planId, ...terms, ...times, ...values })
    .returning({ id: memberships.id });
  const membershipId = row?.id ?? 0;
  await ctx.db.insert(membershipSeats).values({ membershipId, userId, createdAt: now });
  return membershipId;
}

const aMembership: MakeObject = async (ctx, owner) => membershipOf(ctx, owner);

const aCanceledMembership: MakeObject = async (ctx, owner) => membershipOf(ctx, owner, { isCanceling: true });

/** The caller's own, so no id is needed. */
const membershipToChange: MakeObject = async (ctx, owner) => {
  await membershipOf(ctx, owner);
  return {};
};

const aCardLink: MakeObject = async (ctx, owner) => {
  const url = new URL(await cardLinkUrl(ctx, ctx.db, { id: await membershipOf(ctx, owner) }));
  return { body: { token: url.searchParams.get('token'), card: VISA } };
};

const aPlanOnSale: MakeObject = async (ctx) => ({ body: { planId: await planOnSale(ctx), card: VISA } });

const planIn =
  (state: 'draft' | 'published'): MakeObject =>
  async (ctx) => {
    const { id, updatedAt } = await somePlan(ctx, { state });
    return { params: { id }, body: { seen: updatedAt.toISOString() } };
  };

const allPlans: MakeObject = async (ctx) => {
  const { rows } = await ctx.pool.query<{ id: number }>('select id from plans order by id');
  return { body: { ids: rows.map(({ id }) => id) } };
};

async function giftFrom(ctx: TestContext, buyer: Pick<Caller, 'id'>) {
  const priceId = await idOf(ctx, `select id from plan_prices where plan_id = $1 and period = 'year'`, [
    await planOnSale(ctx),
  ]);
  const names = { fromName: 'Ann', recipientName: 'Mara', recipientEmail: 'mara@example.com' };
  const [gift] = await ctx.db
    .insert(membershipGifts)
    .values({
      ...names,
      priceId,
      state: 'ready',
      code: giftCodeOf(randomBytes(16)),
      buyerId: buyer.id,
      sendOn: '2026-11-15',
      createdAt: ctx.clock.now(),
    })
    .returning({ id: membershipGifts.id, code: membershipGifts.code });
  return gift ?? { id: 0, code: '' };
}

/** Bought by the owner. */
const aGift: MakeObject = async (ctx, owner) => (await giftFrom(ctx, owner)).id;

/** Bought by somebody else. */
const aGiftCode: MakeObject = async (ctx) => ({
  body: { code: (await giftFrom(ctx, await strangerOf(ctx))).code },
});

/** Everybody with a membership can have it. */
async function itemInLibrary(ctx: TestContext) {
  const { id: itemId } = await createResource(ctx.db);
  await ctx.pool.query(
    `insert into library_items (item_type, item_id, added_at) values ('resource', $1, now())`,
    [itemId],
  );
  return { itemType: 'resource', itemId };
}

const anItemForMembers: MakeObject = async (ctx, owner) => {
  await membershipOf(ctx, owner);
  return { body: await itemInLibrary(ctx) };
};

const anItemForTheLibrary: MakeObject = async (ctx) => ({
  body: { items: [{ itemType: 'resource', itemId: (await createResource(ctx.db)).id }] },
});

const someoneToGive: MakeObject = async (ctx) => ({
  body: { planId: await planOnSale(ctx), email: (await strangerOf(ctx)).email },
});

export const MEMBERSHIP_OBJECTS: Objects = [
  ['POST /api/subscription', aPlanOnSale],
  ['POST /api/subscription/preview', aPlanOnSale],
  ['PATCH /api/subscription', membershipToChange],
  ['POST /api/subscription/seats', membershipToChange],
  ['POST /api/subscription/card-link', aCardLink],
  ['PATCH /api/subscription/card-link', aCardLink],
  ['POST /api/subscription/card-link/confirm', aCardLink],
  ['POST /api/subscription/gifts', aPlanOnSale],
  ['POST /api/subscription/gifts/quote', aPlanOnSale],
  ['POST /api/subscription/gifts/preview', aGiftCode],
  ['POST /api/subscription/gifts/redeem', aGiftCode],
  ['POST /api/library', anItemForMembers],
  ['POST /api/admin/member-library', anItemForTheLibrary],
  ['POST /api/admin/members', someoneToGive],
  ['POST /api/admin/members/:id/resume', aCanceledMembership],
  ['/api/admin/members/', aMembership],
  ['/api/admin/membership-gifts/', aGift],
  ['PUT /api/admin/subscription-plan-order', allPlans],
  ['POST /api/admin/subscription-plans/:id/retire', planIn('published')],
  ['/api/admin/subscription-plans/', planIn('draft')],
];
