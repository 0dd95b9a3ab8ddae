// Samples of what staff look after, for the access table: support, help, categories, styles, reviews and notices. `own` is
// written by the caller, or about what is theirs.
import { randomUUID } from 'node:crypto';
import { daysAfter } from '#server/clock.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { contactSupport, createGuestLink } from '#server/features/support/support.service.ts';
import { createResource, createReview } from '#server/seed/factories.ts';
import type { TestContext } from '../server/test-database.ts';
import { asSeller, idOf, strangerOf, viewerOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

const resourceBy = async (ctx: TestContext, owner: Caller): Promise<number> =>
  (await createResource(ctx.db, { sellerId: await asSeller(ctx, owner), priceCents: 0 })).id;

/** Written by the owner, about someone else's resource. */
const aReview: MakeObject = async (ctx, owner) => {
  const { id: itemId } = await createResource(ctx.db);
  return (await createReview(ctx.db, { itemType: 'resource', itemId, userId: owner.id })).id;
};

/** Written by someone else, about the owner's resource. */
const aReviewReceived: MakeObject = async (ctx, owner) =>
  (await createReview(ctx.db, { itemType: 'resource', itemId: await resourceBy(ctx, owner) })).id;

type Notice = { resourceId: number; reporterId: number; state: 'open' | 'upheld' | 'countered' };

const noticeAbout = (ctx: TestContext, { resourceId, reporterId, state }: Notice): Promise<number> =>
  idOf(
    ctx,
    `insert into rights_notices (resource_id, reporter_id, reason, body, state, created_at, due_at, decided_at, counter_body)
     values ($1, $2, 'copyright', 'It is mine.', $3, $4, $5, case when $3 <> 'open' then now() end,
       case when $3 = 'countered' then 'I drew it.' end)
     returning id`,
    [resourceId, reporterId, state, ctx.clock.now(), daysAfter(ctx.clock.now(), 3)],
  );

/** Filed by the owner, about someone else's resource. */
const noticeIn =
  (state: 'open' | 'countered'): MakeObject =>
  async (ctx, owner) => {
    const { id: resourceId } = await createResource(ctx.db);
    return noticeAbout(ctx, { resourceId, reporterId: owner.id, state });
  };

/** Filed by someone else, about the owner's resource, which is taken down. */
const aNoticeReceived: MakeObject = async (ctx, owner) => {
  const resourceId = await resourceBy(ctx, owner);
  return noticeAbout(ctx, { resourceId, reporterId: (await strangerOf(ctx)).id, state: 'upheld' });
};

const newCategory = (ctx: TestContext): Promise<number> =>
  idOf(ctx, `insert into categories (kind, name, slug) values ('resource', 'Warm-ups', $1) returning id`, [
    `c-${randomUUID()}`,
  ]);

const aCategory: MakeObject = newCategory;

const twoCategories: MakeObject = async (ctx) => ({
  params: { id: await newCategory(ctx) },
  body: { intoId: await newCategory(ctx) },
});

/** Never more than one: the number of styles is limited. */
const aStyle: MakeObject = async (ctx) => {
  await ctx.pool.query(`delete from dance_styles where name like 'Sample %'`);
  return idOf(
    ctx,
    `insert into dance_styles (name, code, position) values ('Sample ' || $1, 63, 99) returning id`,
    [randomUUID().slice(0, 8)],
  );
};

const inOrder =
  (query: string): MakeObject =>
  async (ctx) => {
    const { rows } = await ctx.pool.query<{ id: number }>(query);
    return { body: { ids: rows.map(({ id }) => id) } };
  };

const anArticle: MakeObject = async (ctx) =>
  idOf(
    ctx,
    `insert into help_articles (slug, title, topic, text, position, updated_at)
     values ('a-' || gen_random_uuid(), 'Help', 'buying', 'Text', 99, now()) returning id`,
    [],
  );

const anArticleToRead: MakeObject = async (ctx) => {
  const slug = `a-${randomUUID()}`;
  await ctx.pool.query(
    `insert into help_articles (slug, title, topic, text, position, is_published, updated_at)
     values ($1, 'Help', 'buying', 'Text', 99, true, now())`,
    [slug],
  );
  return slug;
};

const aSavedReply: MakeObject = async (ctx) =>
  idOf(
    ctx,
    `insert into saved_replies (title, text, updated_at) values ('Reply ' || gen_random_uuid(), 'Text', now()) returning id`,
    [],
  );

/** Asked by the owner. */
const aRequest: MakeObject = async (ctx, owner) => {
  const question = { subject: 'A question', text: 'Where is my receipt?', orderNumber: '', website: '' };
  const { conversationId } = await contactSupport(ctx, await viewerOf(ctx, owner), question);
  return idOf(ctx, 'select id from support_requests where conversation_id = $1', [conversationId]);
};

/** Asked by a guest, who got a link to it. */
const aGuestLink: MakeObject = async (ctx) => {
  const guest = { name: 'Ana', email: `ana-${randomUUID()}@example.com` };
  const question = { subject: 'A question', text: 'Where is my receipt?', orderNumber: '', website: '' };
  await contactSupport(ctx, null, { ...question, guest });
  const id = await idOf(ctx, 'select id from support_requests where guest_email = $1', [guest.email]);
  const link = await inTransaction(ctx.db, (tx) => createGuestLink(ctx, tx, id));
  return link.slice(link.lastIndexOf('/') + 1);
};

const aFailedJob: MakeObject = async (ctx) => {
  const { rows } = await ctx.pool.query<{ id: string }>(
    `insert into pgboss.job (name, state) values ('session-review.publish', 'failed') returning id`,
  );
  return rows[0]?.id ?? '';
};

const aMail: MakeObject = async () => randomUUID();

export const STAFF_OBJECTS: Objects = [
  ['/api/resources/category/', aCategory],
  ['/api/categories/', aCategory],
  ['POST /api/admin/categories/:id/merge', twoCategories],
  ['/api/admin/categories/', aCategory],
  ['PUT /api/admin/dance-styles/order', inOrder('select id from dance_styles order by position')],
  ['/api/admin/dance-styles/', aStyle],
  ['/api/reviews/:id/answer', aReviewReceived],
  ['/api/reviews/', aReview],
  ['POST /api/rights-notices/:id/put-back', noticeIn('countered')],
  ['POST /api/rights-notices/:id/keep-down', noticeIn('countered')],
  ['/api/rights-notices/', noticeIn('open')],
  ['/api/my/notices/', aNoticeReceived],
  ['PUT /api/admin/help-order', inOrder('select id from help_articles order by position')],
  ['/api/admin/help/', anArticle],
  ['/api/help/', anArticleToRead],
  ['/api/admin/saved-replies/', aSavedReply],
  ['/api/admin/support-requests/', aRequest],
  ['/api/contact/', aGuestLink],
  ['/api/admin/jobs/', aFailedJob],
  ['/api/admin/mails/', aMail],
];
