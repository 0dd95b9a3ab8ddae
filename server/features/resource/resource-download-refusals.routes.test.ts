// Downloads are refused without an entitlement, whatever the URL.
import { describe, expect, it } from 'vitest';
import { createEntitlement } from '#server/seed/factories.ts';
import * as contract from '#shared/features/resource/resource.contract.ts';
import {
  boughtResource,
  downloadsOf,
  type Person,
  resourceWithFiles,
  someone,
  someSeller,
} from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call } = await testApp();

const ask = (id: number, person: Person) =>
  call(contract.getResourceDownloads, { params: { id }, ...person });

async function linkOf(id: number, person: Person): Promise<string> {
  const { files } = (await ask(id, person)).json<{ files: { url: string }[] }>();
  return files[0]?.url ?? '';
}

const fetchLink = (url: string, person: Person) => app.inject({ url, headers: person.headers });

describe('a paid file is not available to', () => {
  type Case = Awaited<ReturnType<typeof boughtResource>> & { url: string };
  type Attempt = { url?: string; person?: Partial<Person> };
  const changed = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  const signatureAt = (url: string) => url.lastIndexOf('.') + 1;

  const ATTEMPTS: [name: string, status: number, attempt: (given: Case) => Promise<Attempt>][] = [
    ['a guest with the link', 401, async () => ({ person: {} })],
    ['an invalid session', 401, async () => ({ person: { headers: { cookie: 'releve_session=x' } } })],
    ['another user', 404, async () => ({ person: await someone(ctx) })],
    ['another seller', 404, async () => ({ person: await someSeller(ctx) })],
    [
      'another buyer using someone else’s link',
      404,
      async ({ id }) => {
        const person = await someone(ctx);
        await createEntitlement(ctx.db, { userId: person.id, itemType: 'resource', itemId: id });
        return { person };
      },
    ],
    [
      'a changed first character of the signature',
      404,
      async ({ url }) => ({ url: changed(url, signatureAt(url)) }),
    ],
    ['a changed last but one character', 404, async ({ url }) => ({ url: changed(url, url.length - 2) })],
    ['a truncated signature', 404, async ({ url }) => ({ url: url.slice(0, -1) })],
    ['an extended signature', 404, async ({ url }) => ({ url: `${url}A` })],
    ['no signature', 404, async ({ url }) => ({ url: url.slice(0, signatureAt(url)) })],
    [
      'a file id of another resource',
      404,
      async ({ url, file }) => {
        const other = await resourceWithFiles(ctx);
        return { url: url.replace(`/${file.id}.`, `/${other.files[0]?.id}.`) };
      },
    ],
    [
      'a tampered expiry',
      404,
      async ({ url }) => ({ url: url.replace(/\.(\d{10})\./, (_, end) => `.${Number(end) + 600}.`) }),
    ],
    [
      'an expired link',
      410,
      async () => {
        ctx.clock.advance(5 * 60_000);
        return {};
      },
    ],
    [
      'a refund after the link was created',
      402,
      async ({ buyer }) => {
        await ctx.pool.query(`update entitlements set state = 'revoked' where user_id = $1`, [buyer.id]);
        return {};
      },
    ],
    [
      'access that ended after the link was created',
      402,
      async ({ buyer }) => {
        await ctx.pool.query('update entitlements set ends_at = $2 where user_id = $1', [
          buyer.id,
          new Date(ctx.clock.now().getTime() + 60_000),
        ]);
        ctx.clock.advance(60_000);
        return {};
      },
    ],
    [
      'a refund of a resource that went off sale',
      404,
      async ({ buyer, id }) => {
        await ctx.pool.query(`update entitlements set state = 'revoked' where user_id = $1`, [buyer.id]);
        await ctx.pool.query(`update resources set state = 'archived' where id = $1`, [id]);
        return {};
      },
    ],
    [
      'a suspended account',
      401,
      async ({ buyer }) => {
        await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'x' where id = $1`, [
          buyer.id,
        ]);
        return {};
      },
    ],
    [
      'an ended session',
      401,
      async ({ buyer }) => {
        await ctx.pool.query('delete from sessions where user_id = $1', [buyer.id]);
        return {};
      },
    ],
    [
      'a deleted file',
      404,
      async ({ file }) => {
        await ctx.pool.query('delete from resource_files where id = $1', [file.id]);
        return {};
      },
    ],
    ['its storage key', 404, async ({ file }) => ({ url: `/api/downloads/${file.storageKey}` })],
    ['its id alone', 404, async ({ file }) => ({ url: `/api/downloads/${file.id}` })],
    ['path traversal', 404, async () => ({ url: '/api/downloads/..%2f..%2fetc%2fpasswd' })],
    ['nonsense', 404, async () => ({ url: `/api/downloads/${'%F0%9F%92%83'.repeat(9)}` })],
  ];

  it.each(ATTEMPTS)('%s: %i', async (_name, status, attempt) => {
    const given = await boughtResource(ctx);
    const made = { ...given, url: await linkOf(given.id, given.buyer) };
    expect((await fetchLink(made.url, given.buyer)).statusCode).toBe(200);
    const before = await downloadsOf(ctx, given.id);
    const { url = made.url, person = given.buyer } = await attempt(made);
    for (const [method, range] of [
      ['GET', undefined],
      ['GET', 'bytes=0-5'],
      ['GET', 'bytes=-5'],
      ['GET', 'bytes=999999-'],
      ['HEAD', undefined],
      ['HEAD', 'bytes=0-5'],
    ] as const) {
      const headers = { ...person.headers, ...(range && { range }), 'if-none-match': '"x"' };
      const answer = await app.inject({ method, url, headers });
      expect(answer.statusCode, `${method} ${range}`).toBe(status);
      expect(answer.rawPayload.includes('Week one')).toBe(false);
      expect(answer.headers.etag).toBeUndefined();
      expect(answer.headers['content-range']).toBeUndefined();
      expect(answer.headers['content-disposition']).toBeUndefined();
      if (method === 'GET') expect(answer.json().message).toMatch(/\w{4,} .*\.$/);
    }
    expect(await downloadsOf(ctx, given.id)).toEqual(before);
  });

  it('an admin without the required second factor', async () => {
    const { id } = await boughtResource(ctx);
    const admin = await someone(ctx, { roles: ['admin'] });
    const url = await linkOf(id, admin);
    expect((await fetchLink(url, admin)).statusCode).toBe(200);
    await ctx.pool.query('update settings set is_two_factor_required = true');
    expect((await fetchLink(url, admin)).statusCode).toBe(402);
    expect((await ask(id, admin)).statusCode).toBe(402);
    await ctx.pool.query('update settings set is_two_factor_required = false');
  });
});
