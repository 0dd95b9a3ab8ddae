// Downloads: who gets links, what they give, and how they are counted.
import { describe, expect, it } from 'vitest';
import { createEntitlement } from '#server/seed/factories.ts';
import * as contract from '#shared/features/resource/resource.contract.ts';
import {
  boughtResource,
  cookieOf,
  downloadsOf,
  type Person,
  someone,
  someSeller,
} from '../../../tests/server/resource-tools.ts';
import { newAudit } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call } = await testApp();
const DAY = 86_400_000;

type Links = { expiresAt: string; files: { id: number; name: string; bytes: number; url: string }[] };

const ask = (id: number, person: Partial<Person> = {}) =>
  call(contract.getResourceDownloads, { params: { id }, ...person });

async function linkOf(id: number, person: Person, at = 0): Promise<string> {
  const { files } = (await ask(id, person)).json<Links>();
  return files[at]?.url ?? '';
}

const fetchLink = (url: string, person: Partial<Person> = {}, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...person.headers, ...headers } });

const bought = (values?: Parameters<typeof boughtResource>[1]) => boughtResource(ctx, values);

describe('download links', () => {
  it('are one per file in order, valid for five minutes', async () => {
    const { id, buyer, resource } = await bought({ files: ['one.pdf', 'two.mp3'] });
    const answer = await ask(id, buyer);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { expiresAt, files } = answer.json<Links>();
    expect(Date.parse(expiresAt) - ctx.clock.now().getTime()).toBe(5 * 60_000);
    expect(files.map(({ url: _url, ...file }) => file)).toEqual(
      resource.files.map((file) => ({
        id: file.id,
        name: file.name,
        label: file.label,
        contentType: 'text/plain',
        bytes: file.bytes,
      })),
    );
    expect(answer.body).not.toContain(resource.files[0]?.storageKey);
    for (const [at, { url }] of files.entries()) {
      const sent = await fetchLink(url, buyer);
      expect(sent.statusCode).toBe(200);
      expect(sent.rawPayload.equals(resource.files[at]?.content ?? Buffer.alloc(0))).toBe(true);
    }
    const other = await call(contract.getCurriculumDownloads, { params: { id }, ...buyer });
    expect(other.json()).toEqual(answer.json());
  });

  it('are for users with access, its seller and curriculum staff', async () => {
    const { id, buyer, seller } = await bought();
    for (const person of [buyer, seller, await someone(ctx, { roles: ['curriculum_officer'] })]) {
      expect((await ask(id, person)).statusCode).toBe(200);
      expect((await fetchLink(await linkOf(id, person), person)).statusCode).toBe(200);
    }
    expect((await ask(id)).statusCode).toBe(401);
    const refused = await ask(id, await someone(ctx));
    expect(refused.statusCode).toBe(402);
    expect(refused.json().message).toBe('Buy this resource to download it.');
    expect((await ask(id, await someSeller(ctx))).statusCode).toBe(402);
    expect((await call(contract.getResourceDownloads, { params: { id: 'x' }, ...buyer })).statusCode).toBe(
      400,
    );
    expect((await ask(2_000_000_000, buyer)).statusCode).toBe(404);
  });

  it('of a free resource require claiming it first', async () => {
    const { id } = await bought({ priceCents: 0 });
    const answer = await ask(id, await someone(ctx));
    expect(answer.statusCode).toBe(402);
    expect(answer.json().message).toContain('Get it first');
  });

  it.each(['draft', 'in_review', 'rejected', 'archived'] as const)(
    'of a resource in state %s are not found for strangers',
    async (state) => {
      const { id, buyer } = await bought({ state });
      expect((await ask(id, await someone(ctx))).statusCode).toBe(404);
      expect((await ask(id, buyer)).statusCode).toBe(200);
    },
  );

  it('work on another device of the same user, and on another server', async () => {
    const { id, buyer } = await bought();
    const url = await linkOf(id, buyer);
    const elsewhere = { headers: { cookie: await cookieOf(ctx, buyer.id) } };
    expect((await fetchLink(url, elsewhere)).statusCode).toBe(200);
    const { rows } = await ctx.pool.query('select length(key) as bytes from signing_keys');
    expect(rows).toEqual([{ bytes: 32 }]);
  });
});

describe('the file', () => {
  it('is sent as an attachment and never cached on its way', async () => {
    const { id, buyer, file } = await bought({ files: ['Pliés "für" alle 💃\r\nx: y.html'] });
    const { headers } = await fetchLink(await linkOf(id, buyer), buyer, { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': String(file.bytes),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${file.sha256}"`,
    });
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Plies _fur_ alle _x_ y.html"; filename*=UTF-8''Pli%C3%A9s%20%22f%C3%BCr%22%20alle%20%F0%9F%92%83x_%20y.html`,
    );
  });

  it.each([
    ['bytes=0-9', 206, 0, 10],
    ['bytes=100-', 206, 100, undefined],
    ['bytes=-20', 206, -20, undefined],
    ['bytes=0-999999', 206, 0, undefined],
    ['bytes=0-1,5-6', 200, 0, undefined],
    ['lines=1-2', 200, 0, undefined],
  ])('Range %s returns %i and those bytes', async (range, status, from, to) => {
    const { id, buyer, file } = await bought();
    const answer = await fetchLink(await linkOf(id, buyer), buyer, { range });
    expect(answer.statusCode).toBe(status);
    const expected = file.content.subarray(from, to);
    expect(answer.rawPayload.equals(expected)).toBe(true);
    expect(answer.headers['content-length']).toBe(String(expected.length));
    const start = from < 0 ? file.bytes + from : from;
    expect(answer.headers['content-range']).toBe(
      status === 206 ? `bytes ${start}-${start + expected.length - 1}/${file.bytes}` : undefined,
    );
  });

  it('past its end returns 416 with the length', async () => {
    const { id, buyer, file } = await bought();
    const answer = await fetchLink(await linkOf(id, buyer), buyer, { range: `bytes=${file.bytes}-` });
    expect(answer.statusCode).toBe(416);
    expect(answer.headers['content-range']).toBe(`bytes */${file.bytes}`);
    expect(answer.body).not.toContain('Week one');
  });

  it('returns only its headers for HEAD', async () => {
    const { id, buyer, file } = await bought();
    const url = await linkOf(id, buyer);
    const answer = await app.inject({ method: 'HEAD', url, headers: buyer.headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-length']).toBe(String(file.bytes));
    expect(answer.body).toBe('');
  });

  it('that changed since its first part is sent whole', async () => {
    const { id, buyer, file } = await bought();
    const url = await linkOf(id, buyer);
    const part = { range: 'bytes=0-9' };
    const same = await fetchLink(url, buyer, { ...part, 'if-range': `"${file.sha256}"` });
    expect(same.statusCode).toBe(206);
    expect((await fetchLink(url, buyer, { ...part, 'if-range': '"other"' })).statusCode).toBe(200);
  });

  it('that is missing in storage is reported as gone, and logged', async () => {
    const { id, buyer, file } = await bought();
    const url = await linkOf(id, buyer);
    await ctx.storage.delete(file.storageKey);
    const logged: unknown[] = [];
    const { error } = ctx.log;
    ctx.log.error = (data) => void logged.push(data);
    const answer = await fetchLink(url, buyer);
    ctx.log.error = error;
    expect(answer.statusCode).toBe(404);
    expect(logged).toEqual([{ fileId: file.id }]);
    expect(await downloadsOf(ctx, id)).toEqual({ counted: 0, rows: 0 });
  });

  it('is read-only: the link accepts no writes', async () => {
    const { id, buyer } = await bought();
    const url = await linkOf(id, buyer);
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await app.inject({ method, url, headers: buyer.headers })).statusCode).toBe(405);
    }
  });
});

describe('buyers keep access', () => {
  it.each([
    ['it is archived', `update resources set state = 'archived' where id = $1`],
    ['it is rejected', `update resources set state = 'rejected' where id = $1`],
    ['it costs more', 'update resources set price_cents = 99900 where id = $1'],
    [
      'its shop is suspended',
      `update sellers set state = 'suspended' where user_id = (select seller_id from resources where id = $1)`,
    ],
    [
      'its seller is suspended',
      `update users set state = 'suspended', suspended_reason = 'x' where id = (select seller_id from resources where id = $1)`,
    ],
  ])('when %s', async (_name, change) => {
    const { id, buyer, file } = await bought();
    const before = await linkOf(id, buyer);
    await ctx.pool.query(change, [id]);
    for (const url of [before, await linkOf(id, buyer)]) {
      const answer = await fetchLink(url, buyer);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.equals(file.content)).toBe(true);
    }
  });
});

describe('staff who open a seller’s file for review', () => {
  it('are audited: who, which file, whose; once an hour, however many parts they fetch', async () => {
    const { id, file, seller, buyer } = await bought({ state: 'in_review' });
    const officer = await someone(ctx, { roles: ['curriculum_officer'] });
    const admin = await someone(ctx, { roles: ['admin'] });
    const seen = async () =>
      (await newAudit(ctx, 'resource.download')).filter(({ subject_id }) => subject_id === String(file.id));
    const url = await linkOf(id, officer);
    await app.inject({ method: 'HEAD', url, headers: officer.headers });
    // Having a link, or asking how long the file is, is not opening it.
    expect(await seen()).toEqual([]);
    expect((await fetchLink(url, officer)).statusCode).toBe(200);
    expect((await fetchLink(url, officer, { range: 'bytes=5-' })).statusCode).toBe(206);
    expect(await seen()).toMatchObject([
      {
        actor: officer.username,
        subject_type: 'resource-file',
        details: { resource: id, file: file.name },
      },
    ]);
    await fetchLink(await linkOf(id, admin), admin);
    for (const person of [seller, buyer]) await fetchLink(await linkOf(id, person), person);
    expect((await seen()).map(({ actor }) => actor)).toEqual([officer.username, admin.username]);
    const { rows } = await ctx.pool.query<{ user_id: number }>(
      `select distinct user_id from audit_log where action = 'resource.download' and subject_id = $1`,
      [String(file.id)],
    );
    expect(rows).toEqual([{ user_id: seller.id }]);
    ctx.clock.advance(3_600_001);
    await fetchLink(await linkOf(id, officer), officer);
    expect(await seen()).toHaveLength(3);
  });
});

describe('downloads are counted', () => {
  it('once per user and day, when the first bytes are sent', async () => {
    const { id, buyer } = await bought({ files: ['one.txt', 'two.txt'] });
    const links = (await ask(id, buyer)).json<Links>().files.map((file) => file.url);
    expect(await downloadsOf(ctx, id)).toEqual({ counted: 0, rows: 0 });
    await app.inject({ method: 'HEAD', url: links[0] ?? '', headers: buyer.headers });
    expect(await downloadsOf(ctx, id)).toEqual({ counted: 0, rows: 0 });
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => fetchLink(links[at % 2] ?? '', buyer, { range: `bytes=${at}-` })),
    );
    expect(await downloadsOf(ctx, id)).toEqual({ counted: 1, rows: 1 });
    ctx.clock.advance(DAY);
    await fetchLink(await linkOf(id, buyer), buyer);
    expect(await downloadsOf(ctx, id)).toEqual({ counted: 2, rows: 2 });
  });

  it('for each buyer, not for its seller or staff', async () => {
    const { id, seller } = await bought();
    const people = await Promise.all(Array.from({ length: 5 }, () => someone(ctx)));
    for (const { id: userId } of people) {
      await createEntitlement(ctx.db, { userId, itemType: 'resource', itemId: id });
    }
    const officer = await someone(ctx, { roles: ['curriculum_officer'] });
    await createEntitlement(ctx.db, { userId: seller.id, itemType: 'resource', itemId: id });
    await Promise.all(
      [...people, seller, officer].map(async (person) => fetchLink(await linkOf(id, person), person)),
    );
    expect(await downloadsOf(ctx, id)).toEqual({ counted: 5, rows: 5 });
  });
});
