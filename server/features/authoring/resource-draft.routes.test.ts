// Unpublished changes of a resource on sale: hidden, published together, discarded, edited in two tabs.
import { beforeEach, describe, expect, test } from 'vitest';
import { createEntitlement } from '#server/seed/factories.ts';
import type { Contract } from '#shared/contract.ts';
import * as author from '#shared/features/authoring/authoring.contract.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import * as cartContract from '#shared/features/cart/cart.contract.ts';
import * as checkoutContract from '#shared/features/checkout/checkout.contract.ts';
import * as moderationContract from '#shared/features/moderation/moderation.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import { aCategoryId, arrivedUpload, DESCRIPTION } from '../../../tests/server/author-tools.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { type Person, resourceWithFiles, someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { deleteDraftJob } from './resource-draft.service.ts';

const { app, ctx, call } = await testApp();
let seller: Person;
let id: number;

beforeEach(async () => {
  seller = await someSeller(ctx);
  const values = { priceCents: 2400, description: DESCRIPTION, title: 'Slow barre' };
  ({ id } = await resourceWithFiles(ctx, { sellerId: seller.id, ...values }));
});

const as = (person: Person, contract: Contract, input: Parameters<typeof call>[1] = {}) =>
  call(contract, { headers: person.headers, params: { id }, ...input });

async function own(): Promise<OwnResource> {
  return (await as(seller, author.getOwnResource)).json();
}

async function save(changes: object, revision?: number) {
  const body = { ...changes, revision: revision ?? (await own()).revision };
  return as(seller, author.updateResource, { body });
}

async function publish(input: { revision?: number; note?: string } = {}) {
  return as(seller, author.publishChanges, { body: { revision: (await own()).revision, ...input } });
}

const discard = (revision: number) => as(seller, author.discardChanges, { body: { revision } });
const restore = (revision: number) => as(seller, author.restoreChanges, { body: { revision } });

async function addFile(name = 'new.txt'): Promise<OwnResource> {
  const { id: uploadId } = await arrivedUpload(ctx, seller.id, { name });
  return (await as(seller, author.addResourceFile, { body: { uploadId } })).json();
}

const live = async () => (await call(resourceContract.getResource, { params: { id } })).json();

describe('an unpublished price', () => {
  const MARK = 'quibblefrond';

  test('is hidden from lists, search, the seller page, carts, checkout and officers', async () => {
    const buyer = await someone(ctx);
    const officer = await someone(ctx, { roles: ['curriculum_officer'] });
    const item = { itemType: 'resource' as const, itemId: id };
    await as(buyer, cartContract.addToCart, { body: { ...item, quantity: 1 } });
    const owner = await someone(ctx);
    await createEntitlement(ctx.db, { userId: owner.id, ...item });
    const changes = {
      title: `Barre ${MARK}`,
      description: `${DESCRIPTION} ${MARK}`,
      tags: [MARK],
      price: '1.00',
    };
    expect((await save(changes)).json()).toMatchObject(changes);
    const drafted = await addFile(`${MARK}.txt`);
    expect(drafted.files.map(({ name }) => name)).toContain(`${MARK}.txt`);
    await ctx.jobs.drain();

    const urls = [
      `/api/resources?q=${MARK}`,
      `/api/resources?q=Slow+barre`,
      `/api/curriculum?q=${MARK}`,
      `/api/resources/seller/${seller.id}`,
      `/api/resources/by-ids?ids=${id}`,
      `/api/resources/${id}`,
      `/api/curriculum/${id}`,
      `/api/resources/${id}/related`,
      `/api/resources/${id}/mine`,
      `/api/resources/${id}/download`,
      `/api/resources/${id}/versions`,
      `/api/search/suggestions?q=${MARK}`,
      `/api/sellers/${seller.id}`,
      '/api/cart',
      '/sitemap.xml',
      `/api/moderation/resources/${id}`,
    ];
    for (const { headers } of [{ headers: {} }, buyer, owner, officer]) {
      for (const url of urls) {
        const answer = await app.inject({ url, headers });
        expect(answer.body.replaceAll(`q=${MARK}`, ''), url).not.toContain(MARK);
        expect(answer.body, url).not.toMatch(/"price":\s*"1\.00"/);
      }
    }
    expect(await live()).toMatchObject({ title: 'Slow barre', price: '24.00' });
    const checkout = await as(buyer, checkoutContract.startCheckout, { body: {} });
    expect(checkout.json()).toMatchObject({ amount: '24.00' });
    const refused = await call(checkoutContract.simpleCheckout, {
      body: { ...MARA, items: [{ ...item, quantity: 1 }], card: CARDS.good, expectedTotal: '1.00' },
    });
    expect(refused.statusCode).toBe(409);
    const { rows } = await ctx.pool.query(
      'select is_changed_since_review, updated_at, revision from resources where id = $1',
      [id],
    );
    expect(rows[0]).toMatchObject({ is_changed_since_review: false, revision: 0 });
  });

  test('is shown to its seller after a reload, and in their list', async () => {
    await save({ price: '1.00' });
    expect(await own()).toMatchObject({
      price: '1.00',
      unpublished: {
        isNewVersion: false,
        changes: [{ field: 'price', label: 'Price', before: '$24.00', after: '$1.00' }],
      },
    });
    const { items } = (await as(seller, author.listOwnResources)).json();
    expect(items).toMatchObject([{ id, price: '24.00', hasUnpublishedChanges: true }]);
    await save({ price: '24.00' });
    expect((await own()).unpublished).toBeNull();
    const after = (await as(seller, author.listOwnResources)).json();
    expect(after.items).toMatchObject([{ hasUnpublishedChanges: false }]);
  });
});

describe('publishing', () => {
  test('publishes everything at once and shows officers what changed', async () => {
    const categoryId = await aCategoryId(ctx);
    await save({ title: 'Slower barre', price: '15.50', danceStyle: 'Tap', categoryId });
    await addFile();
    const drafted = await own();
    expect(drafted.unpublished?.isNewVersion).toBe(true);
    expect(drafted.unpublished?.changes.map(({ label }) => label)).toEqual([
      'Title',
      'Price',
      'Files',
      'Dance style',
      'Category',
    ]);
    const answer = await publish({ note: 'One more week.' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ unpublished: null, version: 2, title: 'Slower barre' });
    await ctx.jobs.drain();
    expect(await live()).toMatchObject({ title: 'Slower barre', price: '15.50', danceStyle: 'Tap' });
    expect((await live()).files).toHaveLength(2);
    const { events } = await own();
    expect(events.slice(0, 3)).toMatchObject([
      { kind: 'version_published', reason: 'One more week.' },
      { kind: 'price_changed', details: { from: 2400, to: 1550 } },
      { kind: 'changes_published', by: 'You' },
    ]);
    const officer = await someone(ctx, { roles: ['curriculum_officer'] });
    const seen = (await as(officer, moderationContract.getStaffResource)).json();
    expect(seen).toMatchObject({ isChangedSinceReview: true });
    const published = seen.events.find(({ kind }: { kind: string }) => kind === 'changes_published');
    expect(published.details.changes[1]).toMatchObject({ label: 'Price', before: '$24.00', after: '$15.50' });
    // Unpublished changes need no review.
    await save({ title: 'Slowest barre' });
    const body = { action: 'seen', revision: seen.revision };
    expect((await as(officer, moderationContract.decideResource, { body })).statusCode).toBe(200);
  });

  test('requires a title, a description and a file, and keeps the draft if they are missing', async () => {
    await save({ title: '', price: '9.00' });
    const drafted = await own();
    expect(drafted).toMatchObject({ title: '', problems: [{ path: 'title' }] });
    const refused = await publish();
    expect(refused.statusCode).toBe(422);
    expect(refused.json().details).toMatchObject([{ path: 'title' }]);
    expect(await live()).toMatchObject({ title: 'Slow barre', price: '24.00' });
    expect(await own()).toEqual(drafted);
  });

  test('rejects a style or category deleted meanwhile', async () => {
    await save({ danceStyle: 'Tap', price: '9.00' });
    await ctx.pool.query(`update dance_styles set retired_at = now() where name = 'Tap'`);
    const refused = await publish();
    await ctx.pool.query(`update dance_styles set retired_at = null where name = 'Tap'`);
    expect(refused.json()).toMatchObject({ code: 'validation_failed', details: [{ path: 'danceStyle' }] });
    expect(await live()).toMatchObject({ price: '24.00' });
  });

  test('is refused without changes, and for a draft that was never on sale', async () => {
    expect((await publish()).json().message).toContain('no unpublished changes');
    await ctx.pool.query(`update resources set state = 'draft' where id = $1`, [id]);
    expect((await publish()).json().message).toContain('isn’t on sale yet');
  });

  test('is refused while a rights notice keeps it down', async () => {
    await save({ price: '9.00' });
    await ctx.pool.query(`update resources set state = 'archived', taken_down_at = now() where id = $1`, [
      id,
    ]);
    expect((await publish()).json()).toMatchObject({ code: 'conflict', message: /rights notice/ });
  });

  test('works for archived resources, which stay off sale', async () => {
    await as(seller, author.archiveResource);
    await save({ price: '9.00' });
    expect((await publish()).json()).toMatchObject({ state: 'archived', price: '9.00', unpublished: null });
    await as(seller, author.restoreResource);
    expect(await live()).toMatchObject({ price: '9.00' });
  });

  test('happens once, even from many tabs at the same time', async () => {
    await save({ price: '9.00' });
    const { revision } = await own();
    const answers = await Promise.all(Array.from({ length: 4 }, () => publish({ revision })));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    const { events } = await own();
    expect(events.filter(({ kind }) => kind === 'price_changed')).toHaveLength(1);
  });
});

describe('two tabs', () => {
  test('the stale tab can neither publish nor save, and loses nothing', async () => {
    await save({ price: '9.00' });
    const seen = await own();
    await save({ title: 'Words of the other tab' });
    const stale = await publish({ revision: seen.revision });
    expect([stale.statusCode, stale.json().message]).toEqual([
      409,
      expect.stringContaining('Nothing was published'),
    ]);
    expect((await save({ price: '8.00' }, seen.revision)).statusCode).toBe(409);
    expect((await discard(seen.revision)).statusCode).toBe(409);
    expect(await own()).toMatchObject({ title: 'Words of the other tab', price: '9.00' });
    expect(await live()).toMatchObject({ title: 'Slow barre', price: '24.00' });
  });

  test('a file added in one counts as a change for the other', async () => {
    await save({ price: '9.00' });
    const { revision } = await own();
    await addFile();
    expect((await publish({ revision })).statusCode).toBe(409);
  });

  test('revisions are never reused: what was seen before a discard can’t be published after it', async () => {
    await save({ price: '9.00' });
    const { revision } = await own();
    await discard(revision);
    await save({ price: '1.00' });
    expect((await publish({ revision })).statusCode).toBe(409);
  });

  test('one of several simultaneous saves wins', async () => {
    const answers = await Promise.all(['5.00', '6.00', '7.00'].map((price) => save({ price }, 0)));
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect((await own()).price).toBe(winner.price);
  });
});

describe('discarding', () => {
  test('returns to the published version and can be undone, files included', async () => {
    await save({ price: '9.00' });
    const drafted = await addFile();
    const gone = (await discard(drafted.revision)).json();
    expect(gone).toMatchObject({ price: '24.00', unpublished: null });
    expect(gone.files).toHaveLength(1);
    const back = (await restore(gone.revision)).json();
    expect(back).toMatchObject({ price: '9.00', unpublished: drafted.unpublished });
    expect(back.files).toEqual(drafted.files);
    expect((await restore(back.revision)).statusCode).toBe(409);
  });

  test('is final once something else changes, and its files are deleted', async () => {
    const upload = await arrivedUpload(ctx, seller.id);
    await as(seller, author.addResourceFile, { body: { uploadId: upload.id } });
    const gone = (await discard((await own()).revision)).json();
    await ctx.jobs.drain();
    expect(await ctx.storage.stat(upload.storageKey)).not.toBeNull();
    await save({ price: '9.00' });
    expect((await restore((await own()).revision)).statusCode).toBe(409);
    expect((await restore(gone.revision)).statusCode).toBe(409);
    await ctx.jobs.drain();
    expect(await ctx.storage.stat(upload.storageKey)).toBeNull();
    expect(await own()).toMatchObject({ price: '9.00', unpublished: { isNewVersion: false } });
  });

  test('is final after a day unless undone', async () => {
    await save({ price: '9.00' });
    const gone = (await discard((await own()).revision)).json();
    await ctx.jobs.send(ctx.db, deleteDraftJob, { resourceId: id, revision: gone.revision });
    await ctx.jobs.drain();
    expect((await restore(gone.revision)).statusCode).toBe(409);
    await save({ price: '8.00' });
    const again = (await discard((await own()).revision)).json();
    await restore(again.revision);
    await ctx.jobs.send(ctx.db, deleteDraftJob, { resourceId: id, revision: again.revision });
    await ctx.jobs.drain();
    expect(await own()).toMatchObject({ price: '8.00' });
  });

  test('does nothing without changes', async () => {
    const answer = await discard(0);
    expect([answer.statusCode, answer.json().unpublished]).toEqual([200, null]);
  });
});

describe('files', () => {
  test('added and removed again leave nothing to publish', async () => {
    const added = await addFile();
    const file = added.files.find(({ name }) => name === 'new.txt');
    const answer = await as(seller, author.deleteResourceFile, { params: { id, fileId: file?.id ?? 0 } });
    expect(answer.json()).toMatchObject({ unpublished: null });
    expect(answer.json().files).toHaveLength(1);
  });

  test('renamed or moved keep their ids and need no note or new version', async () => {
    const second = await resourceWithFiles(ctx, {
      sellerId: seller.id,
      description: DESCRIPTION,
      files: ['a.txt', 'b.txt'],
    });
    id = second.id;
    const [first, last] = second.files;
    const params = { id, fileId: last?.id ?? 0 };
    await as(seller, author.updateResourceFile, { params, body: { position: 0, label: 'Read this first' } });
    expect((await live()).files.map(({ name }: { name: string }) => name)).toEqual(['a.txt', 'b.txt']);
    expect((await publish()).statusCode).toBe(200);
    expect((await own()).files).toMatchObject([
      { id: last?.id, name: 'b.txt', label: 'Read this first', version: 1 },
      { id: first?.id, name: 'a.txt', version: 1 },
    ]);
  });
});

test('the database keeps one draft per resource, and none without its resource', async () => {
  await save({ price: '9.00' });
  const insert = `insert into resource_drafts (resource_id, updated_at) values ($1, now())`;
  await expect(ctx.pool.query(insert, [id])).rejects.toThrow(/resource_drafts_pkey/);
  await ctx.pool.query('delete from resources where id = $1', [id]);
  const { rows } = await ctx.pool.query('select 1 from resource_drafts where resource_id = $1', [id]);
  expect(rows).toEqual([]);
});
