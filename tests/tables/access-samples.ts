// A valid call of every endpoint, so that the access table shows what each role really gets. The object in the path is
// created for each call: `own` belongs to the viewer, `other` to someone else.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { daysAfter } from '#server/clock.ts';
import { insertApplication } from '#server/features/application/application.queries.ts';
import { hashPassword } from '#server/features/account/password-hash.ts';
import { createSession } from '#server/platform/session.service.ts';
import {
  createBundle,
  createCoupon,
  createCourse,
  createPerson,
  createResource,
  createReview,
  createSeller,
} from '#server/seed/factories.ts';
import type { Contract } from '#shared/contract.ts';
import type { Role } from '#shared/roles.ts';
import type { TestContext } from '../server/test-database.ts';
import type { Caller, MakeObject } from './sample-types.ts';
import { BOOKING_OBJECTS } from './booking-samples.ts';
import { CERTIFICATE_OBJECTS } from './certificate-samples.ts';
import { INSTRUCTOR_OBJECTS } from './instructor-samples.ts';
import { LEARNING_OBJECTS } from './learning-samples.ts';
import { MESSAGE_OBJECTS } from './message-samples.ts';
import { QUIZ_OBJECTS, SAMPLE_QUESTION_ID } from './quiz-samples.ts';
import { REFUND_OBJECTS } from './refund-samples.ts';
import { SEAT_OBJECTS } from './seat-samples.ts';
import { TEACHING_OBJECTS } from './teaching-samples.ts';

export const PEOPLE = {
  guest: null,
  member: ['user'],
  seller: ['seller'],
  instructor: ['instructor'],
  officer: ['curriculum_officer'],
  admin: ['admin'],
} as const satisfies Record<string, readonly Role[] | null>;

export type PersonKind = keyof typeof PEOPLE;

export const PASSWORD = 'velvet-marley-floor';
const passwordHash = await hashPassword(PASSWORD);
export const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#6a1b50' } })
  .png()
  .toBuffer();

/** A new user. */
export async function newcomer(ctx: TestContext, roles: readonly Role[] = ['user']): Promise<Caller> {
  const username = `p-${randomUUID().slice(0, 18)}`;
  const person = await createPerson(ctx.db, {
    username,
    roles: [...roles] as [Role, ...Role[]],
    passwordHash,
  });
  if (!person) throw new Error(`${username} exists`);
  const origin = { address: '127.0.0.1', userAgent: 'test' };
  const { token } = await createSession(ctx, ctx.db, { userId: person.id, ...origin });
  return { id: person.id, username, email: person.email, cookie: `releve_session=${token}` };
}

const aUser: MakeObject = async (_ctx, owner) => owner.id;

const aSession: MakeObject = async (ctx, owner) => {
  await createSession(ctx, ctx.db, { userId: owner.id, address: '127.0.0.1', userAgent: 'test' });
  const found = await ctx.pool.query<{ id: number }>(
    'select max(id) as id from sessions where user_id = $1',
    [owner.id],
  );
  return found.rows[0]?.id ?? 0;
};

const anApplication: MakeObject = async (ctx, owner) => {
  const row = await insertApplication(ctx.db, { userId: owner.id, kind: 'sell', createdAt: ctx.clock.now() });
  return row?.id ?? 0;
};

const aSeller: MakeObject = async (ctx, owner) => (await createSeller(ctx.db, { userId: owner.id })).userId;

const aSellerSlug: MakeObject = async (ctx, owner) => (await createSeller(ctx.db, { userId: owner.id })).slug;

const aResource: MakeObject = async (ctx, owner) => {
  const { userId: sellerId } = await createSeller(ctx.db, { userId: owner.id });
  return (await createResource(ctx.db, { sellerId, priceCents: 0 })).id;
};

const aDraft: MakeObject = async (ctx, owner) => {
  const { userId: sellerId } = await createSeller(ctx.db, { userId: owner.id });
  return (await createResource(ctx.db, { sellerId, state: 'draft' })).id;
};

const aSubmitted: MakeObject = async (ctx, owner) => {
  const { userId: sellerId } = await createSeller(ctx.db, { userId: owner.id });
  const submittedAt = ctx.clock.now();
  return (await createResource(ctx.db, { sellerId, state: 'in_review', submittedAt })).id;
};

const aCourse: MakeObject = async (ctx, owner) => (await createCourse(ctx.db, { instructorId: owner.id })).id;

/** On sale, by the owner. */
const aBundle: MakeObject = async (ctx, owner) => {
  const { userId: sellerId } = await createSeller(ctx.db, { userId: owner.id });
  return (await createBundle(ctx.db, { sellerId })).id;
};

const aDraftBundle: MakeObject = async (ctx, owner) => {
  const { userId: sellerId } = await createSeller(ctx.db, { userId: owner.id });
  return (await createBundle(ctx.db, { sellerId, state: 'draft', publishedAt: null })).id;
};

const aHouseBundle: MakeObject = async (ctx) =>
  (await createBundle(ctx.db, { state: 'draft', publishedAt: null })).id;

const couponCode = () => `A${randomUUID().slice(0, 12)}`;

const aCoupon: MakeObject = async (ctx) => (await createCoupon(ctx.db, { code: couponCode() })).id;

const anOwnCoupon: MakeObject = async (ctx, owner) => {
  const { userId: sellerId } = await createSeller(ctx.db, { userId: owner.id });
  return (await createCoupon(ctx.db, { code: couponCode(), sellerId })).id;
};

const aPaymentProblem: MakeObject = async (ctx) => {
  const made = await ctx.pool.query<{ id: number }>(
    `insert into payment_problems (kind, gateway, gateway_id, detail, created_at)
     values ('wrong_amount', 'sandbox', $1, 'Another amount.', now()) returning id`,
    [`pi_${randomUUID()}`],
  );
  return made.rows[0]?.id ?? 0;
};

const aZip: MakeObject = async () => '10001';

const aCategory: MakeObject = async (ctx) => {
  const slug = `c-${randomUUID()}`;
  const made = await ctx.pool.query<{ id: number }>(
    `insert into categories (kind, name, slug) values ('resource', 'Warm-ups', $1) returning id`,
    [slug],
  );
  return made.rows[0]?.id ?? 0;
};

/** Never more than one: the number of styles is limited. */
const aStyle: MakeObject = async (ctx) => {
  await ctx.pool.query(`delete from dance_styles where name like 'Sample %'`);
  const made = await ctx.pool.query<{ id: number }>(
    `insert into dance_styles (name, code, position) values ('Sample ' || $1, 63, 99) returning id`,
    [randomUUID().slice(0, 8)],
  );
  return made.rows[0]?.id ?? 0;
};

/** Written by the owner, about someone else's resource. */
const aReview: MakeObject = async (ctx, owner) => {
  const { id: itemId } = await createResource(ctx.db);
  return (await createReview(ctx.db, { itemType: 'resource', itemId, userId: owner.id })).id;
};

/** Written by someone else, about the owner's resource. */
const aReviewReceived: MakeObject = async (ctx, owner) => {
  const itemId = Number(await aResource(ctx, owner));
  return (await createReview(ctx.db, { itemType: 'resource', itemId })).id;
};

async function noticeAbout(ctx: TestContext, resourceId: number, reporterId: number, state: string) {
  const made = await ctx.pool.query<{ id: number }>(
    `insert into rights_notices (resource_id, reporter_id, reason, body, state, created_at, due_at, decided_at)
     values ($1, $2, 'copyright', 'It is mine.', $3, $4, $5, case when $3 = 'open' then null else now() end)
     returning id`,
    [resourceId, reporterId, state, ctx.clock.now(), daysAfter(ctx.clock.now(), 3)],
  );
  return made.rows[0]?.id ?? 0;
}

/** Filed by the owner, about someone else's resource. */
const aNotice: MakeObject = async (ctx, owner) => {
  const { id } = await createResource(ctx.db);
  return noticeAbout(ctx, id, owner.id, 'open');
};

/** Filed by someone else, about the owner's resource, which is taken down. */
const aNoticeReceived: MakeObject = async (ctx, owner) => {
  const reporter = await newcomer(ctx);
  return noticeAbout(ctx, Number(await aResource(ctx, owner)), reporter.id, 'upheld');
};

const anUpload: MakeObject = async (ctx, owner) => {
  const id = randomUUID();
  await ctx.pool.query(
    `insert into uploads (id, user_id, purpose, name, bytes, created_at, touched_at)
     values ($1, $2, 'cover', 'cover.png', 10, now(), now())`,
    [id, owner.id],
  );
  return id;
};

/** In the owner's cart; which item does not matter. */
const aCartLine: MakeObject = async (ctx, owner) => {
  const made = await ctx.pool.query<{ id: number }>(
    `insert into cart_items (user_id, item_type, item_id, seen_price_cents, created_at)
     values ($1, 'resource', 2000000000, 1200, now()) returning id`,
    [owner.id],
  );
  return made.rows[0]?.id ?? 0;
};

/** Paid by the owner; which item does not matter. */
const anOrder: MakeObject = async (ctx, owner) => {
  const made = await ctx.pool.query<{ id: number }>(
    `with made as (
       insert into orders (user_id, email, name, state, subtotal_cents, total_cents, is_from_cart, fingerprint,
         created_at, expires_at, paid_at)
       values ($1, $2, 'Ann', 'paid', 1200, 1200, false, 'x', now(), now(), now()) returning id
     ), lines as (
       insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents,
         quantity, amount_cents, buyer)
       select id, 0, 'resource', 2000000000, 'A plan', 'resource', 'A seller', 1200, 1, 1200, 'u' || $1 from made
       returning id, order_id
     ), parts as (
       insert into order_parts (order_id, line_id, item_type, item_id, title, amount_cents, fee_cents)
       select order_id, id, 'resource', 2000000000, 'A plan', 1200, 1200 from lines
     ) select id from made`,
    [owner.id, owner.email],
  );
  return made.rows[0]?.id ?? 0;
};

const aGrant: MakeObject = async (ctx, owner) => {
  const made = await ctx.pool.query<{ id: number }>(
    `insert into grants (user_id, item_type, item_id, kind, reason, created_at)
     values ($1, 'resource', 2000000000, 'comp', 'A present.', now()) returning id`,
    [owner.id],
  );
  return made.rows[0]?.id ?? 0;
};

/** A pending decision, valid for an hour. */
const aDecision: MakeObject = async (ctx, owner) => {
  const made = await ctx.pool.query<{ batch: string }>(
    `insert into staff_decisions (batch, kind, subject_id, action, input, actor_id, decided_at, due_at)
     values (gen_random_uuid(), 'resource', 1000000 + $1, 'resource.approve', '{}', $1, now(), now() + interval '1 hour')
     on conflict (kind, subject_id) where state = 'pending' do update set batch = gen_random_uuid()
     returning batch`,
    [owner.id],
  );
  return made.rows[0]?.batch ?? '';
};

/** What `:id` stands for, by the start of the path; the first match counts. */
const OBJECTS: [prefix: string, make: MakeObject][] = [
  ...SEAT_OBJECTS,
  ...CERTIFICATE_OBJECTS,
  ...TEACHING_OBJECTS,
  ...LEARNING_OBJECTS,
  ...MESSAGE_OBJECTS,
  ...BOOKING_OBJECTS,
  ...INSTRUCTOR_OBJECTS,
  ...QUIZ_OBJECTS,
  ...REFUND_OBJECTS,
  ['/api/resources/seller/', aSeller],
  ['/api/resources/category/', aCategory],
  ['/api/categories/', aCategory],
  ['/api/admin/categories/', aCategory],
  ['/api/admin/dance-styles/', aStyle],
  ['/api/sellers/by-slug/', aSellerSlug],
  ['/api/sellers/', aSeller],
  ['/api/resources/', aResource],
  ['/api/my/resources/', aResource],
  // A draft here: only its seller and staff see it.
  ['/api/curriculum/', aDraft],
  ['/api/moderation/resources/', aSubmitted],
  ['/api/bundles/', aBundle],
  ['/api/my/bundles/', aDraftBundle],
  ['/api/admin/bundles/', aHouseBundle],
  ['/api/admin/payments/set-aside/', aPaymentProblem],
  ['/api/admin/orders/', anOrder],
  ['/api/admin/grants/', aGrant],
  ['/api/admin/coupons/', aCoupon],
  ['/api/seller/coupons/', anOwnCoupon],
  ['/api/zipcode-lookup/', aZip],
  ['/api/courses/', aCourse],
  ['/api/admin/courses/', aCourse],
  ['/api/reviews/:id/answer', aReviewReceived],
  ['/api/reviews/', aReview],
  ['/api/uploads/', anUpload],
  ['/api/wishlist/', aResource],
  ['/api/cart/', aCartLine],
  ['/api/orders/', anOrder],
  ['/api/decisions/', aDecision],
  ['/api/account/sessions/', aSession],
  ['/api/applications/', anApplication],
  ['/api/admin/applications/', anApplication],
  ['/api/rights-notices/', aNotice],
  ['/api/my/notices/', aNoticeReceived],
  ['/api/admin/sellers/', aSeller],
  ['/api/users/', aUser],
  ['/api/admin/users/', aUser],
];

export function objectMaker(contract: Contract): MakeObject | null {
  return (
    OBJECTS.find(([prefix]) => contract.path.startsWith(prefix) && contract.path.includes(':'))?.[1] ?? null
  );
}

/** The path parameters for this object. */
export function paramsOf(id: number | string) {
  return {
    id,
    key: id,
    token: id,
    code: id,
    userId: 2_000_000_000,
    slug: id,
    zip: id,
    itemType: 'resource',
    type: 'module',
    itemId: id,
    fileId: 2_000_000_000,
    noteId: 2_000_000_000,
    questionId: SAMPLE_QUESTION_ID,
    year: 2026,
  };
}

/** For paths whose parameter is not a number. */
export function absentId(contract: Contract): string {
  if (contract.path.startsWith('/api/zipcode-lookup/')) return '99999';
  return /^\/api\/(admin\/(jobs|mails)|decisions)\//.test(contract.path) ? randomUUID() : '2000000000';
}
