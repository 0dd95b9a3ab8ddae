// Sellers as officers see them: found, suspended, restored, written about.
import { describe, expect, it } from 'vitest';
import { createResource } from '#server/seed/factories.ts';
import { deleteAccount, exportAccount } from '#shared/features/privacy/privacy.contract.ts';
import {
  createResource as beginResource,
  submitResource,
} from '#shared/features/authoring/authoring.contract.ts';
import { decideResource } from '#shared/features/moderation/moderation.contract.ts';
import { getResource, getResourceDownloads } from '#shared/features/resource/resource.contract.ts';
import type { StaffSeller, StaffSellerRow } from '#shared/features/seller/seller-staff.contract.ts';
import {
  createSellerNote,
  deleteSellerNote,
  getStaffSeller,
  listStaffSellers,
  restoreSeller,
  suspendSeller,
} from '#shared/features/seller/seller-staff.contract.ts';
import { settleDecisions } from '../../../tests/server/settle-decisions.ts';
import { boughtResource, someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { countQueries, mailsTo, newAudit } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';

const { app, ctx, call, signInAs } = await testApp();
type Who = Parameters<typeof call>[2];

const REASON = 'Three things of yours were copied. Write to us.';
/** Decided, and the time to undo it is over. */
const settled = async (answer: ReturnType<typeof call>) => {
  const answered = await answer;
  await settleDecisions(ctx);
  return answered;
};
const suspend = (id: number, who: Who = 'officer') =>
  settled(call(suspendSeller, { params: { id }, body: { reason: REASON } }, who));
const restore = (id: number, who: Who = 'officer') => settled(call(restoreSeller, { params: { id } }, who));
const isListed = async (id: number) => (await call(getResource, { params: { id } })).statusCode === 200;
const seen = async (id: number, who: Who = 'officer') =>
  (await call(getStaffSeller, { params: { id } }, who)).json<StaffSeller>();

type Page = { items: StaffSellerRow[]; total: number; counts: Record<string, number> };
const list = async (query: Record<string, string> = {}) =>
  (await call(listStaffSellers, { query }, 'officer')).json<Page>();

describe('the list', () => {
  it('finds a seller by store name, user or id, with their stats', async () => {
    const seller = await someone(ctx, {
      roles: ['seller'],
      firstName: 'Wilhelmina',
      lastName: 'Zwetschkenbaum',
    });
    await ctx.pool.query(
      `insert into sellers (user_id, name, slug, created_at, updated_at) values ($1, 'Tendu & Twelve', $2, now(), now())`,
      [seller.id, seller.username],
    );
    await createResource(ctx.db, { sellerId: seller.id, salesCount: 3 });
    await createResource(ctx.db, { sellerId: seller.id, salesCount: 4, state: 'draft' });
    for (const q of ['twelve TENDU', 'zwetschkenbaum', String(seller.id), `#${seller.id}`]) {
      const { items } = await list({ q });
      expect(items.find(({ id }) => id === seller.id)).toMatchObject({
        shop: 'Tendu & Twelve',
        person: 'Wilhelmina Zwetschkenbaum',
        state: 'approved',
        onSale: 1,
        sales: 7,
        rating: null,
        openNotices: 0,
      });
    }
    expect((await list({ q: 'nobody is called this' })).total).toBe(0);
    expect(await seen(seller.id)).toMatchObject({ things: { published: 1, draft: 1, archived: 0 } });
    await suspend(seller.id);
    const { counts, items } = await list({ q: 'zwetschkenbaum', state: 'suspended' });
    expect(counts).toEqual({ all: 1, approved: 0, suspended: 1 });
    expect(items).toHaveLength(1);
    expect((await list({ q: 'zwetschkenbaum', state: 'approved' })).items).toEqual([]);
  });

  it.each(['"', '%', '\\', '99999999999', '#0', `'; drop table sellers; --`])(
    'takes %j as a search',
    async (q) => {
      expect((await list({ q })).items).toEqual([]);
    },
  );

  it('takes a fixed number of queries', async () => {
    const cookie = await signInAs('officer');
    const ask = () => app.inject({ url: listStaffSellers.path, headers: { cookie } });
    await ask();
    expect(await countQueries(ctx, ask)).toBe(3);
  });
});

describe('suspending', () => {
  it('takes their items off sale at once, keeps purchases, emails the reason, and can be fully undone', async () => {
    const { id, seller, buyer } = await boughtResource(ctx);
    const draft = await createResource(ctx.db, { sellerId: seller.id, state: 'draft' });
    const answer = await suspend(seller.id);
    expect(answer.json()).toMatchObject({ state: 'suspended', suspendedReason: REASON, onSale: 0 });
    expect(await isListed(id)).toBe(false);
    const links = await call(getResourceDownloads, { headers: buyer.headers, params: { id } });
    expect(links.json<{ files: unknown[] }>().files).toHaveLength(1);
    const [told] = await mailsTo(ctx, seller.username);
    expect(told?.subject).toBe('Your store at Relevé is suspended');
    expect(told?.text).toContain(REASON);
    expect((await newAudit(ctx, 'seller.suspend')).at(-1)).toMatchObject({
      actor: 'officer',
      subject_id: String(seller.id),
      details: { shop: 'Barre & Beyond', reason: REASON },
    });

    expect((await restore(seller.id, 'admin')).json()).toMatchObject({
      state: 'approved',
      suspendedReason: null,
    });
    expect(await isListed(id)).toBe(true);
    expect(await isListed(draft.id)).toBe(false);
    expect((await mailsTo(ctx, seller.username)).map(({ subject }) => subject)).toEqual([
      'Your store at Relevé is suspended',
      'Your store at Relevé is open again',
    ]);
  });

  it('blocks publishing by the seller, by an officer, and in the database', async () => {
    const seller = await someSeller(ctx);
    const waiting = await createResource(ctx.db, { sellerId: seller.id, state: 'in_review' });
    const draft = await createResource(ctx.db, { sellerId: seller.id, state: 'draft' });
    await suspend(seller.id);
    const { headers } = seller;
    const submitted = await call(submitResource, { headers, params: { id: draft.id } });
    expect(submitted.statusCode).toBe(403);
    expect(submitted.json<{ message: string }>().message).toContain(REASON);
    expect((await call(beginResource, { headers, body: { title: 'New' } })).statusCode).toBe(403);
    const approved = await call(
      decideResource,
      { params: { id: waiting.id }, body: { action: 'approve' } },
      'officer',
    );
    expect(approved.statusCode).toBe(409);
    await ctx.pool.query(`update resources set state = 'published' where id = $1`, [waiting.id]);
    expect(await isListed(waiting.id)).toBe(false);
  });

  it('succeeds for one of two simultaneous officers; the other learns who was first', async () => {
    const seller = await someSeller(ctx);
    const both = await Promise.all([suspend(seller.id, 'officer'), suspend(seller.id, 'admin')]);
    expect(statusesOf(both)).toEqual([200, 409]);
    const winner = both[0]?.statusCode === 200 ? 'Tomasz Lind' : 'Mireille Okafor';
    const lost = both.find(({ statusCode }) => statusCode === 409);
    expect(lost?.json()).toMatchObject({ message: `${winner} has already suspended this seller.` });
    expect(await mailsTo(ctx, seller.username)).toHaveLength(1);
    expect(statusesOf(await Promise.all([restore(seller.id), restore(seller.id, 'admin')]))).toEqual([
      200, 409,
    ]);
    expect(await mailsTo(ctx, seller.username)).toHaveLength(2);
  });

  it('requires a reason and an existing seller other than oneself', async () => {
    const officer = await someone(ctx, { roles: ['curriculum_officer', 'seller'] });
    await ctx.pool.query(
      `insert into sellers (user_id, name, slug, created_at, updated_at) values ($1, 'Own', $2, now(), now())`,
      [officer.id, officer.username],
    );
    const { headers } = officer;
    const params = { id: officer.id };
    expect((await call(suspendSeller, { headers, params, body: { reason: REASON } })).statusCode).toBe(403);
    await suspend(officer.id);
    expect((await call(restoreSeller, { headers, params })).statusCode).toBe(403);
    expect((await suspend(2_000_000_000)).statusCode).toBe(404);
    const seller = await someSeller(ctx);
    const noReason = await call(
      suspendSeller,
      { params: { id: seller.id }, body: { reason: ' ' } },
      'officer',
    );
    expect(noReason.statusCode).toBe(400);
    expect((await restore(seller.id)).json()).toMatchObject({ message: 'This seller isn’t suspended.' });
  });

  it('can’t reopen the store of a deleted account', async () => {
    const seller = await newcomer(ctx, ['seller']);
    await ctx.pool.query(
      `insert into sellers (user_id, name, slug, created_at, updated_at) values ($1, 'Gone', $2, now(), now())`,
      [seller.id, seller.username],
    );
    const headers = { cookie: seller.cookie };
    expect((await call(deleteAccount, { headers, body: { password: PASSWORD } })).statusCode).toBe(204);
    expect((await restore(seller.id)).statusCode).toBe(404);
    expect((await list({ q: `#${seller.id}` })).items).toEqual([]);
  });
});

describe('notes', () => {
  const write = (id: number, body: string, who: Who = 'officer') =>
    call(createSellerNote, { params: { id }, body: { body } }, who);
  const remove = (id: number, noteId: number, who: Who = 'officer') =>
    call(deleteSellerNote, { params: { id, noteId } }, who);

  it('are visible to officers and admins; authors can delete only their own', async () => {
    const seller = await someSeller(ctx);
    expect((await write(seller.id, 'Asked for the receipt.')).statusCode).toBe(201);
    const written = (await write(seller.id, 'Receipt came.', 'admin')).json<StaffSeller>();
    expect(written.notes).toMatchObject([
      { body: 'Receipt came.', author: 'Mireille Okafor', isMine: true },
      { body: 'Asked for the receipt.', author: 'Tomasz Lind', isMine: false },
    ]);
    const [admins, officers] = written.notes;
    expect((await remove(seller.id, admins?.id ?? 0, 'officer')).statusCode).toBe(404);
    expect((await remove((await someSeller(ctx)).id, officers?.id ?? 0, 'officer')).statusCode).toBe(404);
    expect((await remove(seller.id, officers?.id ?? 0)).json<StaffSeller>().notes).toHaveLength(1);
    expect((await newAudit(ctx)).slice(-3).map(({ action }) => action)).toEqual([
      'seller.note',
      'seller.note',
      'seller.note-delete',
    ]);
  });

  it('are never shown to the seller they are about, not even if they are an officer', async () => {
    const officer = await someone(ctx, { roles: ['curriculum_officer', 'seller'] });
    await ctx.pool.query(
      `insert into sellers (user_id, name, slug, created_at, updated_at) values ($1, 'Own', $2, now(), now())`,
      [officer.id, officer.username],
    );
    await write(officer.id, 'Between us: be careful.');
    const { headers } = officer;
    const own = await call(getStaffSeller, { headers, params: { id: officer.id } });
    expect(own.json()).toMatchObject({ notes: [], isMine: true });
    const listed = (await call(listStaffSellers, { headers, query: { q: `#${officer.id}` } })).json<Page>();
    expect(listed.items.find(({ id }) => id === officer.id)).toMatchObject({ notes: 0 });
    const file = await call(exportAccount, { headers });
    expect(file.body).not.toMatch(/be careful|seller\.note/);
    expect(
      (await call(createSellerNote, { headers, params: { id: officer.id }, body: { body: 'Fine.' } }))
        .statusCode,
    ).toBe(403);
  });
});
