// Valid certificates on public pages: there while they are valid, gone the moment they aren't.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { revokeCertificate } from '#shared/features/certificate/certificate.contract.ts';
import type { LiveBadge } from '#shared/features/certificate/certificate.schema.ts';
import { getPublicProfile, setTimeZone } from '#shared/features/profile/profile.contract.ts';
import { getSeller, listSellers } from '#shared/features/seller/seller.contract.ts';
import { createSeller } from '#server/seed/factories.ts';
import { certificateTools } from '../../../tests/server/certificate-tools.ts';
import { countQueries } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { listLiveBadges } from './live-badge.service.ts';

const { ctx, call } = await testApp();
const { certified, mine, today } = certificateTools({ ctx, call });
const START = ctx.clock.now();

beforeEach(() => ctx.clock.set(new Date('2026-11-14T12:00:00Z')));
afterAll(() => ctx.clock.set(START));

const badgesOf = async (id: number) =>
  (await call(getPublicProfile, { params: { id } })).json<{ certifications: LiveBadge[] }>().certifications;

describe('live badges', () => {
  it('are on the profile until midnight where the holder lives, without the certificate’s number', async () => {
    const { course, me, certificate } = await certified();
    expect(await badgesOf(me.id)).toEqual([
      { courseId: course.id, courseTitle: course.title, expiresOn: '2029-11-14' },
    ]);
    const page = await call(getPublicProfile, { params: { id: me.id } });
    expect(page.body).not.toContain(certificate.code.slice(4));
    ctx.clock.set(new Date('2029-11-14T23:59:59Z'));
    expect(await badgesOf(me.id)).toHaveLength(1);
    ctx.clock.set(new Date('2029-11-15T00:00:00Z'));
    expect(await badgesOf(me.id)).toEqual([]);
  });

  it('go when the certificate is revoked', async () => {
    const { me, certificate } = await certified();
    const body = { reason: 'The video was recorded by someone else.' };
    await call(revokeCertificate, { params: { id: certificate.id }, body }, 'admin');
    expect(await badgesOf(me.id)).toEqual([]);
  });

  it('are on the seller’s page and in the list, which can be filtered by them', async () => {
    const { course, me } = await certified();
    await createSeller(ctx.db, { userId: me.id });
    const seller = await call(getSeller, { params: { id: me.id } });
    expect(seller.json()).toMatchObject({ certifications: [{ courseId: course.id }] });
    await ctx.pool.query(
      `update resource_listings set seller_id = $1 where resource_id = (select min(resource_id) from resource_listings)`,
      [me.id],
    );
    const list = async (query: Record<string, string>) =>
      (await call(listSellers, { query })).json<{ items: { id: number }[]; total: number }>();
    const certifiedIn = String(course.id);
    expect(await list({ certifiedIn })).toMatchObject({
      total: 1,
      items: [{ id: me.id, certifications: [{ courseId: course.id }] }],
    });
    ctx.clock.set(new Date('2029-11-15T00:00:00Z'));
    expect(await list({ certifiedIn })).toMatchObject({ total: 0, items: [] });
    expect((await list({})).total).toBeGreaterThan(0);
  });

  it('of many users take one query', async () => {
    const people = [await certified(), await certified(), await certified()];
    const ids = people.map(({ me }) => me.id);
    const found: Awaited<ReturnType<typeof listLiveBadges>>[] = [];
    expect(await countQueries(ctx, async () => found.push(await listLiveBadges(ctx, ids)))).toBe(1);
    expect(found[0]?.size).toBe(3);
    expect(await countQueries(ctx, () => listLiveBadges(ctx, []))).toBe(0);
  });
});

describe('the time zone', () => {
  it('is one the database knows, and decides when certificates end', async () => {
    const { me } = await certified();
    const set = async (timeZone: string, person = me) =>
      (await call(setTimeZone, { body: { timeZone }, ...person })).statusCode;
    expect((await call(setTimeZone, { body: { timeZone: 'UTC' } })).statusCode).toBe(401);
    for (const bad of ['', '+05:00', 'Mars/Olympus', 'europe/london', "UTC'; --"]) {
      expect(await set(bad), bad).toBe(400);
    }
    expect(await set('Pacific/Auckland')).toBe(200);
    const { me: other } = await certified({}, { timeZone: 'Pacific/Auckland' });
    const [certificate] = await mine(await today(other));
    expect(certificate?.issuedOn).toBe('2026-11-15');
  });

  it('offers none that the database doesn’t know', async () => {
    const { rows } = await ctx.pool.query<{ name: string }>('select name from pg_timezone_names');
    const known = new Set(rows.map(({ name }) => name));
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !known.has(name))).toEqual([]);
  });
});
