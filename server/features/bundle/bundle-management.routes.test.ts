// Bundles as sellers and staff manage them: owner, items, price and permissions.
import { describe, expect, it } from 'vitest';
import { createBundle, createCourse, createResource } from '#server/seed/factories.ts';
import * as bundle from '#shared/features/bundle/bundle.contract.ts';
import type { BundleItem, OwnBundle } from '#shared/features/bundle/bundle.schema.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { HOSTILE } from '../../../tests/server/hostile-texts.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { newAudit } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

type Thing = { itemType: 'resource' | 'course'; itemId: number };

const resourceOf = async (sellerId?: number, priceCents = 1200): Promise<Thing> => ({
  itemType: 'resource',
  itemId: (await createResource(ctx.db, { ...(sellerId && { sellerId }), priceCents })).id,
});
const twoOf = async (sellerId: number) => [await resourceOf(sellerId), await resourceOf(sellerId)];

const fields = (items: Thing[], more: object = {}) => ({
  title: 'A first year',
  description: 'Two plans.',
  price: '18.00',
  items,
  ...more,
});

const create = (person: Partial<Person>, items: Thing[], more: object = {}) =>
  call(bundle.createOwnBundle, { ...person, body: fields(items, more) });

async function draft(person: Person, items?: Thing[]): Promise<OwnBundle> {
  const answer = await create(person, items ?? (await twoOf(person.id)));
  expect(answer.statusCode).toBe(201);
  return answer.json<OwnBundle>();
}

const save = (person: Person, { id, revision, items }: OwnBundle, more: object = {}) =>
  call(bundle.updateOwnBundle, {
    ...person,
    params: { id },
    body: { ...fields(items.map(({ itemType, itemId }) => ({ itemType, itemId }))), revision, ...more },
  });
const publish = (person: Partial<Person>, id: number) =>
  call(bundle.publishOwnBundle, { ...person, params: { id } });
const archive = (person: Partial<Person>, id: number) =>
  call(bundle.archiveOwnBundle, { ...person, params: { id } });
const remove = (person: Partial<Person>, id: number) =>
  call(bundle.deleteOwnBundle, { ...person, params: { id } });
const read = async (person: Person, id: number) =>
  (await call(bundle.getOwnBundle, { ...person, params: { id } })).json<OwnBundle>();

describe('a seller', () => {
  it('creates a bundle, edits it, publishes it, archives it and publishes it again', async () => {
    const seller = await someSeller(ctx);
    const begun = await draft(seller);
    expect(begun).toMatchObject({
      state: 'draft',
      revision: 0,
      price: '18.00',
      apart: '24.00',
      problems: [],
    });
    const turned = begun.items.toReversed().map(({ itemType, itemId }) => ({ itemType, itemId }));
    const saved = await save(seller, begun, { title: 'Another name', price: '20', items: turned });
    expect(saved.json()).toMatchObject({ revision: 1, title: 'Another name', price: '20.00' });
    expect(saved.json<OwnBundle>().items.map(({ itemId }) => itemId)).toEqual(turned.map((t) => t.itemId));
    expect((await publish(seller, begun.id)).json()).toMatchObject({ state: 'published', isForSale: true });
    expect((await publish(seller, begun.id)).statusCode).toBe(409);
    expect((await remove(seller, begun.id)).statusCode).toBe(409);
    expect((await archive(seller, begun.id)).json()).toMatchObject({ state: 'archived', isForSale: false });
    expect((await archive(seller, begun.id)).statusCode).toBe(409);
    expect((await remove(seller, begun.id)).statusCode).toBe(409);
    expect((await publish(seller, begun.id)).json()).toMatchObject({ state: 'published' });
    const list = (await call(bundle.listOwnBundles, seller)).json();
    expect(list).toMatchObject({ total: 1, counts: { all: 1, published: 1, draft: 0, archived: 0 } });
    // Sellers' own actions are not in the audit log.
    expect((await newAudit(ctx)).filter(({ subject_type }) => subject_type === 'bundle')).toEqual([]);
  });

  it('deletes a draft', async () => {
    const seller = await someSeller(ctx);
    const { id } = await draft(seller);
    expect((await remove(seller, id)).statusCode).toBe(204);
    expect((await remove(seller, id)).statusCode).toBe(404);
  });

  it('can bundle only what they sell and teach themselves', async () => {
    const seller = await someSeller(ctx);
    const other = await someSeller(ctx);
    const [own, foreign] = [await resourceOf(seller.id), await resourceOf(other.id)];
    const taught = await createCourse(ctx.db, { instructorId: seller.id, title: 'Teaching turns' });
    const elses = await createCourse(ctx.db, { title: 'Of somebody else' });
    const course = (id: number): Thing => ({ itemType: 'course', itemId: id });
    expect((await create(seller, [own, course(taught.id)])).statusCode).toBe(201);
    for (const stranger of [foreign, course(elses.id), { ...own, itemId: 2_000_000_000 }]) {
      const refused = await create(seller, [own, stranger]);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().details).toMatchObject([{ path: 'items' }]);
    }
    const offered = (await call(bundle.listOwnBundleItems, seller)).json<BundleItem[]>();
    expect(offered.map(({ itemType, itemId }) => ({ itemType, itemId }))).toEqual([course(taught.id), own]);
    const found = await call(bundle.listOwnBundleItems, { ...seller, query: { q: 'TURNS teaching' } });
    expect(found.json()).toHaveLength(1);
  });

  it('must choose two to twenty items, each once, for less than they cost separately', async () => {
    const seller = await someSeller(ctx);
    const two = await twoOf(seller.id);
    const many = await Promise.all(Array.from({ length: 21 }, () => resourceOf(seller.id)));
    expect((await create(seller, two.slice(0, 1))).statusCode).toBe(400);
    expect((await create(seller, [])).statusCode).toBe(400);
    expect((await create(seller, many)).statusCode).toBe(400);
    expect((await create(seller, many.slice(0, 20))).statusCode).toBe(201);
    expect((await create(seller, [...two, ...two])).statusCode).toBe(400);
    for (const price of ['0', '0.00', '0.49', '-1', '1.234', 'free', '', '1e3', 'NaN', '100000.01']) {
      expect((await create(seller, two, { price })).statusCode, price).toBe(400);
    }
    for (const price of ['24.00', '24.01', '99999']) {
      const refused = await create(seller, two, { price });
      expect(refused.statusCode, price).toBe(422);
      expect(refused.json().message).toContain('$24.00');
    }
    for (const price of ['0.50', '12,50', '23.99']) {
      expect((await create(seller, two, { price })).statusCode, price).toBe(201);
    }
  });

  it('can publish only complete bundles, and sees when an item went off sale', async () => {
    const seller = await someSeller(ctx);
    const begun = await draft(seller);
    const [first] = begun.items;
    const withdraw = (state: string) =>
      ctx.pool.query('update resources set state = $2 where id = $1', [first?.itemId, state]);
    await withdraw('archived');
    const refused = await publish(seller, begun.id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      expect.stringContaining(first?.title ?? ''),
    ]);
    // A draft may keep it; items off sale can't be added again.
    expect((await save(seller, begun)).statusCode).toBe(200);
    const gone: Thing = { itemType: 'resource', itemId: first?.itemId ?? 0 };
    expect((await create(seller, [gone, await resourceOf(seller.id)])).statusCode).toBe(422);
    await withdraw('published');
    expect((await publish(seller, begun.id)).statusCode).toBe(200);
    await withdraw('archived');
    const told = await read(seller, begun.id);
    expect(told).toMatchObject({ state: 'published', isForSale: false, goneCount: 1 });
    expect(told.problems).toMatchObject([{ path: 'items' }]);
    expect((await save(seller, told)).statusCode).toBe(422);
    const without = [
      ...told.items.slice(1).map(({ itemType, itemId }) => ({ itemType, itemId })),
      await resourceOf(seller.id),
    ];
    expect((await save(seller, told, { items: without })).json()).toMatchObject({
      isForSale: true,
      problems: [],
    });
  });

  it('gets a conflict if someone saved first, even with many at once', async () => {
    const seller = await someSeller(ctx);
    const begun = await draft(seller);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => save(seller, begun, { title: `Tab ${at}` })),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const winner = answers.find((answer) => answer.statusCode === 200)?.json<OwnBundle>();
    expect(await read(seller, begun.id)).toMatchObject({ revision: 1, title: winner?.title, itemCount: 2 });
    // Putting it on sale is a change as well.
    await publish(seller, begun.id);
    expect((await save(seller, { ...begun, revision: 1 })).statusCode).toBe(409);
  });

  it('publishes once when many publish at once', async () => {
    const seller = await someSeller(ctx);
    const { id } = await draft(seller);
    const answers = await Promise.all(Array.from({ length: 6 }, () => publish(seller, id)));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('who is suspended can neither add nor publish', async () => {
    const seller = await someSeller(ctx);
    const begun = await draft(seller);
    await ctx.pool.query(
      `update sellers set state = 'suspended', suspended_reason = 'Copied music.' where user_id = $1`,
      [seller.id],
    );
    const refused = await publish(seller, begun.id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      expect.stringContaining('Copied music.'),
    ]);
    expect((await create(seller, await twoOf(seller.id))).statusCode).toBe(403);
    expect((await call(bundle.listOwnBundles, seller)).json()).toMatchObject({ total: 1 });
    expect((await remove(seller, begun.id)).statusCode).toBe(204);
  });

  it('can write anything: it stays text', async () => {
    const seller = await someSeller(ctx);
    const items = await twoOf(seller.id);
    const write = async (text: string) => {
      const title = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, ' ').slice(0, 120);
      const answer = await create(seller, items, { title, description: text.replaceAll('\0', '') });
      expect(answer.statusCode, text).toBe(201);
      const { id } = answer.json<OwnBundle>();
      expect(await read(seller, id)).toMatchObject({
        title: toPlainText(title),
        description: toPlainText(text),
      });
    };
    await Promise.all(HOSTILE.map(write));
    expect((await create(seller, items, { title: 'a\u0000b' })).statusCode).toBe(400);
    expect((await create(seller, items, { title: 'two\nlines' })).statusCode).toBe(400);
    expect((await create(seller, items, { title: '\u200b' })).statusCode).toBe(400);
    expect((await create(seller, items, { title: 'turned\u202Eround' })).statusCode).toBe(400);
    expect((await create(seller, items, { description: 'a\u0007b' })).json()).toMatchObject({
      description: 'ab',
    });
  });
});

describe('other users', () => {
  it('get 404 for every action, 403 if they are no seller, 401 as guests', async () => {
    const seller = await someSeller(ctx);
    const begun = await draft(seller);
    const house = await createBundle(ctx.db, { state: 'draft' });
    for (const stranger of [await someSeller(ctx), await someone(ctx)]) {
      for (const { id } of [begun, house]) {
        const answers = [
          await call(bundle.getOwnBundle, { ...stranger, params: { id } }),
          await save(stranger, { ...begun, id }),
          await publish(stranger, id),
          await archive(stranger, id),
          await remove(stranger, id),
        ];
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
      }
    }
    const member = await someone(ctx);
    expect((await call(bundle.listOwnBundles, member)).statusCode).toBe(403);
    expect((await call(bundle.listOwnBundleItems, member)).statusCode).toBe(403);
    expect((await create(member, begun.items)).statusCode).toBe(403);
    expect((await create({}, begun.items)).statusCode).toBe(401);
    expect((await publish({}, begun.id)).statusCode).toBe(401);
    expect(await read(seller, begun.id)).toMatchObject({ revision: 0, state: 'draft' });
  });
});

describe('staff', () => {
  it('create platform bundles of anything on sale, which is audited', async () => {
    const officer = await someone(ctx, { roles: ['curriculum_officer'] });
    const items = [await resourceOf(), await resourceOf()];
    const made = await call(bundle.createStaffBundle, { ...officer, body: fields(items) });
    expect(made.statusCode).toBe(201);
    const { id, revision } = made.json<OwnBundle>();
    const params = { id };
    const saved = await call(bundle.updateStaffBundle, {
      ...officer,
      params,
      body: { ...fields(items), revision },
    });
    expect(saved.json()).toMatchObject({ revision: 1, seller: null });
    expect((await call(bundle.publishStaffBundle, { ...officer, params })).statusCode).toBe(200);
    expect((await call(bundle.archiveStaffBundle, { ...officer, params })).statusCode).toBe(200);
    const done = (await newAudit(ctx)).filter(({ subject_id }) => subject_id === String(id));
    expect(done.map(({ action }) => action)).toEqual([
      'bundle.add',
      'bundle.change',
      'bundle.publish',
      'bundle.archive',
    ]);
    expect((await call(bundle.listStaffBundles, officer)).json().items[0]).toMatchObject({ id });
  });

  it("see sellers' bundles but can't change them", async () => {
    const officer = await someone(ctx, { roles: ['curriculum_officer'] });
    const seller = await someSeller(ctx);
    const { id } = await draft(seller);
    const list = await call(bundle.listStaffBundles, {
      ...officer,
      query: { by: 'sellers', state: 'draft' },
    });
    expect(list.json<{ items: { id: number }[] }>().items.map((item) => item.id)).toContain(id);
    for (const contract of [bundle.getStaffBundle, bundle.publishStaffBundle, bundle.deleteStaffBundle]) {
      expect((await call(contract, { ...officer, params: { id } })).statusCode).toBe(404);
    }
    for (const person of [seller, await someone(ctx)]) {
      expect((await call(bundle.listStaffBundles, person)).statusCode).toBe(403);
    }
  });

  it('find any item on sale by title', async () => {
    const officer = await someone(ctx, { roles: ['curriculum_officer'] });
    await createResource(ctx.db, { title: 'Zwiefacher in a hall of gravel' });
    await createResource(ctx.db, { title: 'Zwiefacher in a draft', state: 'draft' });
    const found = await call(bundle.listStaffBundleItems, { ...officer, query: { q: 'zwiefacher' } });
    expect(found.json<BundleItem[]>().map(({ title }) => title)).toEqual(['Zwiefacher in a hall of gravel']);
    expect((await call(bundle.listStaffBundleItems, officer)).json()).toHaveLength(20);
  });
});
