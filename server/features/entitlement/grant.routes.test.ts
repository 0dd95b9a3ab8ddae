// Grants by staff: granted once, emailed, audited, and revoked without affecting other causes.
import { expect, it } from 'vitest';
import { getCourseAccess } from '#shared/features/course/course.contract.ts';
import {
  createGrant,
  listGrants,
  revokeGrant,
  type Grant,
} from '#shared/features/entitlement/grant.contract.ts';
import { getResourceAccess } from '#shared/features/resource/resource.contract.ts';
import { createBundle, createCourse, createEntitlement, createResource } from '#server/seed/factories.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { mailsTo, newAudit } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const admin = await someone(ctx, { roles: ['admin'] });

const give = (body: object, as: Person = admin) =>
  call(createGrant, { ...as, body: { reason: 'Lost the file', ...body } });
const isOwned = async (person: Person, id: number) =>
  (await call(getResourceAccess, { ...person, params: { id } })).json<{ isOwned: boolean }>().isOwned;

async function aResource() {
  const { id: sellerId } = await someSeller(ctx);
  const { id, title } = await createResource(ctx.db, { sellerId, priceCents: 1200 });
  return { id, title, item: { itemType: 'resource', itemId: id } };
}

it('grants a resource to a user by address, once, and emails them', async () => {
  const [person, thing] = [await someone(ctx), await aResource()];
  const email = `${person.username.toUpperCase()}@releve.example`;
  const answers = await Promise.all([1, 2, 3].map(() => give({ email, item: thing.item, kind: 'comp' })));
  expect(statusesOf(answers)).toEqual([200, 409, 409]);
  expect(await isOwned(person, thing.id)).toBe(true);
  const mails = await mailsTo(ctx, person.username);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain('A gift');
  expect(mails[0]?.text).toContain(thing.title);
  expect(mails[0]?.text).not.toContain('Lost the file');
  expect((await newAudit(ctx, 'grant.give')).at(-1)).toMatchObject({
    actor: admin.username,
    details: { kind: 'comp', itemId: thing.id, reason: 'Lost the file' },
  });
});

it('revokes it and keeps what was bought; then it can be granted again', async () => {
  const [person, thing] = [await someone(ctx), await aResource()];
  const userId = person.id;
  const [given] = (await give({ userId, item: thing.item })).json<{ given: Grant[] }>().given;
  const revoke = () =>
    call(revokeGrant, { ...admin, params: { id: given?.id ?? 0 }, body: { reason: 'A mistake' } });
  expect(statusesOf(await Promise.all([revoke(), revoke()]))).toEqual([200, 409]);
  expect(await isOwned(person, thing.id)).toBe(false);
  const again = (await give({ userId, item: thing.item })).json<{ given: Grant[] }>().given[0];
  expect(await isOwned(person, thing.id)).toBe(true);
  await createEntitlement(ctx.db, { userId, itemType: 'resource', itemId: thing.id, cause: 'order_line' });
  await call(revokeGrant, { ...admin, params: { id: again?.id ?? 0 }, body: { reason: 'Bought it' } });
  expect(await isOwned(person, thing.id)).toBe(true);
  const listed = (await call(listGrants, { ...admin, query: { userId: String(userId) } })).json();
  expect(listed).toMatchObject({
    total: 2,
    items: [{ revokeReason: 'Bought it' }, { revokeReason: 'A mistake' }],
  });
  const second = await call(listGrants, { ...admin, query: { userId: String(userId), page: '2' } });
  expect(second.json()).toMatchObject({ total: 2, items: [] });
});

it('grants all of a bundle, with enrollment in its courses', async () => {
  const [person, { id: sellerId }] = [await someone(ctx), await someSeller(ctx)];
  const course = await createCourse(ctx.db, {});
  const bundle = await createBundle(ctx.db, { sellerId });
  await ctx.pool.query('insert into bundle_items (bundle_id, position, course_id) values ($1, 9, $2)', [
    bundle.id,
    course.id,
  ]);
  const { given } = (
    await give({ userId: person.id, item: { itemType: 'bundle', itemId: bundle.id } })
  ).json<{
    given: Grant[];
  }>();
  expect(given.length).toBeGreaterThan(1);
  expect((await call(getCourseAccess, { ...person, params: { id: course.id } })).json()).toMatchObject({
    isOwned: true,
  });
  const { rows } = await ctx.pool.query('select 1 from enrollments where user_id = $1 and course_id = $2', [
    person.id,
    course.id,
  ]);
  expect(rows).toHaveLength(1);
});

it('rejects unknown users, unknown items, drafts, and staff without the permission', async () => {
  const [person, thing] = [await someone(ctx), await aResource()];
  const draft = await createResource(ctx.db, { state: 'draft', publishedAt: null });
  const status = async (body: object, as?: Person) => (await give(body, as)).statusCode;
  expect(await status({ email: 'nobody@releve.example', item: thing.item })).toBe(404);
  expect(await status({ userId: person.id, item: { itemType: 'resource', itemId: 2_000_000_000 } })).toBe(
    404,
  );
  expect(await status({ userId: person.id, item: { itemType: 'resource', itemId: draft.id } })).toBe(404);
  expect(await status({ userId: person.id, orderId: 2_000_000_000 })).toBe(404);
  const gone = await someone(ctx);
  await ctx.pool.query(`update users set state = 'deleted' where id = $1`, [gone.id]);
  expect(await status({ userId: gone.id, item: thing.item })).toBe(404);
  expect(await status({ userId: person.id })).toBe(400);
  expect(await status({ item: thing.item })).toBe(400);
  expect(await status({ userId: person.id, email: 'a@b.c', item: thing.item })).toBe(400);
  expect(await status({ userId: person.id, item: thing.item, reason: ' ' })).toBe(400);
  expect(
    await status(
      { userId: person.id, item: thing.item },
      await someone(ctx, { roles: ['curriculum_officer'] }),
    ),
  ).toBe(403);
  expect(await isOwned(person, thing.id)).toBe(false);
});
