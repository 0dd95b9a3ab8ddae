// Nothing costs less than a card can be charged, unless it is free: in forms, in the database, and at the checkout.
import { describe, expect, it } from 'vitest';
import { createBundle, createCoupon, createCourse, createResource } from '#server/seed/factories.ts';
import {
  createResource as createDraft,
  updateResource,
} from '#shared/features/authoring/authoring.contract.ts';
import { createOwnBundle } from '#shared/features/bundle/bundle.contract.ts';
import { simpleCheckout, startCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { createCoupon as createPlatformCoupon } from '#shared/features/coupon/coupon-management.contract.ts';
import {
  createCourse as createCourseDraft,
  getCourseDraft,
  updateCourseSettings,
} from '#shared/features/course-editor/course-editor.contract.ts';
import { createSessionType } from '#shared/features/instructor/instructor.contract.ts';
import { createPlan } from '#shared/features/plan/staff-plan.contract.ts';
import { bookableTeacher } from './booking-tools.ts';
import { CARDS, MARA, somethingFor } from './checkout-tools.ts';
import { SESSION } from './instructor-tools.ts';
import { memberOf } from './membership-tools.ts';
import { olderSite } from './older-site.ts';
import { someone, someSeller } from './resource-tools.ts';
import { testApp } from './test-app.ts';

const app = await testApp();
const { ctx, call } = app;

const seller = await someSeller(ctx);
const teacher = await bookableTeacher(ctx);

/** What its form answers to this price: a refusal of the field, or the price it stored. */
const FORMS: Readonly<Record<string, (price: string) => Promise<unknown>>> = {
  resource: async (price) => {
    const answer = await call(createDraft, { body: { title: 'Pliés', price }, ...seller });
    return answer.json().price ?? answer.json().details;
  },
  course: async (price) => {
    const { headers } = teacher;
    const made = await call(createCourseDraft, { body: { title: 'Turns', kind: 'course' }, headers });
    const params = { id: made.json<{ id: number }>().id };
    const { settings } = (await call(getCourseDraft, { params, headers })).json();
    const body = { revision: settings.revision, price };
    const answer = await call(updateCourseSettings, { params, body, headers });
    if (answer.statusCode !== 200) return answer.json().details;
    return (await call(getCourseDraft, { params, headers })).json().settings.price;
  },
  bundle: async (price) => {
    const items = [];
    for (let n = 0; n < 2; n++) {
      const { id: itemId } = await createResource(ctx.db, { sellerId: seller.id, priceCents: 200_000 });
      items.push({ itemType: 'resource', itemId });
    }
    const answer = await call(createOwnBundle, { body: { title: 'Both', price, items }, ...seller });
    return answer.json().price ?? answer.json().details;
  },
  session: async (price) => {
    const { headers } = teacher;
    const answer = await call(createSessionType, { body: { ...SESSION, price }, headers });
    if (answer.statusCode !== 201) return answer.json().details;
    return answer.json<{ sessionTypes: { price: string }[] }>().sessionTypes.at(-1)?.price;
  },
  plan: async (price) => {
    const benefits = { resourceDiscount: 0, courseDiscount: 0, bookingDiscount: 0, monthlyDownloads: 1 };
    const rest = { name: `Plan ${Math.random()}`, audience: '', trialDays: 0, seats: 1, bookingCredit: '0' };
    const body = { ...rest, ...benefits, monthly: price, yearly: '1,250' };
    const answer = await call(createPlan, { body }, 'admin');
    return answer.json().monthly ?? answer.json().details;
  },
};

describe.each(Object.keys(FORMS))('the price of a %s', (of) => {
  const send = (price: string) => FORMS[of]?.(price);
  const field = of === 'plan' ? 'monthly' : 'price';

  it.each(['0.01', '0.30', '0,49'])('is never %s', async (price) => {
    expect(await send(price)).toEqual([
      { path: field, message: expect.stringMatching(/at least|from 1\.00/) },
    ]);
  });

  it('may be typed with a decimal comma, or a comma between thousands', async () => {
    expect(await send('12,50')).toBe('12.50');
    expect(await send('1,250')).toBe('1250.00');
  });
});

it.each(Object.keys(FORMS).filter((of) => of !== 'plan'))(
  'the price of a %s may be fifty cents',
  async (of) => {
    expect(await FORMS[of]?.('0,5')).toBe('0.50');
  },
);

it('a changed price of a resource follows the same rule', async () => {
  const { id, revision } = (await call(createDraft, { body: { title: 'Pliés' }, ...seller })).json();
  const change = (price: string) =>
    call(updateResource, { params: { id }, body: { revision, price }, ...seller });
  expect((await change('0.30')).statusCode).toBe(400);
  expect((await change('9,9')).json()).toMatchObject({ price: '9.90' });
});

it('a coupon’s amounts may be typed with a comma', async () => {
  const none = { kinds: [], items: [], sellers: [], startsAt: null, endsAt: null, maxUses: null };
  const rest = { maxPerPerson: null, isFirstOrderOnly: false, note: '' };
  const body = {
    code: 'COMMA',
    kind: 'fixed',
    percent: null,
    amount: '2,50',
    minimum: '1,250',
    ...none,
    ...rest,
  };
  expect((await call(createPlatformCoupon, { body }, 'admin')).json()).toMatchObject({
    amount: '2.50',
    minimum: '1250.00',
  });
});

describe('the database', () => {
  const rows = async () => {
    const { id: resource } = await createResource(ctx.db);
    const { id: course } = await createCourse(ctx.db);
    const { id: bundle } = await createBundle(ctx.db);
    return [
      ['resources', resource, 'resources_price'],
      ['courses', course, 'courses_price'],
      ['bundles', bundle, 'bundles_price'],
      ['session_types', teacher.sessionTypeId, 'session_types_price'],
    ] as const;
  };

  it('refuses every price below', async () => {
    for (const [table, id, constraint] of await rows()) {
      const set = (cents: number) =>
        ctx.pool.query(`update ${table} set price_cents = ${cents} where id = ${id}`);
      await expect(set(49), table).rejects.toMatchObject({ constraint });
      await expect(set(1), table).rejects.toMatchObject({ constraint });
      await expect(set(-50), table).rejects.toMatchObject({ constraint });
      if (table === 'bundles') await expect(set(0)).rejects.toMatchObject({ constraint });
      else await set(0);
      await set(50);
    }
  });

  it('raises prices of older sites to the least that can be charged, in drafts too, and keeps free ones', async () => {
    const { pool } = await olderSite({
      lastMigration: 'membership-time-back',
      rows: `
        insert into users (username, username_key, email, email_key, first_name, last_name, password_hash, created_at)
          values ('s', 's', 's@example.com', 's@example.com', 'S', 'S', 'none', now());
        insert into sellers (user_id, name, slug, created_at, updated_at) select id, 'S', 's', now(), now() from users;
        insert into resources (seller_id, title, description, type, dance_style, age_groups, level, price_cents, state, created_at, updated_at)
          select id, 'R ' || cents, '', 'document', 'Ballet', array['All Ages'], 'Beginner', cents, 'published', now(), now()
          from users, unnest(array[0, 30, 50, 1200]) cents;
        insert into resource_drafts (resource_id, fields, updated_at)
          select id, jsonb_build_object('title', 'New', 'priceCents', price_cents), now() from resources;
        insert into courses (instructor_id, kind, title, short_name, description, dance_style, age_groups, level, price_cents, state, created_at, updated_at)
          select id, 'course', 'C', 'C', '', 'Ballet', array['All Ages'], 'Beginner', 1, 'draft', now(), now() from users;
        insert into course_drafts (course_id, settings, updated_at)
          select id, '{"revision": 1, "fields": {"title": "D", "price": "0.49"}}', now() from courses;
        insert into bundles (title, price_cents, state, created_at, updated_at) values ('B', 1, 'draft', now(), now());`,
    });
    const of = async (sql: string) => (await pool.query<{ of: unknown }>(sql)).rows.map((row) => row.of);
    expect(await of('select price_cents as of from resources order by id')).toEqual([0, 50, 50, 1200]);
    expect(await of('select fields as of from resource_drafts order by resource_id')).toEqual(
      [0, 50, 50, 1200].map((priceCents) => ({ title: 'New', priceCents })),
    );
    expect(await of('select price_cents as of from courses')).toEqual([50]);
    expect(await of('select settings as of from course_drafts')).toEqual([
      { revision: 1, fields: { title: 'D', price: '0.50' } },
    ]);
    expect(await of('select price_cents as of from bundles')).toEqual([50]);
    expect(await of(`select price_cents as of from resource_listings order by resource_id`)).toEqual(
      await of(`select price_cents as of from resources where is_listed order by id`),
    );
  });
});

describe('what is left to pay after discounts', () => {
  const codeFor = async (amountCents: number) => {
    const code = `LEFT${Math.random().toString(36).slice(2, 10).toUpperCase()}`;
    await createCoupon(ctx.db, { code, kind: 'fixed', amountCents });
    return code;
  };
  const ordersOf = async (email: string) =>
    (await ctx.pool.query('select 1 from orders where email = $1', [email])).rowCount;

  it.each([1, 30, 49])('is refused before anything is charged if it is %i cents', async (left) => {
    const { item } = await somethingFor(ctx, 1000);
    const body = { ...MARA, email: `left-${left}@example.com`, couponCode: await codeFor(1000 - left) };
    const answer = await call(simpleCheckout, { body: { ...body, items: [item], card: CARDS.good } });
    expect(answer.json()).toMatchObject({
      code: 'unprocessable',
      message: `The total is $0.${String(left).padStart(2, '0')}, and a card can’t be charged less than $0.50. Add something to your order, or leave out the coupon or booking credit.`,
    });
    expect(await ordersOf(body.email)).toBe(0);
    const buyer = await someone(ctx);
    const started = await call(startCheckout, { body: { item, couponCode: body.couponCode }, ...buyer });
    expect(started.statusCode).toBe(422);
  });

  it.each([
    [0, 'free'],
    [50, 'the least a card can be charged'],
  ])('is paid if it is %i cents: %s', async (left) => {
    const { item } = await somethingFor(ctx, 1000);
    const couponCode = await codeFor(1000 - left);
    const expectedTotal = left === 0 ? '0.00' : '0.50';
    const card = left === 0 ? {} : { card: CARDS.good };
    const answer = await call(simpleCheckout, {
      body: { ...MARA, items: [item], couponCode, expectedTotal, ...card },
    });
    expect(answer.json()).toMatchObject({ status: 'paid' });
  });

  it('a member price is never too low for a card: alone, and in a bundle', async () => {
    const { member } = await memberOf(ctx, { resourceDiscount: 20 });
    const { item } = await somethingFor(ctx, 60);
    const pay = (items: object[]) =>
      call(simpleCheckout, {
        body: { ...MARA, items, card: CARDS.good, expectedTotal: '0.50' },
        ...member,
      });
    expect((await pay([item])).json()).toMatchObject({ status: 'paid' });
    const { id: itemId } = await createBundle(ctx.db, { priceCents: 60 });
    expect((await pay([{ itemType: 'bundle', itemId }])).json()).toMatchObject({ status: 'paid' });
  });
});
