// Personal data from selling and from managing sellers: exported, and erased with the account.
import { expect, it } from 'vitest';
import { cleanUpCoverJob } from '#server/features/cover/cover.service.ts';
import { createResource, createSeller } from '#server/seed/factories.ts';
import { deleteAccount, exportAccount } from '#shared/features/privacy/privacy.contract.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';

const { ctx, call } = await testApp();

let place = 0;
const as = (person: Caller) => ({ headers: { cookie: person.cookie }, from: `10.9.0.${++place}` });
const remove = (person: Caller) => call(deleteAccount, { ...as(person), body: { password: PASSWORD } });
const rowsOf = async (sql: string, ...values: unknown[]) =>
  (await ctx.pool.query<Record<string, unknown>>(sql, values)).rows;

/** A seller with a takedown, a counter-notice, an upload, and a staff note about them. */
async function scene() {
  const seller = await newcomer(ctx, ['seller']);
  const officer = await newcomer(ctx, ['curriculum_officer']);
  const reporter = await newcomer(ctx);
  await createSeller(ctx.db, { userId: seller.id, state: 'suspended', suspendedReason: 'Copied twice.' });
  const resource = await createResource(ctx.db, { sellerId: seller.id, title: 'Port de bras' });
  await ctx.pool.query(
    `insert into rights_notices (resource_id, reporter_id, reason, body, state, created_at, due_at, decided_by,
       decided_at, decision_reason, counter_body, countered_at)
     values ($1, $2, 'copyright', 'Words of the reporter.', 'countered', now(), now(), $3, now(), 'Officers say so.',
       'I drew it.', now())`,
    [resource.id, reporter.id, officer.id],
  );
  await ctx.pool.query(
    `insert into seller_notes (seller_id, author_id, body, created_at) values ($1, $2, 'Be careful.', now())`,
    [seller.id, officer.id],
  );
  await ctx.pool.query(
    `insert into uploads (id, user_id, purpose, name, bytes, created_at, touched_at)
     values ($1, $2, 'resource-file', 'my-secret-name.pdf', 9, now(), now())`,
    [`u-${seller.username}`, seller.id],
  );
  await ctx.pool.query(
    `insert into resource_events (resource_id, actor_id, kind, reason, created_at)
     values ($1, $2, 'created', null, now()), ($1, $3, 'changes_requested', 'Page two is blank.', now())`,
    [resource.id, seller.id, officer.id],
  );
  await ctx.pool.query(
    `insert into resource_versions (resource_id, number, note, published_at) values ($1, 2, 'Larger letters.', now())`,
    [resource.id],
  );
  await ctx.pool.query(
    `insert into resource_drafts (resource_id, fields, updated_at) values ($1, '{"title": "Secret plans"}', now())`,
    [resource.id],
  );
  return { seller, officer, reporter, resource };
}

it('exports data only to the user it belongs to', async () => {
  const { seller, officer, reporter, resource } = await scene();
  const ofSeller = await call(exportAccount, as(seller));
  expect(ofSeller.json()).toMatchObject({
    takedowns: [
      {
        resourceId: resource.id,
        title: 'Port de bras',
        state: 'countered',
        decisionReason: 'Officers say so.',
        counterBody: 'I drew it.',
      },
    ],
    uploads: [{ name: 'my-secret-name.pdf', purpose: 'resource-file', bytes: 9, state: 'sending' }],
    notesAboutSellers: [],
    resourceEvents: [
      { resourceId: resource.id, title: 'Port de bras', kind: 'created', reason: null, isByYou: true },
      { kind: 'changes_requested', reason: 'Page two is blank.', isByYou: false },
    ],
    resourceVersions: [{ resourceId: resource.id, number: 2, note: 'Larger letters.' }],
    resourceDrafts: [{ resourceId: resource.id, fields: { title: 'Secret plans' } }],
    shop: { state: 'suspended', suspendedReason: 'Copied twice.' },
  });
  expect(ofSeller.body).not.toMatch(/Words of the reporter|Be careful/);
  expect(ofSeller.body).not.toContain(reporter.username);
  expect(ofSeller.body).not.toContain(officer.username);

  const ofReporter = await call(exportAccount, as(reporter));
  expect(ofReporter.json()).toMatchObject({
    reports: [{ body: 'Words of the reporter.', state: 'countered', decisionReason: 'Officers say so.' }],
    takedowns: [],
    resourceEvents: [],
    resourceVersions: [],
    resourceDrafts: [],
  });
  const ofOfficer = await call(exportAccount, as(officer));
  expect(ofOfficer.json()).toMatchObject({ notesAboutSellers: [{ sellerId: seller.id }] });
  expect(ofOfficer.body).not.toContain('Be careful');
});

it("deletes the seller's replies, staff notes about them, uploads and suspension reason", async () => {
  const { seller, resource } = await scene();
  expect((await remove(seller)).statusCode).toBe(204);
  const notices = await rowsOf(
    'select state, counter_body, body from rights_notices where resource_id = $1',
    resource.id,
  );
  expect(notices).toEqual([{ state: 'countered', counter_body: '', body: 'Words of the reporter.' }]);
  expect(await rowsOf('select 1 from resource_drafts where resource_id = $1', resource.id)).toEqual([]);
  expect(await rowsOf('select 1 from seller_notes where seller_id = $1', seller.id)).toEqual([]);
  expect(await rowsOf('select suspended_reason from sellers where user_id = $1', seller.id)).toEqual([
    { suspended_reason: null },
  ]);
  expect(await rowsOf('select name, touched_at from uploads where user_id = $1', seller.id)).toEqual([
    { name: 'file', touched_at: new Date(0) },
  ]);
});

it("deletes the seller's banner and covers once nothing else shows them", async () => {
  const { seller, resource } = await scene();
  const neighbour = await createSeller(ctx.db);
  const [banner, cover, shared] = ['banner', 'cover', 'shared'].map(
    (name) => `test/${name}-${seller.username}`,
  );
  const keys = [banner, cover, shared].map(String);
  for (const key of keys) await ctx.storage.put(key, Buffer.from(key), { contentType: 'image/png' });
  await ctx.pool.query('update sellers set banner_key = $2 where user_id = $1', [seller.id, banner]);
  await ctx.pool.query('update resources set cover_key = $2 where id = $1', [resource.id, cover]);
  await createResource(ctx.db, { sellerId: seller.id, state: 'draft', coverKey: shared });
  await createResource(ctx.db, { sellerId: neighbour.userId, coverKey: shared });
  expect((await remove(seller)).statusCode).toBe(204);
  expect(
    await rowsOf(
      `select cover_key from resources where seller_id = $1 union all
       select banner_key from sellers where user_id = $1`,
      seller.id,
    ),
  ).toEqual([{ cover_key: null }, { cover_key: null }, { cover_key: null }]);
  const asked = await rowsOf(
    `select data ->> 'key' as key from pgboss.job where name = $1`,
    cleanUpCoverJob.name,
  );
  expect(asked.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
  for (const key of keys) await cleanUpCoverJob.run(ctx, { key });
  const left = await Promise.all(keys.map(async (key) => (await ctx.storage.get(key)) !== null));
  expect(left).toEqual([false, false, true]);
});

it('removes the name of an officer who deletes their account', async () => {
  const { seller, officer, resource } = await scene();
  expect((await remove(officer)).statusCode).toBe(204);
  expect(await rowsOf('select author_id, body from seller_notes where seller_id = $1', seller.id)).toEqual([
    { author_id: null, body: 'Be careful.' },
  ]);
  const [notice] = await rowsOf('select body from rights_notices where resource_id = $1', resource.id);
  expect(notice).toEqual({ body: 'Words of the reporter.' });
});
