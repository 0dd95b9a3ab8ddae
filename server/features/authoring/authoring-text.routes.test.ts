// Sellers' text is shown as written and never executed.
import { expect, test } from 'vitest';
import type { Contract } from '#shared/contract.ts';
import * as author from '#shared/features/authoring/authoring.contract.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import * as catalogueContract from '#shared/features/catalogue/catalogue.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import { aCategoryId, arrivedUpload, DESCRIPTION } from '../../../tests/server/author-tools.ts';
import { HOSTILE } from '../../../tests/server/hostile-texts.ts';
import { someSeller } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const seller = await someSeller(ctx);
const as = (contract: Contract, input: Parameters<typeof call>[1] = {}) =>
  call(contract, { headers: seller.headers, ...input });

test('has at least fifty hostile texts', () => expect(HOSTILE.length).toBeGreaterThanOrEqual(50));

test('returns scripts and SQL in every field as plain text', async () => {
  const categoryId = await aCategoryId(ctx);
  for (const text of HOSTILE) {
    const line = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').trim();
    const upload = await arrivedUpload(ctx, seller.id);
    const body = {
      title: line,
      description: `${DESCRIPTION}\n\n${text}`,
      tags: [line.slice(0, 30).trim()],
      categoryId,
      uploadIds: [upload.id],
    };
    const made = await as(author.createResource, { body });
    expect(made.statusCode, text).toBe(201);
    const { id, files }: OwnResource = made.json();
    const params = { id, fileId: files[0]?.id ?? 0 };
    const named = await as(author.updateResourceFile, { params, body: { name: line, label: line } });
    expect(named.json().files[0]).toMatchObject({ label: line, name: /\.txt$/ });
    await ctx.pool.query(`update resources set state = 'published' where id = $1`, [id]);
    const shown = (await call(resourceContract.getResource, { params: { id } })).json();
    expect(shown.title).toBe(line);
    expect(shown.tags).toEqual(body.tags);
    const tags = [...shown.descriptionHtml.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
    for (const tag of tags) {
      expect(tag, text).toMatch(/^<\/?(p|a|ul|ol|li|em|strong|code|pre|blockquote|br|hr)\b/);
      expect(tag, text).not.toMatch(/\s(on\w+|style|src)=|href="\s*(?!https?:|mailto:|\/|#|")[a-z]+:/i);
    }
  }
  const { rows } = await ctx.pool.query('select count(*)::int as many from users');
  expect(rows[0].many).toBeGreaterThan(5);
});

test('finds a published resource right away', async () => {
  const body = {
    title: 'Quokkawise balances',
    description: `${DESCRIPTION} **Zwirbelig** turns.`,
    categoryId: await aCategoryId(ctx),
    uploadIds: [(await arrivedUpload(ctx, seller.id)).id],
  };
  const { id }: OwnResource = (await as(author.createResource, { body })).json();
  await as(author.submitResource, { params: { id } });
  const find = async (q: string) =>
    (await call(catalogueContract.listResources, { query: { q } }))
      .json()
      .items.map((item: { id: number }) => item.id);
  expect(await find('quokkawise')).toEqual([]);
  await ctx.pool.query(`update resources set state = 'published', updated_at = now() where id = $1`, [id]);
  // Without waiting: the index is updated in the same transaction.
  expect(await find('quokkawise')).toEqual([id]);
  expect(await find('zwirbelig')).toEqual([id]);
  const { items } = (await call(catalogueContract.listResources, { query: { q: 'quokkawise' } })).json();
  expect(items[0].description).toBe(`${DESCRIPTION} Zwirbelig turns.`);
});

test('search finds words of the description, but not of URLs in it', async () => {
  const hidden = ['zirbelquax', 'plimsoll', 'grommet', 'hovercraft', 'jubjubs', 'vexillum', 'oxymel'];
  const body = {
    title: 'Linked balances',
    description: [
      `${DESCRIPTION} See [the **marmelade** sheet](https://zirbelquax.example/plimsoll_(2)?x=grommet "hovercraft").`,
      'Also <https://jubjubs.example> and https://vexillum.example/a, or [kolibri][x] (schnur).',
      '[x]: https://oxymel.example',
    ].join('\n\n'),
    categoryId: await aCategoryId(ctx),
    uploadIds: [(await arrivedUpload(ctx, seller.id)).id],
  };
  const { id }: OwnResource = (await as(author.createResource, { body })).json();
  const move = (state: string) =>
    ctx.pool.query('update resources set state = $2 where id = $1', [id, state]);
  const find = async (q: string) =>
    (await call(catalogueContract.listResources, { query: { q } }))
      .json()
      .items.map((item: { id: number }) => item.id);
  const counted = async (words: string[]) => {
    const { rows } = await ctx.pool.query(
      'select word from catalogue_words where word = any($1) and count <> 0 order by word',
      [words],
    );
    return rows.map(({ word }: { word: string }) => word);
  };
  const seen = ['kolibri', 'marmelade', 'schnur'];
  await move('published');
  for (const word of seen) expect([word, await find(word)]).toEqual([word, [id]]);
  for (const word of hidden) expect([word, await find(word)]).toEqual([word, []]);
  expect(await counted([...seen, ...hidden])).toEqual(seen);
  await move('archived');
  expect(await counted([...seen, ...hidden])).toEqual([]);
});

test('previewDescription renders what the resource page will show, without scripts', async () => {
  const text = `${DESCRIPTION}\n\n**Bring** a chair.\n\n<script>alert(1)</script>`;
  const preview = await as(author.previewDescription, { body: { text } });
  expect(preview.statusCode).toBe(200);
  const { html } = preview.json<{ html: string }>();
  expect(html).toContain('<strong>Bring</strong> a chair.');
  expect(html).not.toContain('<script');

  const { id } = (
    await as(author.createResource, { body: { title: 'Chairs', description: text } })
  ).json<OwnResource>();
  await ctx.pool.query(`update resources set state = 'published' where id = $1`, [id]);
  const shown = (await call(resourceContract.getResource, { params: { id } })).json<{
    descriptionHtml: string;
  }>();
  expect(shown.descriptionHtml).toBe(html);
  expect((await call(author.previewDescription, { body: { text } })).statusCode).toBe(401);
});
