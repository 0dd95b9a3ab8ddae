// What keeps conversations safe: limits for new contacts and repeated texts, blocks, and that strangers can't write to
// minors, whichever way they try.
import { describe, expect, it } from 'vitest';
import * as contract from '#shared/features/message/message.contract.ts';
import { MAX_FIRST_CONTACTS, MAX_SAME_TEXT } from '#shared/features/message/message.rules.ts';
import type { Message } from '#shared/features/message/message.schema.ts';
import { declareMinor, getProfile } from '#shared/features/profile/profile.contract.ts';
import { getStaffUser, setUserMinor } from '#shared/features/user-admin/user-admin.contract.ts';
import { someCourse, someLearner } from '../../../tests/server/course-tools.ts';
import { messageTools } from '../../../tests/server/message-tools.ts';
import { paidOrder } from '../../../tests/server/refund-tools.ts';
import { holdTime, someTeacher } from '../../../tests/server/reservation-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const test = await testApp();
const { ctx, call } = test;
const { start, started, send, thread, detail, twoPeople } = messageTools(test);

describe('safety', () => {
  it('limits new contacts per day, also when they are made at once', async () => {
    const ana = await someone(ctx);
    const people = await Promise.all(Array.from({ length: MAX_FIRST_CONTACTS + 3 }, () => someone(ctx)));
    const answers = await Promise.all(people.map(({ id }) => start(ana, { to: id })));
    expect(statusesOf(answers).filter((status) => status === 201)).toHaveLength(MAX_FIRST_CONTACTS);
    expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(3);
    const known = answers.findIndex((answer) => answer.statusCode === 201);
    expect((await start(ana, { to: people[known]?.id })).statusCode).toBe(201);
  });

  it('blocks the same text to many people, but not to one', async () => {
    const ana = await someone(ctx);
    const text = 'Come to our new studio, the first month is free for you and your friends';
    for (let count = 0; count < MAX_SAME_TEXT; count++) await started(ana, await someone(ctx), text);
    const next = await start(ana, { to: (await someone(ctx)).id, text: `${text.toUpperCase()}!!` });
    expect(next.statusCode).toBe(429);
    const bo = await someone(ctx);
    const id = await started(bo, ana, text);
    expect((await send(bo, id, { text })).statusCode).toBe(201);
  });

  it('lets nobody write past a block, in either direction', async () => {
    const { ana, bo } = await twoPeople();
    const id = await started(ana, bo);
    const params = { id: ana.id };
    expect((await call(contract.blockUser, { params, ...bo })).statusCode).toBe(204);
    expect((await call(contract.blockUser, { params, ...ana })).statusCode).toBe(409);
    expect((await send(ana, id)).statusCode).toBe(403);
    expect((await start(ana, { to: bo.id, subject: 'Again' })).statusCode).toBe(403);
    expect((await send(bo, id)).statusCode).toBe(403);
    expect((await detail(ana, id)).barrier).toBe('blocked');
    expect((await detail(bo, id)).barrier).toBe('blocked-by-you');
    await call(contract.unblockUser, { params, ...bo });
    expect((await send(ana, id)).statusCode).toBe(201);
  });

  it('counts each person of a group as a new contact', async () => {
    const ana = await someone(ctx);
    const people = await Promise.all(Array.from({ length: MAX_FIRST_CONTACTS + 1 }, () => someone(ctx)));
    await started(ana, people.slice(0, 9));
    expect((await start(ana, { to: people.slice(9).map(({ id }) => id) })).statusCode).toBe(429);
    await started(ana, people.slice(9, MAX_FIRST_CONTACTS));
    expect((await start(ana, { to: people.at(-1)?.id })).statusCode).toBe(429);
  });

  it('blocks the same text written into older messages', async () => {
    const ana = await someone(ctx);
    const text = 'Come to our new studio, the first month is free for you and your friends';
    for (let count = 0; count < MAX_SAME_TEXT; count++) await started(ana, await someone(ctx), text);
    const id = await started(ana, await someone(ctx), 'Hello');
    const [message] = (await thread(ana, id)).items;
    const edit = { params: { id: message?.id ?? 0 }, body: { text }, ...ana };
    expect((await call(contract.editMessage, edit)).statusCode).toBe(429);
    expect((await thread(ana, id)).items[0]?.text).toBe('Hello');
  });

  it('flags passwords, also when they are written into an older message', async () => {
    const { ana, bo } = await twoPeople();
    const id = await started(ana, bo, 'How do I get in?');
    await send(bo, id, { text: 'The password is barre-2026' });
    const message = (await thread(ana, id)).items.at(-1) as Message;
    expect(message.flags).toEqual(['password']);
    const edit = { params: { id: message.id }, body: { text: 'Card 4242 4242 4242 4242' }, ...bo };
    await call(contract.editMessage, edit);
    expect((await thread(ana, id)).items.at(-1)?.flags).toEqual(['card']);
  });
});

describe('a minor', () => {
  async function aMinor(): Promise<Person> {
    const minor = await someone(ctx);
    expect((await call(declareMinor, minor)).statusCode).toBe(204);
    return minor;
  }
  const recipient = (from: Person, to: Person) =>
    call(contract.getRecipient, { query: { to: String(to.id) }, ...from });

  it('isn’t written to by strangers: directly, with a subject, in a group, or in an earlier conversation', async () => {
    const { ana, bo } = await twoPeople();
    const child = await someone(ctx);
    const earlier = await started(ana, child);
    expect((await call(declareMinor, child)).statusCode).toBe(204);
    const group = [bo, child].map(({ id }) => id);
    const answers = [
      await start(bo, { to: child.id }),
      await start(bo, { to: child.id, subject: 'The June show' }),
      await start(ana, { to: group }),
      await start(ana, { to: child.id }),
      await send(ana, earlier),
      await recipient(bo, child),
    ];
    expect(new Set(statusesOf(answers))).toEqual(new Set([403]));
    expect((await detail(ana, earlier)).barrier).toBe('blocked');
    // The same words as for a block: nobody learns from it who is a minor.
    expect(answers[0]?.json<{ message: string }>().message).toBe(
      'This person doesn’t take messages from you.',
    );
    expect((await thread(child, earlier)).items).toHaveLength(1);
  });

  it('is answered by the people they write to', async () => {
    const child = await aMinor();
    const bo = await someone(ctx);
    const id = await started(child, bo, 'Is page 6 right?');
    expect((await send(bo, id)).statusCode).toBe(201);
    expect((await recipient(bo, child)).statusCode).toBe(200);
    expect((await detail(bo, id)).barrier).toBeNull();
  });

  it('isn’t brought together with strangers by someone they know', async () => {
    const child = await aMinor();
    const { ana, bo } = await twoPeople();
    await started(child, ana);
    expect((await start(ana, { to: [child.id, bo.id] })).statusCode).toBe(403);
    await started(child, bo);
    expect((await start(ana, { to: [child.id, bo.id] })).statusCode).toBe(201);
  });

  it('is written to by those they learn with, book or buy from', async () => {
    const child = await aMinor();
    const { instructor, id: courseId } = await someCourse(ctx);
    await ctx.pool.query(
      `insert into entitlements (user_id, item_type, item_id, cause, created_at) values ($1, 'course', $2, 'free', now())`,
      [child.id, courseId],
    );
    const teacher = await someTeacher(ctx);
    await holdTime(ctx, teacher, child);
    const { things } = await paidOrder(test, [{ priceCents: 1200 }], child);
    for (const known of [instructor, teacher, things[0]?.seller as Person]) {
      expect((await start(known, { to: child.id })).statusCode).toBe(201);
    }
  });

  it('isn’t written to by an instructor who only added them to a course', async () => {
    const { instructor, id: courseId } = await someCourse(ctx);
    const child = await someLearner(ctx, courseId);
    await ctx.pool.query(`update entitlements set cause = 'grant' where user_id = $1`, [child.id]);
    await call(declareMinor, child);
    expect((await start(instructor, { to: child.id })).statusCode).toBe(403);
    await ctx.pool.query(
      'insert into course_progress (user_id, course_id, started_at, last_seen_at) values ($1, $2, now(), now())',
      [child.id, courseId],
    );
    expect((await start(instructor, { to: child.id })).statusCode).toBe(201);
  });

  it('declares it; only staff take it back, with a reason that is audited', async () => {
    const child = await aMinor();
    const isMinor = async () => (await call(getProfile, child)).json<{ isMinor: boolean }>().isMinor;
    expect(await isMinor()).toBe(true);
    const params = { id: child.id };
    const body = { isMinor: false, reason: 'Showed us a passport' };
    expect((await call(setUserMinor, { params, body, ...child })).statusCode).toBe(403);
    expect((await call(setUserMinor, { params, body: { isMinor: false } }, 'admin')).statusCode).toBe(400);
    expect((await call(setUserMinor, { params, body }, 'admin')).statusCode).toBe(204);
    expect(await isMinor()).toBe(false);
    const staff = await call(getStaffUser, { params }, 'admin');
    expect(staff.json()).toMatchObject({
      isMinor: false,
      audit: [{ action: 'account.not-minor', details: { reason: body.reason } }],
    });
  });
});
