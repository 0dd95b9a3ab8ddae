import { describe, expect, it } from 'vitest';
import { weeklyHours } from '#server/db/schema/availability.ts';
import type { Contract } from '#shared/contract.ts';
import * as contract from '#shared/features/instructor/instructor.contract.ts';
import type { OwnInstructor } from '#shared/features/instructor/instructor.schema.ts';
import { listAudit } from '#shared/features/site/site.contract.ts';
import { PROFILE, SESSION } from '../../../tests/server/instructor-tools.ts';
import { someone, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { call, ctx } = await testApp();

const as = (person: Person, to: Contract, input: Parameters<typeof call>[1] = {}) =>
  call(to, { ...input, headers: person.headers });
const someInstructor = () => someone(ctx, { roles: ['instructor'] });
const own = async (person: Person) => (await as(person, contract.getOwnInstructor)).json<OwnInstructor>();

async function listed(): Promise<Person> {
  const person = await someInstructor();
  await as(person, contract.updateOwnInstructor, { body: PROFILE });
  await as(person, contract.createSessionType, { body: SESSION });
  await ctx.db
    .insert(weeklyHours)
    .values({ instructorId: person.id, weekday: 1, startMinute: 540, endMinute: 1020 });
  const answer = await as(person, contract.publishOwnInstructor);
  expect(answer.statusCode, answer.body).toBe(200);
  return person;
}

describe('the profile', () => {
  it('is created with the first save and read back', async () => {
    const person = await someInstructor();
    expect(await own(person)).toMatchObject({ state: 'draft', headline: '', timeZone: null });
    const saved = await as(person, contract.updateOwnInstructor, {
      body: { ...PROFILE, videoUrl: 'https://youtu.be/abc123' },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await own(person)).toMatchObject({
      ...PROFILE,
      videoUrl: 'https://www.youtube.com/embed/abc123',
      missingSteps: ['session_type', 'hours'],
    });
  });

  it('is for instructors only', async () => {
    const member = await someone(ctx);
    for (const to of [contract.getOwnInstructor, contract.publishOwnInstructor]) {
      expect((await as(member, to)).statusCode).toBe(403);
    }
    expect((await as(member, contract.createSessionType, { body: SESSION })).statusCode).toBe(403);
  });

  it.each([
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['styles.0', { styles: ['Moonwalk'] }],
    ['videoUrl', { videoUrl: 'https://example.com/video' }],
    ['languages.0', { languages: ['xx'] }],
    ['headline', { headline: 'x'.repeat(141) }],
  ])('names the field that is wrong: %s', async (path, wrong) => {
    const person = await someInstructor();
    const answer = await as(person, contract.updateOwnInstructor, { body: { ...PROFILE, ...wrong } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ details: [{ path }] });
  });

  it('is published only with headline, a session and hours', async () => {
    const person = await someInstructor();
    const refused = await as(person, contract.publishOwnInstructor);
    expect(refused.statusCode).toBe(422);
    expect(refused.json<{ details: object[] }>().details).toHaveLength(3);
    expect((await own(await listed())).state).toBe('listed');
  });

  it('a public profile keeps its headline and its last session', async () => {
    const person = await listed();
    const empty = await as(person, contract.updateOwnInstructor, { body: { ...PROFILE, headline: '' } });
    expect(empty.statusCode).toBe(400);
    const id = (await own(person)).sessionTypes[0]?.id ?? 0;
    const archive = { params: { id }, body: { isArchived: true } };
    expect((await as(person, contract.setSessionTypeArchived, archive)).statusCode).toBe(409);
    expect((await as(person, contract.unpublishOwnInstructor)).statusCode).toBe(200);
    expect((await as(person, contract.setSessionTypeArchived, archive)).statusCode).toBe(200);
    expect((await own(person)).sessionTypes[0]?.isArchived).toBe(true);
  });
});

describe('session types', () => {
  it('of all four kinds are created, changed, ordered', async () => {
    const person = await someInstructor();
    const bodies = [
      SESSION,
      { ...SESSION, kind: 'group', title: 'Circle', capacity: 6 },
      { ...SESSION, kind: 'package', title: 'Five', sessionCount: 5, validDays: 90 },
      { ...SESSION, kind: 'series', title: 'Ten weeks', sessionCount: 10 },
    ];
    for (const body of bodies) {
      const answer = await as(person, contract.createSessionType, { body });
      expect(answer.statusCode, answer.body).toBe(201);
    }
    const before = await own(person);
    expect(before.sessionTypes.map(({ kind }) => kind)).toEqual(['one_to_one', 'group', 'package', 'series']);
    expect(before.sessionTypes[0]).toMatchObject(SESSION);
    const ids = before.sessionTypes.map(({ id }) => id).toReversed();
    await as(person, contract.setSessionTypeOrder, { body: { ids } });
    expect((await own(person)).sessionTypes.map(({ id }) => id)).toEqual(ids);
    const change = { params: { id: ids[3] ?? 0 }, body: { ...SESSION, price: '0.00', title: 'Free talk' } };
    expect((await as(person, contract.updateSessionType, change)).statusCode).toBe(200);
    expect((await own(person)).sessionTypes[3]).toMatchObject({ title: 'Free talk', price: '0.00' });
    const kind = { ...change, body: { ...SESSION, kind: 'series', sessionCount: 3 } };
    expect((await as(person, contract.updateSessionType, kind)).statusCode).toBe(409);
  });

  it.each([
    ['capacity', { kind: 'group' }],
    ['capacity', { capacity: 2 }],
    ['sessionCount', { kind: 'series' }],
    ['validDays', { kind: 'package', sessionCount: 3 }],
    ['durationMinutes', { durationMinutes: 5 }],
    ['price', { price: '-1.00' }],
    ['price', { price: 'lots' }],
    ['price', { price: '0.49' }],
    ['isOnRequest', { kind: 'group', capacity: 4, isOnRequest: true }],
  ])('refuses a wrong %s', async (path, wrong) => {
    const person = await someInstructor();
    const answer = await as(person, contract.createSessionType, { body: { ...SESSION, ...wrong } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ details: { path: string }[] }>().details.map((detail) => detail.path)).toContain(
      path,
    );
  });

  it('says which numbers it takes', async () => {
    const body = { ...SESSION, durationMinutes: 5 };
    const answer = await as(await someInstructor(), contract.createSessionType, { body });
    expect(answer.json().details).toMatchObject([{ message: 'Enter a whole number from 10 to 480' }]);
  });

  it('of somebody else can’t be touched', async () => {
    const [first, second] = [await listed(), await listed()];
    const id = (await own(first)).sessionTypes[0]?.id ?? 0;
    const update = { params: { id }, body: SESSION };
    expect((await as(second, contract.updateSessionType, update)).statusCode).toBe(404);
    const archive = { params: { id }, body: { isArchived: true } };
    expect((await as(second, contract.setSessionTypeArchived, archive)).statusCode).toBe(404);
    expect((await as(second, contract.setSessionTypeOrder, { body: { ids: [id] } })).statusCode).toBe(409);
  });
});

describe('staff', () => {
  it('suspend with a reason the instructor can read, and restore', async () => {
    const person = await listed();
    const params = { id: person.id };
    const reason = 'Three clients reported that nobody came.';
    const suspended = await call(contract.suspendInstructor, { params, body: { reason } }, 'admin');
    expect(suspended.statusCode, suspended.body).toBe(200);
    expect(await own(person)).toMatchObject({ state: 'suspended', suspendedReason: reason });
    expect((await as(person, contract.publishOwnInstructor)).statusCode).toBe(409);
    expect((await call(contract.suspendInstructor, { params, body: { reason } }, 'admin')).statusCode).toBe(
      409,
    );
    expect((await call(contract.restoreInstructor, { params }, 'admin')).statusCode).toBe(200);
    expect(await own(person)).toMatchObject({ state: 'listed', suspendedReason: null });
    const audit = (await call(listAudit, { query: { action: 'instructor.suspend' } }, 'admin')).body;
    expect(audit).toContain(reason);
  });

  it('set the fee, or the default again', async () => {
    const { id } = await listed();
    for (const percent of ['12.5', null]) {
      const answer = await call(contract.setInstructorFee, { params: { id }, body: { percent } }, 'admin');
      expect(answer.json()).toMatchObject({ feePercent: percent });
    }
    const tooMuch = { params: { id }, body: { percent: '101' } };
    expect((await call(contract.setInstructorFee, tooMuch, 'admin')).statusCode).toBe(400);
  });

  it('find instructors by state and id; members can’t', async () => {
    const { id } = await listed();
    const query = { q: `#${id}`, state: 'listed' };
    const found = await call(contract.listStaffInstructors, { query }, 'admin');
    expect(found.json()).toMatchObject({ total: 1, items: [{ id, sessionTypeCount: 1, bookingCount: 0 }] });
    expect((await call(contract.listStaffInstructors, { query }, 'member')).statusCode).toBe(403);
    const one = await call(contract.getStaffInstructor, { params: { id } }, 'admin');
    expect(one.json()).toMatchObject({ id, styles: ['Latin'], upcomingBookingCount: 0, isOwn: false });
  });
});
