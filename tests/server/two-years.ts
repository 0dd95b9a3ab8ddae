// Two years of memberships, day by day, one story for both gateways: six people, everything a membership can go
// through, and the ledger compared with the gateway every evening.
import { expect } from 'vitest';
import { updateBooking } from '#shared/features/booking/booking.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { getBookingCredit } from '#shared/features/membership/membership.contract.ts';
import { advanceMemberships, remindMembers } from '#server/features/billing/renewal.service.ts';
import { getSubscription } from '#shared/features/billing/billing.contract.ts';
import { bookableTeacher, bookingTools, type Made } from './booking-tools.ts';
import { MARA } from './checkout-tools.ts';
import { parkDemoMembers, someMember, somePlan, type Member } from './membership-tools.ts';
import type { StoryGateway } from './story-gateways.ts';
import { storyRequests } from './story-requests.ts';
import type { TestApp } from './test-app.ts';
import { EXPECTED } from './two-years-expected.ts';

const DAY_MS = 86_400_000;
const DAYS = 730;

type Name = 'ada' | 'ben' | 'cleo' | 'dan' | 'eve';
type Acts = Record<number, () => Promise<unknown>>;
type Mailed = { day: number; subject: string; text: string };
export type Lived = {
  /** `[day, cents]` of each charge. */
  charges: [number, number][];
  mails: Mailed[];
  state: string | null;
  endsOn: string | null;
};

export async function liveTwoYears(testApp: TestApp, gateway: StoryGateway): Promise<Record<Name, Lived>> {
  const { ctx } = testApp;
  await parkDemoMembers(ctx);
  const start = ctx.clock.now();
  const solo = await somePlan(ctx, { name: 'Barre', trialDays: 14 });
  const studio = await somePlan(ctx, {
    name: 'Grand Studio',
    monthlyCents: 5900,
    yearlyCents: 59_000,
    bookingCreditCents: 7000,
  });
  const people: Record<Name, Member> = {
    ada: await someMember(ctx, { firstName: 'Ada' }),
    ben: await someMember(ctx, { firstName: 'Ben' }),
    cleo: await someMember(ctx, { firstName: 'Cleo' }),
    dan: await someMember(ctx, { firstName: 'Dan' }),
    eve: await someMember(ctx, { firstName: 'Eve' }),
  };
  const { ada, ben, cleo, dan, eve } = people;

  const requests = storyRequests(testApp, gateway);
  const fay = await someMember(ctx, { firstName: 'Fay' });
  const lessons = await creditStory(testApp, fay);
  const acts = {
    ...actsOf(requests, { people, cards: gateway.cards, solo, studio }),
    ...creditActsOf(requests, lessons, { fay, ada, cleo, studio, card: gateway.cards.good }),
  };
  /** What the ledger has more than the gateway: at first, what the demo school has. */
  const surplus = async ({ gateway: cents, disputed }: Books) =>
    cents + disputed - (await gateway.heldCents());
  const readBooks = await openBooks(testApp);
  const before = await surplus(await readBooks());
  for (let day = 0; day <= DAYS; day++) {
    ctx.clock.set(new Date(start.getTime() + day * DAY_MS));
    await advanceMemberships(ctx);
    await remindMembers(ctx);
    const act = acts[day];
    if (act) {
      await ctx.pool.query('update sessions set expires_at = $1', [
        new Date(ctx.clock.now().getTime() + DAY_MS),
      ]);
      await act();
      await ctx.jobs.drain();
    }
    if ((await gateway.deliver()) > 0 && act) await ctx.jobs.drain();
    const books = await readBooks();
    expect({ ...books, surplus: await surplus(books) }, `day ${day}`).toMatchObject({
      ...IN_ORDER,
      surplus: before,
    });
  }

  await ctx.pool.query(`update sessions set expires_at = $1`, [new Date(ctx.clock.now().getTime() + DAY_MS)]);
  return {
    ada: await livedBy(testApp, ada, start),
    ben: await livedBy(testApp, ben, start),
    cleo: await livedBy(testApp, cleo, start),
    dan: await livedBy(testApp, dan, start),
    eve: await livedBy(testApp, eve, start),
  };
}

/** A member with booking credit, and the instructor she books. */
async function creditStory(testApp: TestApp, fay: Member) {
  const { call, ctx } = testApp;
  const teacher = await bookableTeacher(ctx);
  let made: Made | null = null;
  return {
    async book() {
      made = await bookingTools(testApp).bookFirst(fay, teacher, { days: 10 });
      const items = [{ itemType: 'booking', itemId: made.reservation.id, quantity: 1 }];
      const answer = await call(simpleCheckout, { body: { ...MARA, items, expectedTotal: '0.00' }, ...fay });
      expect(answer.json(), answer.body).toMatchObject({ status: 'paid' });
    },
    async cancel() {
      const id = made?.booking.id ?? 0;
      const answer = await call(updateBooking, { params: { id }, body: { action: 'cancel' }, ...fay });
      expect(answer.statusCode, answer.body).toBe(200);
    },
    async expectLeft(who: Member, left: string | null) {
      const { credit } = (await call(getBookingCredit, who)).json();
      expect(credit?.left ?? null, `on ${ctx.clock.now().toISOString()}`).toBe(left);
    },
  };
}

type CreditCast = Record<'fay' | 'ada' | 'cleo', Member> & {
  studio: Plan;
  card: StoryGateway['cards']['good'];
};

/** On days on which nothing else happens. */
function creditActsOf(
  { join, refundLast }: ReturnType<typeof storyRequests>,
  { book, cancel, expectLeft }: Awaited<ReturnType<typeof creditStory>>,
  { fay, ada, cleo, studio, card }: CreditCast,
): Acts {
  return {
    5: () => join(fay, yearly(studio), card),
    20: book,
    21: () => expectLeft(fay, '10.00'),
    22: cancel,
    23: () => expectLeft(fay, '70.00'),
    40: book,
    131: () => expectLeft(cleo, '11.66'),
    162: () => expectLeft(cleo, '23.33'),
    184: () => expectLeft(fay, '10.00'),
    // The second half-year; what was left of the first is gone.
    188: () => expectLeft(fay, '70.00'),
    192: () => expectLeft(cleo, null),
    201: () => expectLeft(ada, '11.66'),
    210: book,
    231: () => expectLeft(ada, '23.33'),
    240: () => refundLast(fay),
    241: () => expectLeft(fay, null),
    // A year again, in the same half-year: what was used of it counts.
    245: () => join(fay, yearly(studio), card),
    246: () => expectLeft(fay, '10.00'),
    // Paused.
    252: () => expectLeft(ada, null),
    324: () => expectLeft(ada, '35.00'),
    // A cheaper plan without credit; the half-year keeps what it has.
    416: () => expectLeft(ada, '58.33'),
    430: () => expectLeft(fay, '70.00'),
    455: () => expectLeft(ada, null),
  };
}

type Cast = { people: Record<Name, Member>; cards: StoryGateway['cards']; solo: Plan; studio: Plan };
type Plan = { id: number };

const monthly = (plan: Plan) => ({ planId: plan.id, period: 'month' });
const yearly = (plan: Plan) => ({ planId: plan.id, period: 'year' });

/** By day. */
function actsOf(requests: ReturnType<typeof storyRequests>, { people, cards, solo, studio }: Cast): Acts {
  const { tryOut, join, update, setCard, change, payByLink, refundLast, dispute, grant, tryAgain } = requests;
  const { ada, ben, cleo, dan, eve } = people;
  return {
    0: () => tryOut(ada, monthly(solo)),
    1: () => join(ben, yearly(solo), cards.good),
    2: () => join(cleo, monthly(solo), cards.asks),
    3: () => join(dan, monthly(solo), cards.good),
    4: () => grant(eve, solo.id),
    10: () => setCard(dan, cards.declinesLater),
    12: () => payByLink(ada, cards.good),
    33: () => setCard(cleo, cards.asks),
    64: () => setCard(cleo, cards.good),
    80: () => join(dan, yearly(studio), cards.good),
    90: () => update(dan, { action: 'cancel' }),
    95: () => update(dan, { action: 'resume' }),
    100: () => Promise.all([dispute(cleo, 'open'), tryAgain(eve, monthly(solo))]),
    105: () => dispute(cleo, 'under_review'),
    110: () => dispute(cleo, 'lost'),
    130: () => join(cleo, monthly(studio), cards.good),
    140: () => dispute(cleo, 'open'),
    150: () => setCard(ada, cards.declinesLater),
    160: () => dispute(cleo, 'won'),
    168: () => payByLink(ada, cards.good),
    170: () => update(cleo, { action: 'cancel', reason: 'A quiet year.' }),
    200: () => change(ada, monthly(studio)),
    250: () => update(ada, { action: 'pause', months: 2 }),
    400: () => change(ada, monthly(solo)),
    460: () => update(ada, { action: 'cancel' }),
    465: () => update(ada, { action: 'resume' }),
    500: () => refundLast(ben),
    510: () => change(ada, yearly(solo)),
    520: () => join(ben, monthly(solo), cards.good),
    560: () => update(ben, { action: 'cancel' }),
  };
}

async function livedBy({ ctx, call }: TestApp, who: Member, start: Date): Promise<Lived> {
  const dayOf = (time: Date) => Math.floor((time.getTime() - start.getTime()) / DAY_MS);
  const paid = await ctx.pool.query<{ paidAt: Date; cents: number }>(
    `select paid_at as "paidAt", total_cents::int as cents from orders
     where user_id = $1 and is_invoice and paid_at is not null order by paid_at, id`,
    [who.id],
  );
  const mails = await ctx.pool.query<{ at: Date; subject: string; text: string }>(
    `select created_at as at, subject, text from mail_outbox
     where lower("to") = (select lower(email) from users where id = $1) order by created_at, subject`,
    [who.id],
  );
  const now = (await call(getSubscription, who)).json().subscription;
  return {
    charges: paid.rows.map(({ paidAt, cents }) => [dayOf(paidAt), cents]),
    mails: mails.rows.map(({ at, ...mail }) => ({ day: dayOf(at), ...mail })),
    state: now?.state ?? null,
    endsOn: now?.endsAt.slice(0, 10) ?? null,
  };
}

const IN_ORDER = { creditAstray: 0, uneven: 0, sum: 0, salesMissing: 0, periodsTwice: 0, problems: 0 };

type Books = Record<keyof typeof IN_ORDER | 'gateway' | 'disputed', number>;

/** A transaction that doesn't add up, or an amount astray, among the entries after this one. */
type Entries = { lastId: string; uneven: number; sum: number; gateway: number };

/**
 * Everything that has to be true in the evening. Entries are never changed or deleted, which the database makes sure of:
 * only those since the last evening are added up.
 */
async function openBooks({ ctx }: TestApp): Promise<() => Promise<Books>> {
  const start = ctx.clock.now();
  let lastId = '0';
  const sums = { uneven: 0, sum: 0, gateway: 0 };
  return async () => {
    const added = await ctx.pool.query<Entries>(
      `with added as materialized (select * from ledger_entries where id > $1)
       select coalesce(max(id), $1)::text as "lastId",
         coalesce(sum(amount_cents), 0)::int as sum,
         coalesce(sum(amount_cents) filter (where account = 'gateway'), 0)::int as gateway,
         (select count(*)::int from (select 1 from added group by transaction_id, currency
           having sum(amount_cents) <> 0) t) as uneven
       from added`,
      [lastId],
    );
    for (const row of added.rows) {
      lastId = row.lastId;
      sums.uneven += row.uneven;
      sums.sum += row.sum;
      sums.gateway += row.gateway;
    }
    const { rows } = await ctx.pool.query<Omit<Books, keyof typeof sums>>(
      `select
        (select count(*)::int from orders o where o.is_invoice and o.paid_at >= $1
          and 1 <> (select count(*) from ledger_transactions t where t.order_id = o.id and t.kind = 'sale')) as "salesMissing",
        (select count(*)::int from (select 1 from membership_invoices where state in ('paid', 'refunded')
          group by membership_id, starts_at having count(*) > 1) t) as "periodsTwice",
        (select count(*)::int from payment_problems) as problems,
        (select count(*)::int from membership_credits c where used_cents > granted_cents or used_cents <> coalesce((
          select sum(amount_cents - returned_cents) from membership_credit_uses u where u.credit_id = c.id), 0)
          ) as "creditAstray",
        (select coalesce(sum(amount_cents), 0)::int from disputes where state <> 'won') as disputed`,
      [start],
    );
    const [row] = rows;
    if (!row) throw new Error('No answer');
    return { ...sums, ...row };
  };
}

/** Nothing twice, nothing missing, on the right day, and in words people can act on. */
export function expectTwoYears(lived: Record<Name, Lived>): void {
  const seen = Object.entries(lived).map(([name, { mails, ...rest }]) => {
    const subjects = mails.map(({ day, subject }) => `${day} ${subject.replace(/RV-\d+/, 'RV')}`);
    return [name, { ...rest, mails: subjects }];
  });
  expect(Object.fromEntries(seen)).toEqual(EXPECTED);
  const textOf = (name: Name, day: number) => lived[name].mails.find((mail) => mail.day === day)?.text ?? '';
  expect(textOf('ada', 11)).toContain(
    'add a card before then. From that day on it costs $19.00 a month, before tax',
  );
  expect(textOf('ada', 11)).toMatch(CARD_LINK);
  expect(textOf('ben', 352)).toContain('Your card will then be charged $190.00 a year, before tax.');
  expect(textOf('dan', 33)).toMatch(CARD_LINK);
  expect(textOf('dan', 33)).toContain(
    'We tried to charge $19.00 for your Barre membership to your Visa card ending in 0341. The bank declined this card.',
  );
  expect(textOf('dan', 33)).toContain('We try again on Dec 20, 2026;');
  expect(textOf('dan', 33)).toContain(
    'If nothing is paid by Jan 8, 2027, your membership ends and nothing is owed.',
  );
  expect(textOf('dan', 47)).toContain('We try one last time on Jan 8, 2027;');
}

const CARD_LINK = /without signing in:\nhttp\S+\/subscription\/card\?token=\S+/;
