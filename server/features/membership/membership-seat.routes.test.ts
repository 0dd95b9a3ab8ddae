// Seats of a membership: as many teachers as the plan is for, each with everything in it until their seat ends.
import { describe, expect, it } from 'vitest';
import { previewSubscription, updateSubscription } from '#shared/features/billing/billing.contract.ts';
import { addToLibrary, getBenefits } from '#shared/features/membership/membership.contract.ts';
import {
  giveUpMembershipSeat,
  inviteToMembership,
  listMembershipSeats,
  reassignMembershipSeat,
  resendMembershipInvitation,
  revokeMembershipSeat,
} from '#shared/features/membership/membership-seat.contract.ts';
import { getResourceAccess } from '#shared/features/resource/resource.contract.ts';
import { acceptInvitation, declineInvitation, getInvitation } from '#shared/features/seat/seat.contract.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createResource } from '#server/seed/factories.ts';
import { mailsTo, subjectsTo } from '../../../tests/server/mails.ts';
import { endMembershipOf, memberOf, passDays, somePlan } from '../../../tests/server/membership-tools.ts';
import { emailOf, someTeacher, type Teacher } from '../../../tests/server/seat-tools.ts';
import type { Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { membershipPersonalData } from './membership.privacy.ts';
import { lockMembership, syncAccess } from './membership.service.ts';

const { ctx, call } = await testApp();

/** A second later than anything before: emails are read in their order. */
const invite = (owner: Person, email: string) => {
  ctx.clock.advance(1000);
  return call(inviteToMembership, { body: { email }, ...owner });
};
const seatsOf = async (person: Person) => (await call(listMembershipSeats, person)).json();
const isMember = async (person: Person) => (await call(getBenefits, person)).json().isMember;

async function keyOf(address: string): Promise<string> {
  const mails = await mailsTo(ctx, address);
  const key = mails.flatMap(({ text }) => /\/seats\/(m[\w-]+)/.exec(text)?.[1] ?? []).at(-1);
  if (!key) throw new Error(`No invitation for ${address}`);
  return key;
}

const accept = async (teacher: Teacher, key?: string) =>
  call(acceptInvitation, { params: { key: key ?? (await keyOf(teacher.email)) }, ...teacher });

async function seated(owner: Person): Promise<{ teacher: Teacher; seatId: number }> {
  const teacher = await someTeacher(ctx);
  const invited = await invite(owner, teacher.email);
  expect(invited.statusCode, invited.body).toBe(201);
  expect((await accept(teacher)).statusCode).toBe(200);
  return { teacher, seatId: invited.json<{ id: number }>().id };
}

async function libraryItem(): Promise<number> {
  const { id } = await createResource(ctx.db, { priceCents: 900 });
  await ctx.pool.query(
    `insert into library_items (item_type, item_id, added_at) values ('resource', $1, now())`,
    [id],
  );
  return id;
}

const take = (itemId: number, person: Person) =>
  call(addToLibrary, { body: { itemType: 'resource', itemId }, ...person });
const owns = async (id: number, person: Person) =>
  (await call(getResourceAccess, { params: { id }, ...person })).json().isOwned;

describe('a teacher with a seat', () => {
  it('has the benefits of the plan, and shares its downloads', async () => {
    const { member, plan } = await memberOf(ctx, { seats: 3, resourceDiscount: 15, monthlyDownloads: 2 });
    const { teacher, seatId } = await seated(member);
    expect((await call(getBenefits, teacher)).json()).toMatchObject({
      isMember: true,
      discounts: { resource: 15 },
      downloads: { limit: 2, used: 0 },
    });
    expect((await take(await libraryItem(), teacher)).statusCode).toBe(200);
    expect((await take(await libraryItem(), member)).statusCode).toBe(200);
    expect((await take(await libraryItem(), teacher)).statusCode).toBe(409);
    expect(await seatsOf(member)).toMatchObject({
      own: { planName: plan.name, seats: 3, assigned: [{ id: seatId, state: 'held', email: teacher.email }] },
      held: [],
    });
    expect((await seatsOf(teacher)).held).toMatchObject([{ id: seatId, planName: plan.name, isOpen: true }]);
  });

  it('is the invited one: nobody else can accept, and accepting twice is no error', async () => {
    const { member } = await memberOf(ctx, { seats: 3 });
    const [teacher, stranger, unconfirmed] = [
      await someTeacher(ctx),
      await someTeacher(ctx),
      await someTeacher(ctx),
    ];
    await ctx.pool.query('update users set email_verified_at = null where id = $1', [unconfirmed.id]);
    await invite(member, teacher.email);
    const key = await keyOf(teacher.email);
    expect((await call(getInvitation, { params: { key }, ...stranger })).json()).toMatchObject({
      kind: 'membership',
      step: 'other-account',
    });
    expect((await accept(stranger, key)).statusCode).toBe(403);
    expect((await accept(teacher, `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(
      410,
    );
    expect((await accept(teacher, key)).statusCode).toBe(200);
    expect((await accept(teacher, key)).statusCode).toBe(200);
    await invite(member, unconfirmed.email);
    expect((await accept(unconfirmed)).statusCode).toBe(403);
    expect(await isMember(stranger)).toBe(false);
    expect(await isMember(unconfirmed)).toBe(false);
  });

  it('loses everything of the membership when it is revoked, and renewals don’t bring it back', async () => {
    const { member, membership, plan } = await memberOf(ctx, { seats: 3, monthlyDownloads: null });
    const { teacher, seatId } = await seated(member);
    const item = await libraryItem();
    await take(item, teacher);
    await take(item, member);
    const revoke = (email: string) =>
      call(revokeMembershipSeat, { params: { id: seatId }, body: { email }, ...member });
    expect((await revoke('someone@else.example')).statusCode).toBe(409);
    expect((await revoke(teacher.email)).statusCode).toBe(204);
    expect((await revoke(teacher.email)).statusCode).toBe(404);
    expect(await isMember(teacher)).toBe(false);
    await inTransaction(ctx.db, async (tx) => {
      const locked = await lockMembership(tx, membership);
      if (locked) await syncAccess(tx, locked);
    });
    expect(await owns(item, teacher)).toBe(false);
    expect(await owns(item, member)).toBe(true);
    expect(await subjectsTo(ctx, teacher.email)).toContain(`Your seat has ended: ${plan.name} membership`);
    expect((await invite(member, teacher.email)).statusCode).toBe(201);
    expect((await accept(teacher)).statusCode).toBe(200);
    expect((await take(item, teacher)).statusCode).toBe(200);
    expect(await owns(item, teacher)).toBe(true);
  });

  it('gets one email when the whole membership ends; open invitations get none', async () => {
    const { member, membership } = await memberOf(ctx, { seats: 3 });
    const { teacher } = await seated(member);
    await invite(member, 'not.yet@example.com');
    await endMembershipOf(ctx, membership);
    const endings = (await mailsTo(ctx, teacher.email)).filter(({ subject }) =>
      subject.startsWith('Your seat has ended'),
    );
    expect(endings.map(({ text }) => text)).toEqual([expect.stringContaining('is no longer a member.')]);
    expect(await subjectsTo(ctx, 'not.yet@example.com')).toHaveLength(1);
  });

  it('can leave; their owner gets an email and can invite someone else', async () => {
    const { member } = await memberOf(ctx, { seats: 2 });
    const { teacher, seatId } = await seated(member);
    const leave = (person: Person) => call(giveUpMembershipSeat, { params: { id: seatId }, ...person });
    expect((await leave(member)).statusCode).toBe(404);
    expect((await leave(teacher)).statusCode).toBe(204);
    expect((await leave(teacher)).statusCode).toBe(404);
    expect(await isMember(teacher)).toBe(false);
    expect((await subjectsTo(ctx, emailOf(member))).at(-1)).toMatch(/^A seat is free again/);
    await seated(member);
  });

  it('has it until the membership ends, and not while it is paused', async () => {
    const { member, membership } = await memberOf(ctx, { seats: 2 }, { isCanceling: false });
    const { teacher } = await seated(member);
    await call(updateSubscription, { body: { action: 'pause', months: 1 }, ...member });
    expect(await isMember(teacher)).toBe(false);
    expect((await seatsOf(teacher)).held).toMatchObject([{ isOpen: false }]);
    await call(updateSubscription, { body: { action: 'resume' }, ...member });
    expect(await isMember(teacher)).toBe(true);
    await endMembershipOf(ctx, membership);
    expect(await isMember(teacher)).toBe(false);
    expect((await seatsOf(teacher)).held).toEqual([]);
    expect((await invite(member, emailOf(teacher))).statusCode).toBe(404);
  });
});

describe('seats', () => {
  it('are never more than the plan has: of two invitations for the last one, one is refused', async () => {
    const { member, membership } = await memberOf(ctx, { seats: 3 });
    await seated(member);
    const teachers = await Promise.all(Array.from({ length: 6 }, () => someTeacher(ctx)));
    const answers = await Promise.all(teachers.map(({ email }) => invite(member, email)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5);
    const past = ctx.pool.query(
      'insert into membership_seats (membership_id, user_id, created_at) values ($1, $2, now())',
      [membership.id, teachers[0]?.id],
    );
    await expect(past).rejects.toMatchObject({ constraint: 'membership_seat_is_in_plan' });
  });

  it('written at the same time wait for each other', async () => {
    const { membership } = await memberOf(ctx, { seats: 2 });
    const teachers = await Promise.all(Array.from({ length: 4 }, () => someTeacher(ctx)));
    const written = await Promise.allSettled(
      teachers.map(({ id }) =>
        ctx.pool.query(
          'insert into membership_seats (membership_id, user_id, created_at) values ($1, $2, now())',
          [membership.id, id],
        ),
      ),
    );
    expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are one for each address, and the first is the member’s', async () => {
    const { member } = await memberOf(ctx, { seats: 4 });
    const { teacher } = await seated(member);
    for (const email of [teacher.email.toUpperCase(), emailOf(member)]) {
      expect((await invite(member, email)).statusCode).toBe(409);
    }
    const solo = await memberOf(ctx, { seats: 1 });
    expect((await invite(solo.member, 'mara@example.com')).statusCode).toBe(409);
  });

  it('are reassigned in one step, and an invitation can be sent again or declined', async () => {
    const { member } = await memberOf(ctx, { seats: 2 });
    const { teacher, seatId } = await seated(member);
    const next = await someTeacher(ctx);
    const body = { from: teacher.email, email: next.email };
    const moved = await call(reassignMembershipSeat, { params: { id: seatId }, body, ...member });
    expect(moved.json()).toMatchObject({ state: 'invited', email: next.email });
    expect(await isMember(teacher)).toBe(false);
    const first = await keyOf(next.email);
    const id = moved.json<{ id: number }>().id;
    expect((await call(resendMembershipInvitation, { params: { id }, ...member })).statusCode).toBe(200);
    expect((await accept(next, first)).statusCode).toBe(410);
    expect((await call(declineInvitation, { params: { key: await keyOf(next.email) } })).statusCode).toBe(
      204,
    );
    expect((await seatsOf(member)).own.assigned).toEqual([]);
  });
});

describe('a plan with fewer seats', () => {
  it('ends those of the teachers who joined last, and says so before', async () => {
    const { member } = await memberOf(ctx, { seats: 4 }, { isCanceling: false, state: 'trialing' });
    const { teacher: first } = await seated(member);
    const { teacher: second } = await seated(member);
    await invite(member, 'not-yet@example.com');
    const smaller = await somePlan(ctx, { seats: 2 });
    const choice = { planId: smaller.id, period: 'month' as const };
    const preview = (await call(previewSubscription, { body: choice, ...member })).json();
    expect(preview.endingSeats).toEqual(['Ana Ruiz', 'not-yet@example.com']);
    const body = { action: 'change' as const, ...choice, expectedTotal: '0.00' };
    expect((await call(updateSubscription, { body, ...member })).statusCode).toBe(200);
    expect(await isMember(first)).toBe(true);
    expect(await isMember(second)).toBe(false);
    expect((await seatsOf(member)).own.assigned).toMatchObject([{ email: first.email }]);
    const texts = (await mailsTo(ctx, second.email)).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringContaining('a plan with fewer seats'));
  });

  it('that waits for the end of the period takes none before', async () => {
    const { member } = await memberOf(ctx, { seats: 3, monthlyCents: 5900 }, { isCanceling: false });
    const { teacher } = await seated(member);
    const smaller = await somePlan(ctx, { seats: 1, monthlyCents: 1900 });
    const choice = { planId: smaller.id, period: 'month' as const };
    const body = { action: 'change' as const, ...choice, expectedTotal: '0.00' };
    await call(updateSubscription, { body, ...member });
    await passDays(ctx, 1);
    expect(await isMember(teacher)).toBe(true);
  });
});

it('an erased account leaves its seats and nothing of its address', async () => {
  const { member } = await memberOf(ctx, { seats: 3 });
  const { teacher } = await seated(member);
  const subject = { userId: teacher.id, email: teacher.email, isEmailVerified: true, orderIds: [] };
  const data = await membershipPersonalData.collect?.['membershipSeats']?.(ctx.db, subject);
  expect(data).toMatchObject({ forMe: [{ endedAt: null }], handedOut: [] });
  await inTransaction(ctx.db, async (tx) => {
    await membershipPersonalData.erase?.(ctx, tx, { ...subject, now: ctx.clock.now() });
  });
  const { rows } = await ctx.pool.query('select 1 from membership_seats where email = $1', [teacher.email]);
  expect(rows).toEqual([]);
  expect((await seatsOf(member)).own.assigned).toEqual([]);
});
