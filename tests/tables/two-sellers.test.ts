// Every endpoint, called by one seller with the ids of another's data: nothing is revealed, nothing is changed. And
// every endpoint, called by a suspended seller for their own data: nothing is published.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { resourceFiles, resourcePreviews } from '#server/db/schema/resource.ts';
import { createResource, createReview, createSeller } from '#server/seed/factories.ts';
import { fillPath, type Contract } from '#shared/contract.ts';
import { updateOwnResources } from '#shared/features/authoring/authoring.contract.ts';
import { TUS_PATH } from '#shared/features/upload/upload.rules.ts';
import { ALL_CONTRACTS, nameOf } from '../server/all-contracts.ts';
import { arrivedUpload } from '../server/author-tools.ts';
import { testApp } from '../server/test-app.ts';
import { paramsOf } from './access-objects.ts';
import { newcomer } from './access-samples.ts';
import type { Caller } from './sample-types.ts';
import { sampleBody } from './access-bodies.ts';

const { app, ctx } = await testApp();

/** In every private text of the first seller, and nowhere else. */
const MARK = 'Quetzalwort';

type Things = {
  resources: number[];
  file: number;
  preview: number;
  upload: string;
  unfinished: string;
  notice: number;
  review: number;
};

const oneId = async (query: string, values: unknown[]): Promise<number> => {
  const { rows } = await ctx.pool.query<{ id: number }>(`${query} returning id`, values);
  if (!rows[0]) throw new Error('Nothing was inserted.');
  return rows[0].id;
};

async function aSeller(): Promise<Caller> {
  const seller = await newcomer(ctx, ['seller']);
  await createSeller(ctx.db, { userId: seller.id });
  return seller;
}

async function addFile(resourceId: number, version: number): Promise<number> {
  const storageKey = `test/${randomUUID()}`;
  await ctx.storage.put(storageKey, Buffer.from(MARK), { contentType: 'text/plain' });
  const [file] = await ctx.db
    .insert(resourceFiles)
    .values({
      resourceId,
      version,
      position: 0,
      name: `${MARK}.txt`,
      label: MARK,
      storageKey,
      contentType: 'text/plain',
      bytes: MARK.length,
      sha256: 'none',
    })
    .returning({ id: resourceFiles.id });
  return file?.id ?? 0;
}

/** One of everything a seller can have that is not on sale. */
async function thingsOf(seller: Caller): Promise<Things> {
  const words = { title: MARK, description: MARK.repeat(5), tags: [MARK], stateReason: MARK };
  const resources: number[] = [];
  for (const state of ['draft', 'in_review', 'changes_requested', 'archived'] as const) {
    const { id } = await createResource(ctx.db, { sellerId: seller.id, state, ...words });
    resources.push(id);
  }
  const [draft = 0, , , archived = 0] = resources;
  const file = await addFile(draft, 1);
  await addFile(archived, 1);
  await addFile(archived, 2);
  const storageKey = `test/${randomUUID()}`;
  await ctx.storage.put(storageKey, Buffer.from(MARK), { contentType: 'image/webp' });
  const shown = {
    resourceId: draft,
    position: 0,
    kind: 'page',
    storageKey,
    contentType: 'image/webp',
  } as const;
  const [preview] = await ctx.db
    .insert(resourcePreviews)
    .values(shown)
    .returning({ id: resourcePreviews.id });
  const now = ctx.clock.now();
  await ctx.pool.query(
    `insert into resource_events (resource_id, actor_id, kind, reason, created_at) values ($1, $2, 'submitted', $3, $4)`,
    [draft, seller.id, MARK, now],
  );
  await ctx.pool.query('insert into resource_views (resource_id, day, views) values ($1, $2, 77)', [
    archived,
    now,
  ]);
  const reporter = await newcomer(ctx);
  const notice = await oneId(
    `insert into rights_notices (resource_id, reporter_id, reason, body, state, created_at, due_at, decided_at, decision_reason)
     values ($1, $2, 'copyright', $3, 'upheld', $4, $4::timestamptz + interval '14 days', $4, $3)`,
    [archived, reporter.id, MARK, now],
  );
  const review = await createReview(ctx.db, { itemType: 'resource', itemId: archived, body: MARK });
  const { id: upload } = await arrivedUpload(ctx, seller.id, { name: `${MARK}.txt` });
  const unfinished = randomUUID();
  await ctx.pool.query(
    `insert into uploads (id, user_id, purpose, name, bytes, created_at, touched_at)
     values ($1, $2, 'resource-file', $3, 10, $4, $4)`,
    [unfinished, seller.id, MARK, now],
  );
  return { resources, file, preview: preview?.id ?? 0, upload, unfinished, notice, review: review.id };
}

const OWN = 'in (select id from resources where seller_id = $1)';
/** A seller's data, table by table. Followers and views are not theirs. */
const TABLES: [table: string, where: string][] = [
  ['resources', 'seller_id = $1'],
  ['resource_files', `resource_id ${OWN}`],
  ['resource_previews', `resource_id ${OWN}`],
  ['resource_versions', `resource_id ${OWN}`],
  ['resource_drafts', `resource_id ${OWN}`],
  ['resource_events', `resource_id ${OWN}`],
  ['rights_notices', `resource_id ${OWN}`],
  ['reviews', `item_type = 'resource' and item_id ${OWN}`],
  ['uploads', 'user_id = $1'],
  ['sellers', 'user_id = $1'],
];
const EVERYTHING = TABLES.map(
  ([table, where]) => `select '${table}' as table, to_jsonb(t) as row from ${table} t where ${where}`,
).join(' union all ');

/** All data of one seller in the database. */
async function everythingOf(sellerId: number): Promise<unknown> {
  return (await ctx.pool.query(`${EVERYTHING} order by 1, 2`, [sellerId])).rows;
}

let calls = 0;

/** Every path parameter that can be another seller's. */
const queryFor = (ids: number[], sellerId: number) =>
  new URLSearchParams({
    ids: ids.join(),
    seller: String(sellerId),
    sellerId: String(sellerId),
    userId: String(sellerId),
    q: MARK,
    from: '2026-11-01',
    to: '2026-11-30',
  }).toString();

async function ask(contract: Contract, as: Caller, params: Record<string, string | number>, query: string) {
  const sample = sampleBody(contract, as);
  const answer = await send(contract, as, fillPath(contract.path, params), query, sample);
  // Stopped by a rate limit, it would prove nothing.
  expect(answer.statusCode).not.toBe(429);
  return answer;
}

function send(
  { method }: Pick<Contract, 'method'>,
  as: Caller,
  path: string,
  query: string,
  sample: ReturnType<typeof sampleBody>,
) {
  calls += 1;
  return app.inject({
    method,
    url: `${path}?${query}`,
    // Rate limits are per address and have their own tests.
    remoteAddress: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: { cookie: as.cookie, ...(sample && { 'content-type': sample.type }) },
    ...(sample && { payload: sample.payload }),
  });
}

const cases = ALL_CONTRACTS.map((contract) => ({ name: nameOf(contract), contract }));

describe("one seller and another's data", () => {
  let owner: Caller;
  let reader: Caller;
  let things: Things;
  let before: unknown;

  beforeAll(async () => {
    owner = await aSeller();
    reader = await aSeller();
    things = await thingsOf(owner);
    before = await everythingOf(owner.id);
  });

  it('the owner sees the marked values, so they can be found', async () => {
    const { resources, upload } = things;
    for (const url of [`/api/my/resources/${resources[0]}`, '/api/my/notices', `/api/uploads/${upload}`]) {
      expect((await app.inject({ url, headers: { cookie: owner.cookie } })).body).toContain(MARK);
    }
  });

  it.each(cases)('$name', async ({ contract }) => {
    const { resources, file, upload, unfinished, notice, review } = things;
    const ids = contract.path.includes(':')
      ? [...resources, owner.id, notice, review, upload, unfinished]
      : [resources[0] ?? 0];
    const query = queryFor(resources, owner.id);
    // Some calls end a session or an account.
    const stranger = contract.method === 'GET' ? reader : await aSeller();
    for (const id of ids) {
      const answer = await ask(contract, stranger, { ...paramsOf(id), fileId: file }, query);
      expect(answer.statusCode, `${id}`).toBeLessThan(500);
      expect(answer.body, `${id}`).not.toContain(MARK);
    }
    expect(await everythingOf(owner.id)).toEqual(before);
  });

  it('in bulk actions, resumable uploads, previews and covers', async () => {
    const { resources, preview, unfinished, upload } = things;
    const { cookie, ...stranger } = await aSeller();
    for (const action of ['submit', 'withdraw', 'archive', 'restore', 'delete']) {
      const sample = { payload: JSON.stringify({ ids: resources, action }), type: 'application/json' };
      const answer = await send(
        updateOwnResources,
        { cookie, ...stranger },
        updateOwnResources.path,
        '',
        sample,
      );
      expect(answer.json()).toMatchObject({ done: [] });
      expect(answer.body).not.toContain(MARK);
    }
    const tus = { cookie, 'tus-resumable': '1.0.0' };
    const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const answers = [];
    for (const id of [unfinished, upload]) {
      const url = `${TUS_PATH}/${id}`;
      answers.push(await app.inject({ method: 'HEAD', url, headers: tus }));
      answers.push(await app.inject({ method: 'PATCH', url, headers: { ...tus, ...part }, payload: 'x' }));
      answers.push(await app.inject({ method: 'DELETE', url, headers: tus }));
    }
    for (const url of [
      `/api/resources/${resources[0]}/previews/${preview}`,
      `/images/covers/resource-${resources[0]}/poster-640.webp`,
      `/uploads/resources/${resources[0]}.webp`,
      `/images/thumbnails/resource-${resources[0]}.webp`,
    ]) {
      answers.push(await app.inject({ url, headers: { cookie } }));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
    expect(await everythingOf(owner.id)).toEqual(before);
  });
});

describe('a suspended seller', () => {
  /** What would be on sale, or about to be, if the seller were not suspended. */
  async function published(sellerId: number) {
    const { rows } = await ctx.pool.query(
      `select coalesce(sum((state in ('published', 'in_review'))::int), 0)::int as sent, max(version) as version,
        bool_or(is_listed) as listed, count(*)::int as resources,
        (select count(*)::int from uploads where user_id = $1) as uploads from resources where seller_id = $1`,
      [sellerId],
    );
    return rows[0] as { sent: number; version: number; listed: boolean; resources: number; uploads: number };
  }

  type Suspended = { seller: Caller; resources: number[]; state: string };
  let ready: Suspended | null = null;

  /** Their data and their session: calls start from the same state. */
  async function stateOf(sellerId: number): Promise<string> {
    const { rows } = await ctx.pool.query(
      'select u.state, s.id from users u left join sessions s on s.user_id = u.id where u.id = $1',
      [sellerId],
    );
    return JSON.stringify([await everythingOf(sellerId), rows]);
  }

  /** Created again only after a call has changed something. */
  async function suspended(): Promise<Suspended> {
    if (ready && (await stateOf(ready.seller.id)) === ready.state) return ready;
    const seller = await aSeller();
    const { resources } = await thingsOf(seller);
    await ctx.pool.query(
      `update sellers set state = 'suspended', suspended_reason = 'Copied pages' where user_id = $1`,
      [seller.id],
    );
    ready = { seller, resources, state: await stateOf(seller.id) };
    return ready;
  }

  const changes = cases.filter(({ contract }) => contract.method !== 'GET');

  it.each(changes)('publishes nothing through $name', async ({ contract }) => {
    const { seller, resources } = await suspended();
    const before = await published(seller.id);
    const ids = contract.path.includes(':') ? resources : [0];
    for (const id of ids) await ask(contract, seller, paramsOf(id), '');
    if (contract === updateOwnResources) {
      for (const action of ['submit', 'restore']) {
        const sample = { payload: JSON.stringify({ ids: resources, action }), type: 'application/json' };
        expect((await send(contract, seller, contract.path, '', sample)).json()).toMatchObject({ done: [] });
      }
    }
    const after = await published(seller.id);
    expect(after.listed).not.toBe(true);
    expect(after.sent).toBeLessThanOrEqual(before.sent);
    expect(after.version).toBeLessThanOrEqual(before.version);
    expect(after.resources).toBeLessThanOrEqual(before.resources);
    expect(after.uploads).toBeLessThanOrEqual(before.uploads);
  });
});
