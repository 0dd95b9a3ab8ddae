// Help articles: found by what people type, mistyped or not; drafts are for staff only.
import { expect, it } from 'vitest';
import * as contract from '#shared/features/help/help.contract.ts';
import type { HelpArticle, HelpArticleDetail, StaffHelpArticle } from '#shared/features/help/help.schema.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { call } = await testApp();

const found = async (q: string) =>
  (await call(contract.listHelpArticles, { query: { q } })).json<{ items: HelpArticle[] }>().items;
const listed = async () =>
  (await call(contract.listStaffHelpArticles, {}, 'admin')).json<{ items: StaffHelpArticle[] }>().items;

const ARTICLE = { title: 'Where’s my café receipt?', topic: 'buying', text: 'Look **there**.' } as const;

async function created(extra: object = {}): Promise<StaffHelpArticle> {
  const body = { ...ARTICLE, isPublished: true, ...extra };
  const answer = await call(contract.createHelpArticle, { body }, 'admin');
  expect(answer.statusCode).toBe(201);
  return answer.json<StaffHelpArticle>();
}

it.each([
  ['refund', 'ask-for-a-refund'],
  ['refnud', 'ask-for-a-refund'],
  ['how do I get my money back? refund', 'ask-for-a-refund'],
  ['certifcate', 'get-your-certificate'],
  ['payout', 'get-paid'],
  ['cancel session', 'cancel-a-session'],
  ['delete account', 'your-data'],
])('“%s” finds %s', async (q, slug) => {
  expect((await found(q)).slice(0, 3).map((article) => article.slug)).toContain(slug);
});

it('a search that makes no sense finds nothing and breaks nothing', async () => {
  for (const q of ['xqzvkw', '!!! & | :*', '\u0000', "'; drop table help_articles", '🩰']) {
    const { statusCode } = await call(contract.listHelpArticles, { query: { q } });
    expect([200, 400]).toContain(statusCode);
  }
  expect(await found('xqzvkwpp')).toEqual([]);
});

it('every link between the articles leads to one', async () => {
  for (const { slug } of await found('')) {
    const answer = await call(contract.getHelpArticle, { params: { slug } });
    expect(answer.statusCode).toBe(200);
    const { html } = answer.json<HelpArticleDetail>();
    for (const [, linked = ''] of html.matchAll(/href="\/help\/([^"]+)"/g)) {
      expect((await call(contract.getHelpArticle, { params: { slug: linked } })).statusCode).toBe(200);
    }
  }
});

it('an article keeps its address when its title changes, and addresses are unique', async () => {
  const [one, two] = [await created(), await created()];
  expect([one.slug, two.slug]).toEqual(['wheres-my-cafe-receipt', 'wheres-my-cafe-receipt-2']);
  const body = { ...ARTICLE, title: 'Receipts', isPublished: true };
  const changed = await call(contract.updateHelpArticle, { params: { id: one.id }, body }, 'admin');
  expect(changed.json()).toMatchObject({ slug: one.slug, title: 'Receipts' });
});

it('drafts and deleted articles are not public', async () => {
  const draft = await created({ title: 'Secret plan', isPublished: false });
  const read = () => call(contract.getHelpArticle, { params: { slug: draft.slug } });
  expect((await read()).statusCode).toBe(404);
  expect((await found('secret plan')).some(({ slug }) => slug === draft.slug)).toBe(false);
  expect((await listed()).some(({ id }) => id === draft.id)).toBe(true);
  const params = { id: draft.id };
  const body = { ...ARTICLE, title: 'Secret plan', isPublished: true };
  await call(contract.updateHelpArticle, { params, body }, 'admin');
  expect((await read()).statusCode).toBe(200);
  expect((await call(contract.deleteHelpArticle, { params }, 'admin')).statusCode).toBe(204);
  expect((await read()).statusCode).toBe(404);
});

it('the order is the one staff chose', async () => {
  const ids = (await listed()).map(({ id }) => id);
  const wanted = [...ids.slice(1), ...ids.slice(0, 1)];
  const save = (body: object) => call(contract.reorderHelpArticles, { body }, 'admin');
  expect((await save({ ids: wanted })).statusCode).toBe(204);
  expect((await listed()).map(({ id }) => id)).toEqual(wanted);
  expect((await save({ ids: wanted.slice(1) })).statusCode).toBe(409);
});

it('HTML and scripts in an article stay text', async () => {
  const text = '<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>';
  const { html } = (await call(contract.previewHelpArticle, { body: { text } }, 'admin')).json<{
    html: string;
  }>();
  expect(html).not.toMatch(/<script|<img|javascript:/i);
  const { slug } = await created({ title: 'Scripts', text });
  const shown = (await call(contract.getHelpArticle, { params: { slug } })).json<HelpArticleDetail>();
  expect(shown.html).not.toMatch(/<script|<img|javascript:/i);
});
