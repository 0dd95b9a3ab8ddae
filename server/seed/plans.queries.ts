// The demo school's membership plans and its member library, in SQL.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { memberships, membershipSeats } from '#server/db/schema/membership.ts';
import { planPrices, plans } from '#server/db/schema/plan.ts';
import { DAY_MS, momentAgo } from './seed-moment.ts';

/** When memberships were first sold. */
const OPENED_AGO = 120;

const PLANS = [
  {
    name: 'Solo',
    audience: 'Just you',
    trialDays: 14,
    seats: 1,
    resourceDiscount: 10,
    courseDiscount: 10,
    bookingDiscount: 10,
    monthlyDownloads: 10,
    bookingCreditCents: 0,
    monthlyCents: 1900,
    yearlyCents: 19_000,
  },
  {
    name: 'Studio',
    audience: 'Up to five teachers',
    trialDays: 14,
    seats: 5,
    resourceDiscount: 15,
    courseDiscount: 10,
    bookingDiscount: 10,
    monthlyDownloads: 60,
    bookingCreditCents: 7000,
    monthlyCents: 5900,
    yearlyCents: 59_000,
  },
  {
    name: 'School',
    audience: 'Up to twenty teachers',
    trialDays: 14,
    seats: 20,
    resourceDiscount: 20,
    courseDiscount: 15,
    bookingDiscount: 15,
    monthlyDownloads: null,
    bookingCreditCents: 23_000,
    monthlyCents: 14_900,
    yearlyCents: 149_000,
  },
] as const;

/** Resources up to this price are in the library. */
const LIBRARY_PRICE_CENTS = 1400;
const LIBRARY_COURSES = ['Safe dance practice, five to ninety-five'];

export async function fillPlans(
  tx: Tx,
  { idOf, now }: { idOf: (username: string) => number; now: Date },
): Promise<void> {
  const createdAt = momentAgo(now, OPENED_AGO, 'plans');
  const rows = await tx
    .insert(plans)
    .values(
      PLANS.map(({ monthlyCents: _monthly, yearlyCents: _yearly, ...plan }, at) => ({
        ...plan,
        state: 'published' as const,
        position: at + 1,
        createdAt,
        updatedAt: createdAt,
      })),
    )
    .returning({ id: plans.id, name: plans.name });
  const planIds = new Map(rows.map(({ id, name }) => [name, id]));
  await tx.insert(planPrices).values(
    PLANS.flatMap(({ name, monthlyCents, yearlyCents }) => {
      const planId = planIds.get(name) ?? 0;
      return [
        { planId, period: 'month' as const, amountCents: monthlyCents, createdAt },
        { planId, period: 'year' as const, amountCents: yearlyCents, createdAt },
      ];
    }),
  );
  await fillSharedMembership(tx, { idOf, now, planId: planIds.get('Studio') ?? 0 });
  await fillGift(tx, { idOf, now, planId: planIds.get('Solo') ?? 0 });
}

/** After everything is listed. */
export async function fillLibrary(tx: Tx, now: Date): Promise<void> {
  const createdAt = momentAgo(now, OPENED_AGO, 'plans');
  await tx.execute(sql`
    insert into library_items (item_type, item_id, added_at)
    select 'resource', id, greatest(published_at, ${createdAt.toISOString()}::timestamptz) from resources
      where is_listed and price_cents between 1 and ${LIBRARY_PRICE_CENTS}
    union all
    select 'course', id, ${createdAt.toISOString()}::timestamptz from courses
      where is_listed and title = any(${sql.param(LIBRARY_COURSES)}::text[])`);
}

type Shared = { idOf: (username: string) => number; now: Date; planId: number };

/** Given by staff: a membership without payments. One teacher has accepted, one hasn't yet. */
async function fillSharedMembership(tx: Tx, { idOf, now, planId }: Shared): Promise<void> {
  const createdAt = momentAgo(now, 40, 'shared membership');
  const endsAt = new Date(createdAt.getTime() + 365 * DAY_MS);
  const userId = idOf('multi');
  const [membership] = await tx
    .insert(memberships)
    .values({
      userId,
      planId,
      period: 'year',
      source: 'staff',
      state: 'active',
      startsAt: createdAt,
      endsAt,
      anchorAt: createdAt,
      nextActionAt: endsAt,
      name: 'Marcus Oyelaran',
      createdAt,
    })
    .returning({ id: memberships.id });
  const membershipId = membership?.id ?? 0;
  const heldAt = momentAgo(now, 38, 'shared membership');
  await tx.insert(membershipSeats).values([
    { membershipId, userId, createdAt },
    { membershipId, userId: idOf('instructor'), email: 'instructor@releve.example', createdAt, heldAt },
  ]);
}

/** Without an order: nobody paid for it. Its code is on the page of gifts only in part, so this is where to find it. */
const DEMO_GIFT_CODE = 'DANCEAYEAR2345XY';

async function fillGift(tx: Tx, { idOf, now, planId }: Shared): Promise<void> {
  const createdAt = momentAgo(now, 2, 'gift');
  await tx.execute(sql`
    insert into membership_gifts (state, code, price_id, buyer_id, from_name, recipient_name, recipient_email, message,
      send_on, created_at)
    select 'ready', ${DEMO_GIFT_CODE}, id, ${idOf('instructor')}, 'Inés Valdivia', 'Nell Abara', 'member@releve.example',
      'For everything you taught me about counting.', (${now.toISOString()}::timestamptz + interval '20 days')::date,
      ${createdAt.toISOString()}::timestamptz
    from plan_prices where plan_id = ${planId} and period = 'year'`);
}
