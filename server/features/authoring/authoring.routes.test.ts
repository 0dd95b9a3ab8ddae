import { beforeEach, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { createResource } from '#server/seed/factories.ts';
import { fillPath, type Contract } from '#shared/contract.ts';
import * as author from '#shared/features/authoring/authoring.contract.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { aCategoryId, arrivedUpload, DESCRIPTION } from '../../../tests/server/author-tools.ts';
import { resourceWithFiles, someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call } = await testApp();
let seller: Person;

beforeEach(async () => {
  seller = await someSeller(ctx);
});

const as = (person: Person, contract: Contract, input: Parameters<typeof call>[1] = {}) =>
  call(contract, { headers: person.headers, ...input });

async function own(id: number): Promise<OwnResource> {
  return (await as(seller, author.getOwnResource, { params: { id } })).json();
}

async function begin(body: object = {}): Promise<OwnResource> {
  const answer = await as(seller, author.createResource, { body });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

const complete = async () => ({
  title: 'Ten warm-ups',
  description: DESCRIPTION,
  categoryId: await aCategoryId(ctx),
  uploadIds: [(await arrivedUpload(ctx, seller.id)).id],
});

async function suspendSeller(reason = 'Copied pages') {
  await ctx.pool.query(`update sellers set state = 'suspended', suspended_reason = $2 where user_id = $1`, [
    seller.id,
    reason,
  ]);
}

describe('a draft', () => {
  test('starts empty and lists what review requires', async () => {
    const draft = await begin();
    expect(draft).toMatchObject({ title: '', state: 'draft', price: '0.00', revision: 0, version: 1 });
    expect(draft.problems.map(({ path }) => path)).toEqual(['title', 'description', 'categoryId', 'files']);
    expect(draft.events).toMatchObject([{ kind: 'created', by: 'You' }]);
    const list = (await as(seller, author.listOwnResources)).json();
    expect(list).toMatchObject({ total: 1, counts: { all: 1, draft: 1 } });
    expect(list.items[0]).toMatchObject({ title: 'Untitled resource', state: 'draft' });
  });

  test('takes its type from the first file unless one was chosen', async () => {
    const song = () => arrivedUpload(ctx, seller.id, { name: 'a.mp3', contentType: 'audio/mpeg' });
    expect(await begin({ uploadIds: [(await song()).id] })).toMatchObject({ type: 'audio' });
    expect(await begin({ type: 'document', uploadIds: [(await song()).id] })).toMatchObject({
      type: 'document',
    });
    const { id } = await begin();
    const body = { uploadId: (await song()).id };
    expect((await as(seller, author.addResourceFile, { params: { id }, body })).json().type).toBe('audio');
  });

  test('can be submitted once nothing is missing', async () => {
    const { id } = await begin();
    const early = await as(seller, author.submitResource, { params: { id } });
    expect(early.statusCode).toBe(422);
    expect(early.json().details).toHaveLength(4);
    const whole = await begin(await complete());
    expect(whole.problems).toEqual([]);
    const sent = await as(seller, author.submitResource, { params: { id: whole.id } });
    expect(sent.json()).toMatchObject({ state: 'in_review' });
    const change = { params: { id: whole.id }, body: { revision: 0, title: 'Other' } };
    const refused = await as(seller, author.updateResource, change);
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('review')]);
    const file = { params: { id: whole.id, fileId: whole.files[0]?.id ?? 0 } };
    expect((await as(seller, author.deleteResourceFile, file)).statusCode).toBe(409);
    expect((await as(seller, author.deleteResource, { params: { id: whole.id } })).statusCode).toBe(409);
  });

  test('rejects a save from a stale tab', async () => {
    const { id } = await begin({ title: 'First' });
    const save = (title: string) =>
      as(seller, author.updateResource, { params: { id }, body: { revision: 0, title } });
    const answers = await Promise.all([save('Left'), save('Right')]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json();
    const loser = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(loser.message).toContain('changed elsewhere');
    expect(await own(id)).toMatchObject({ title: winner.title, revision: 1 });
  });

  test('accepts only existing styles and categories', async () => {
    const { id } = await begin();
    const { rows } = await ctx.pool.query(`select id from categories where kind = 'course' limit 1`);
    for (const change of [
      { danceStyle: 'Waltzing bears' },
      { categoryId: rows[0].id },
      { categoryId: 9e8 },
    ]) {
      const answer = await as(seller, author.updateResource, {
        params: { id },
        body: { revision: 0, ...change },
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().details[0].path).toBe(Object.keys(change)[0]);
    }
  });

  test('is deleted with all its files', async () => {
    const upload = await arrivedUpload(ctx, seller.id);
    const { id } = await begin({ uploadIds: [upload.id] });
    await ctx.jobs.drain();
    expect((await as(seller, author.deleteResource, { params: { id } })).statusCode).toBe(204);
    await ctx.jobs.drain();
    expect(await ctx.storage.stat(upload.storageKey)).toBeNull();
    expect((await as(seller, author.getOwnResource, { params: { id } })).statusCode).toBe(404);
    const sold = await createResource(ctx.db, { sellerId: seller.id });
    const refused = await as(seller, author.deleteResource, { params: { id: sold.id } });
    expect(refused.json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('Archive') });
  });
});

describe('for other users', () => {
  const params = { id: 0, fileId: 1 };
  const acts: [Contract, object?][] = [
    [author.getOwnResource],
    [author.updateResource, { revision: 0, title: 'Mine now' }],
    [author.deleteResource],
    [author.addResourceFile, { uploadId: 'x' }],
    [author.updateResourceFile, { label: 'x' }],
    [author.deleteResourceFile],
    [author.setResourceCover, { uploadId: null }],
    [author.retryPreviews],
    [author.submitResource],
    [author.withdrawResource],
    [author.archiveResource],
    [author.restoreResource],
    [author.duplicateResource],
    [author.publishChanges, { revision: 0, note: 'x' }],
    [author.discardChanges, { revision: 0 }],
    [author.restoreChanges, { revision: 0 }],
  ];
  test.each(acts.map(([contract, body]) => ({ name: contract.path, contract, body })))(
    '$contract.method $name is not found',
    async ({ contract, body }) => {
      const mine = await begin(await complete());
      const before = await own(mine.id);
      for (const stranger of [await someSeller(ctx), await someone(ctx, { roles: ['curriculum_officer'] })]) {
        const url = fillPath(contract.path, { ...params, id: mine.id, fileId: mine.files[0]?.id ?? 0 });
        const answer = await app.inject({
          method: contract.method,
          url,
          headers: stranger.headers,
          ...(body && { payload: body }),
        });
        expect(answer.statusCode).toBe(404);
      }
      expect(await own(mine.id)).toEqual(before);
    },
  );

  test('bulk actions don’t touch other sellers’ resources', async () => {
    const mine = await begin();
    const other = await someSeller(ctx);
    const body = { ids: [mine.id], action: 'delete' };
    const answer = await as(other, author.updateOwnResources, { body });
    expect(answer.json()).toMatchObject({ done: [], refused: [{ id: mine.id, title: '' }] });
    expect((await own(mine.id)).state).toBe('draft');
  });

  test('another seller’s upload can’t be attached', async () => {
    const other = await someSeller(ctx);
    const upload = await arrivedUpload(ctx, other.id);
    const answer = await as(seller, author.createResource, { body: { uploadIds: [upload.id] } });
    expect(answer.statusCode).toBe(404);
    expect((await as(seller, author.listOwnResources)).json().total).toBe(0);
  });
});

test('a suspended seller can read, but not create, submit, restore, duplicate or publish', async () => {
  const draft = await begin(await complete());
  const off = await resourceWithFiles(ctx, { sellerId: seller.id, state: 'archived' });
  const on = await resourceWithFiles(ctx, { sellerId: seller.id });
  await suspendSeller();
  const refused = [
    await as(seller, author.createResource, { body: {} }),
    await as(seller, author.submitResource, { params: { id: draft.id } }),
    await as(seller, author.restoreResource, { params: { id: off.id } }),
    await as(seller, author.duplicateResource, { params: { id: on.id } }),
    await as(seller, author.publishChanges, { params: { id: on.id }, body: { revision: 0, note: 'x' } }),
  ];
  for (const answer of refused) {
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).toContain('Copied pages');
  }
  expect(await own(draft.id)).toMatchObject({ state: 'draft' });
  expect((await as(seller, author.listOwnResources)).json().total).toBe(3);
});

test('a duplicate shares the files, and deleting one leaves the other intact', async () => {
  const upload = await arrivedUpload(ctx, seller.id);
  const first = await begin({ ...(await complete()), uploadIds: [upload.id] });
  const answer = await as(seller, author.duplicateResource, { params: { id: first.id } });
  expect(answer.statusCode).toBe(201);
  const copy: OwnResource = answer.json();
  expect(copy).toMatchObject({ title: 'Ten warm-ups (copy)', state: 'draft', problems: [] });
  await as(seller, author.deleteResource, { params: { id: first.id } });
  await ctx.jobs.drain();
  expect(await ctx.storage.stat(upload.storageKey)).not.toBeNull();
  expect((await own(copy.id)).files).toMatchObject([{ name: 'plan.txt', previewState: 'made' }]);
  await as(seller, author.deleteResource, { params: { id: copy.id } });
  await ctx.jobs.drain();
  expect(await ctx.storage.stat(upload.storageKey)).toBeNull();
});

test('bulk actions each succeed or report why not', async () => {
  const [whole, empty] = [await begin(await complete()), await begin({ title: 'Empty' })];
  const body = { ids: [whole.id, empty.id], action: 'submit' };
  const answer = (await as(seller, author.updateOwnResources, { body })).json();
  expect(answer.done).toEqual([whole.id]);
  expect(answer.refused).toMatchObject([{ id: empty.id, title: 'Empty', message: /file/ }]);
});

test('an uploaded cover is shown everywhere, and gone once removed', async () => {
  const { id } = await resourceWithFiles(ctx, { sellerId: seller.id, description: DESCRIPTION });
  const publish = async () => {
    const body = { revision: (await own(id)).revision };
    const answer = await as(seller, author.publishChanges, { params: { id }, body });
    expect(answer.statusCode).toBe(200);
    return answer.json() as OwnResource;
  };
  await ctx.pool.query(`insert into covers (subject, seed, style) values ($1, 'x', 'Tap')`, [
    `resource-${id}`,
  ]);
  const red = sharp({ create: { width: 1500, height: 900, channels: 3, background: '#ff0000' } });
  const content = await red.webp().toBuffer();
  const upload = await arrivedUpload(ctx, seller.id, {
    purpose: 'cover',
    content,
    contentType: 'image/webp',
  });
  const before = await own(id);
  const set = { params: { id }, body: { uploadId: upload.id } };
  const drafted: OwnResource = (await as(seller, author.setResourceCover, set)).json();
  expect(drafted.coverUrl).toBe(drafted.imageUrl);
  const urls = [
    `/uploads/resources/${id}.webp`,
    `/images/thumbnails/resource-${id}.webp`,
    `/images/covers/resource-${id}/stage-1000.avif`,
  ];
  const dominant = async (url: string) => {
    const { rawPayload } = await app.inject({ url, headers: url.startsWith('/api') ? seller.headers : {} });
    return (await sharp(rawPayload).stats()).dominant;
  };
  // Only the seller sees it until it is published.
  for (const url of urls) expect(await dominant(url)).not.toMatchObject({ r: 248, g: 8, b: 8 });
  expect(await dominant(drafted.imageUrl)).toMatchObject({ r: 248, g: 8, b: 8 });
  expect((await app.inject(drafted.imageUrl)).statusCode).toBe(401);
  const stranger = await someSeller(ctx);
  expect((await app.inject({ url: drafted.imageUrl, headers: stranger.headers })).statusCode).toBe(404);
  const after = await publish();
  expect(after.coverUrl).toBe(after.imageUrl);
  expect(after.imageUrl).not.toBe(before.imageUrl);
  for (const url of urls) expect(await dominant(url)).toMatchObject({ r: 248, g: 8, b: 8 });
  const small = await sharp((await app.inject(urls[1] ?? '')).rawPayload).metadata();
  expect([small.width, small.height]).toEqual([320, 400]);
  const plain = await as(seller, author.setResourceCover, { params: { id }, body: { uploadId: null } });
  expect(await dominant(plain.json().imageUrl)).not.toMatchObject({ r: 248, g: 8, b: 8 });
  await ctx.jobs.drain();
  expect(await ctx.storage.stat(upload.storageKey)).not.toBeNull();
  await publish();
  await ctx.jobs.drain();
  expect(await ctx.storage.stat(upload.storageKey)).toBeNull();
  for (const url of urls) expect(await dominant(url)).not.toMatchObject({ r: 248, g: 8, b: 8 });
});
