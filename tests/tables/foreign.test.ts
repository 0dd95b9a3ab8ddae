// Every change that another site could make a visitor's browser request: rejected, and nothing is changed.
import { beforeAll, expect, it } from 'vitest';
import { fillPath, type Contract } from '#shared/contract.ts';
import { ALL_CONTRACTS, nameOf } from '../server/all-contracts.ts';
import { testApp } from '../server/test-app.ts';
import { absentId, objectMaker, paramsOf, toMade } from './access-objects.ts';
import { newcomer } from './access-samples.ts';
import { sampleBody } from './access-bodies.ts';
import type { Caller } from './sample-types.ts';

const { app, ctx } = await testApp();

const FORM = 'application/x-www-form-urlencoded';
const WITH_FILES = 'a form with files';
const ATTEMPTS: [name: string, headers: Record<string, string>][] = [
  ['a foreign Origin', { origin: 'https://evil.example' }],
  ['the Origin null', { origin: 'null' }],
  ['an Origin that only begins like ours', { origin: 'http://localhost.evil.example' }],
  ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
  ['plain text', { 'content-type': 'text/plain' }],
  ['plain text in odd letters', { 'content-type': ' Text/Plain ;charset=utf-8' }],
  ['a form post', { 'content-type': FORM }],
  [WITH_FILES, { 'content-type': 'multipart/form-data; boundary=x' }],
];

/** Everything in the database except rate limits. */
async function fingerprint(): Promise<string> {
  const { rows: tables } = await ctx.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limits'`,
  );
  const sums: string[] = [];
  for (const { name } of tables) {
    const { rows } = await ctx.pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtext(row::text)::bigint), 0) as sum from "${name}" as row`,
    );
    sums.push(`${name} ${rows[0]?.sum}`);
  }
  return sums.toSorted().join('\n');
}

const MUTATIONS = ALL_CONTRACTS.filter((contract) => contract.method !== 'GET');

type Attacked = { admin: Caller; url: string; body: object | undefined };
const attacked = new Map<Contract, Attacked>();
let before = '';

// All targets are created first: after that nothing may change any more.
beforeAll(async () => {
  for (const contract of MUTATIONS) {
    const admin = await newcomer(ctx, ['admin']);
    const owner = contract.path.startsWith('/api/admin') ? await newcomer(ctx) : admin;
    const made = (await objectMaker(contract)?.(ctx, owner, admin)) ?? absentId(contract);
    const { params, body } = toMade(made);
    attacked.set(contract, { admin, url: fillPath(contract.path, paramsOf(params ?? {})), body });
  }
  before = await fingerprint();
});

it.each(MUTATIONS.map((contract) => ({ name: nameOf(contract), contract })))(
  '$name accepts nothing from other sites',
  async ({ contract }) => {
    const { admin, url, body } = attacked.get(contract) as Attacked;
    const sample = sampleBody(contract, admin, body);
    for (const [attempt, headers] of ATTEMPTS) {
      // Where such forms are accepted, their origin decides.
      if (contract.form && attempt === WITH_FILES) continue;
      const answer = await app.inject({
        method: contract.method,
        url,
        headers: { cookie: admin.cookie, ...(sample && { 'content-type': sample.type }), ...headers },
        payload: sample?.payload ?? '',
      });
      expect(answer.statusCode, attempt).toBe(403);
      expect(answer.json(), attempt).toMatchObject({
        message: expect.stringContaining('nothing was changed'),
      });
    }
  },
);

it('nothing was changed by any of it', async () => {
  expect(await fingerprint()).toBe(before);
});
