// A buyer's copy of a PDF carries their name; its byte ranges match; nothing else changes.
import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import PdfWriter from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { createEntitlement } from '#server/seed/factories.ts';
import * as contract from '#shared/features/resource/resource.contract.ts';
import * as seatContract from '#shared/features/seat/seat.contract.ts';
import { buySeats, emailOf, seated, someTeacher } from '../../../tests/server/seat-tools.ts';
import { type Person, resourceWithFiles, someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { pruneStamps } from './resource-stamp.service.ts';

const shop = await testApp();
const { app, ctx, call } = shop;
const library = await PDFiumLibrary.init();

async function aPdf(pages = 3, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const doc = new PdfWriter({ autoFirstPage: false, ...options });
  for (let at = 1; at <= pages; at++) doc.addPage().text(`Week ${at}`);
  doc.end();
  return buffer(doc);
}

/** On sale with one PDF, or with a file sold as one. */
async function aPdfOnSale(content?: Buffer) {
  const seller = await someSeller(ctx);
  const resource = await resourceWithFiles(ctx, {
    sellerId: seller.id,
    priceCents: 1200,
    files: ['plan.pdf'],
  });
  const pdf = content ?? (await aPdf());
  const key = `test/${randomUUID()}`;
  await ctx.storage.put(key, pdf, { contentType: 'application/pdf' });
  await ctx.pool.query(
    `update resource_files set content_type = 'application/pdf', storage_key = $2, bytes = $3, sha256 = $4
     where resource_id = $1`,
    [resource.id, key, pdf.length, createHash('sha256').update(pdf).digest('hex')],
  );
  return { seller, pdf, key, id: resource.id, item: { itemType: 'resource' as const, itemId: resource.id } };
}

async function download(id: number, person: Person, headers: Record<string, string> = {}, method?: 'HEAD') {
  const links = await call(contract.getResourceDownloads, { params: { id }, headers: person.headers });
  const url = links.json<{ files: { url: string }[] }>().files[0]?.url ?? '';
  return app.inject({ url, method: method ?? 'GET', headers: { ...person.headers, ...headers } });
}

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const document = await library.loadDocument(bytes);
  return Array.from({ length: document.getPageCount() }, (_, at) => document.getPage(at).getText());
}

const owning = async (id: number, cause: 'free' | 'grant', names = {}) => {
  const person = await someone(ctx, names);
  await createEntitlement(ctx.db, { userId: person.id, itemType: 'resource', itemId: id, cause });
  return person;
};

describe('the name at the foot of every page', () => {
  it("is the buyer's, each seat holder's, or that of whoever got it free", async () => {
    const { id, item } = await aPdfOnSale();
    const licence = await buySeats(shop, item, 3);
    const mara = await someTeacher(ctx, { firstName: 'Mara', lastName: 'Lindqvist' });
    await seated(shop, licence, mara);
    const { rows } = await ctx.pool.query<{ number: string }>('select number from orders where id = $1', [
      licence.orderId,
    ]);
    const number = rows[0]?.number ?? '';
    const readers: [Person, string][] = [
      [licence.buyer, `Licensed to Bea Buyer · ${number}`],
      [mara, `Licensed to Mara Lindqvist · seat of Bea Buyer, ${number}`],
      [await owning(id, 'free', { firstName: 'Zoë' }), 'Licensed to Zoë Ruiz · free copy'],
      [await owning(id, 'grant'), 'Licensed to Ana Ruiz · complimentary copy'],
    ];
    for (const [person, words] of readers) {
      const answer = await download(id, person);
      const texts = await textsOf(answer.rawPayload);
      expect(texts).toHaveLength(3);
      for (const [at, text] of texts.entries()) {
        expect(text).toContain(words);
        expect(text).toContain(`Week ${at + 1}`);
      }
    }
    const seat = (await call(contract.getResourceAccess, { params: { id }, ...mara })).json();
    expect(seat.licensedTo).toBe(`Mara Lindqvist, seat of Bea Buyer, ${number}`);
    const { rows: held } = await ctx.pool.query<{ id: number }>('select id from seats where holder_id = $1', [
      mara.id,
    ]);
    const params = { id: held[0]?.id ?? 0 };
    await call(seatContract.revokeSeat, { params, body: { email: mara.email }, ...licence.buyer });
    expect((await call(contract.getResourceDownloads, { params: { id }, ...mara })).statusCode).toBe(402);
  });

  it('is left out for the seller and staff, who get the original', async () => {
    const { id, seller, pdf } = await aPdfOnSale();
    for (const person of [seller, await someone(ctx, { roles: ['curriculum_officer'] })]) {
      expect((await download(id, person)).rawPayload.equals(pdf)).toBe(true);
    }
  });

  it('is shown as far as the font allows, otherwise the address', async () => {
    const { id } = await aPdfOnSale();
    const [łucja, 花] = [
      await owning(id, 'free', { firstName: 'Łucja 💃', lastName: 'Żółć' }),
      await owning(id, 'free', { firstName: '花子', lastName: '山田' }),
    ];
    const foot = async (person: Person) => (await textsOf((await download(id, person)).rawPayload))[0];
    expect(await foot(łucja)).toContain('Licensed to Lucja Zólc · free copy');
    expect(await foot(花)).toContain(`Licensed to ${emailOf(花)} · free copy`);
  });

  it('is the current one, and a change gives a new file to caches', async () => {
    const { id } = await aPdfOnSale();
    const person = await owning(id, 'free');
    const before = await download(id, person);
    await ctx.pool.query(`update users set first_name = 'Anna-Lena' where id = $1`, [person.id]);
    const after = await download(id, person, { 'if-none-match': String(before.headers.etag) });
    expect(after.statusCode).toBe(200);
    expect((await textsOf(after.rawPayload))[0]).toContain('Anna-Lena Ruiz');
    const { rows } = await ctx.pool.query('select 1 from licence_stamps where user_id = $1', [person.id]);
    expect(rows).toHaveLength(1);
  });
});

describe('byte ranges', () => {
  it('belong to one file, across the end of the document and past it', async () => {
    const { id, pdf } = await aPdfOnSale();
    const person = await owning(id, 'free');
    const whole = await download(id, person);
    const bytes = whole.rawPayload.length;
    expect(bytes).toBeGreaterThan(pdf.length);
    expect(whole.headers['content-length']).toBe(String(bytes));
    expect(whole.rawPayload.subarray(0, pdf.length).equals(pdf)).toBe(true);
    const head = await download(id, person, {}, 'HEAD');
    expect(head.headers).toMatchObject({ 'content-length': String(bytes), etag: whole.headers.etag });
    const edge = pdf.length;
    for (const [from, to] of [
      [0, 9],
      [0, bytes - 1],
      [edge - 5, edge - 1],
      [edge - 5, edge + 5],
      [edge - 1, edge],
      [edge, edge],
      [edge + 3, bytes - 1],
      [bytes - 1, bytes - 1],
    ] as const) {
      const range = `bytes=${from}-${to}`;
      const part = await download(id, person, { range, 'if-range': String(whole.headers.etag) });
      expect(part.statusCode, range).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${from}-${to}/${bytes}`);
      expect(part.headers['content-length']).toBe(String(to - from + 1));
      expect(part.rawPayload.equals(whole.rawPayload.subarray(from, to + 1)), range).toBe(true);
    }
    const end = await download(id, person, { range: 'bytes=-20' });
    expect(end.rawPayload.equals(whole.rawPayload.subarray(-20))).toBe(true);
    expect((await download(id, person, { range: `bytes=${bytes}-` })).statusCode).toBe(416);
  });

  it('are identical when requested at once, and after the stamp was created again', async () => {
    const { id } = await aPdfOnSale();
    const person = await owning(id, 'free');
    const answers = await Promise.all(Array.from({ length: 5 }, () => download(id, person)));
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    const kept = () => ctx.pool.query('select 1 from licence_stamps where user_id = $1', [person.id]);
    ctx.clock.advance(31 * 86_400_000);
    await pruneStamps(ctx);
    expect((await kept()).rows).toHaveLength(0);
    const again = await download(id, { ...person, headers: (await withSession(person)).headers });
    expect(again.rawPayload.equals(answers[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true);
    expect((await kept()).rows).toHaveLength(1);
  });
});

/** The old session has ended by then. */
async function withSession(person: Person): Promise<Person> {
  const { cookieOf } = await import('../../../tests/server/resource-tools.ts');
  return { ...person, headers: { cookie: await cookieOf(ctx, person.id) } };
}

describe("a file that can't be stamped is sent unchanged", () => {
  it.each([
    ['a locked one', () => aPdf(2, { userPassword: 'x', ownerPassword: 'y' })],
    ['a broken one', async () => Buffer.from(`%PDF-1.7\n${'rubbish '.repeat(400)}`)],
  ])('%s', async (_name, make) => {
    const { id, pdf } = await aPdfOnSale(await make());
    const person = await owning(id, 'free');
    for (let time = 0; time < 2; time++) {
      const answer = await download(id, person);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.equals(pdf)).toBe(true);
    }
    const { rows } = await ctx.pool.query<{ refusal: string }>(
      'select refusal, tail_bytes from licence_stamps where user_id = $1',
      [person.id],
    );
    expect(rows).toEqual([{ refusal: expect.stringMatching(/\w/), tail_bytes: 0 }]);
  });

  it('and so is one that is too large, without being read', async () => {
    const { id } = await aPdfOnSale();
    const person = await owning(id, 'free');
    await ctx.pool.query(`update resource_files set bytes = 70000000 where resource_id = $1`, [id]);
    const head = await download(id, person, {}, 'HEAD');
    expect(head.headers['content-length']).toBe('70000000');
  });
});
