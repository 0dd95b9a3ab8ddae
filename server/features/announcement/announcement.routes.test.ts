// Announcements: who may write to whom, that everyone gets one once, and that each recipient decides how.
import { describe, expect, it } from 'vitest';
import * as contract from '#shared/features/announcement/announcement.contract.ts';
import {
  MAX_ANNOUNCEMENTS_PER_DAY,
  type Audience,
} from '#shared/features/announcement/announcement.rules.ts';
import { blockUser } from '#shared/features/message/message.contract.ts';
import {
  listNotifications,
  updateNotificationSetting,
} from '#shared/features/notification/notification.contract.ts';
import { declareMinor } from '#shared/features/profile/profile.contract.ts';
import { createEntitlement, createResource } from '#server/seed/factories.ts';
import { someCourse, someLearner } from '../../../tests/server/course-tools.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { type Person, someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { sendAnnouncementJob } from './announcement.jobs.ts';

const { ctx, call } = await testApp();

type Body = { audience: Audience; itemId?: number; subject?: string; text?: string; key?: string };

const announce = (from: Person, body: Body) =>
  call(contract.createAnnouncement, {
    body: { subject: 'No class on Thursday', text: 'The studio is closed.\nSee you Friday.', ...body },
    ...from,
  });

async function announced(from: Person, body: Body): Promise<number> {
  const answer = await announce(from, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: number }>().id;
}

const run = (id: number) => sendAnnouncementJob.run(ctx, { id });

async function bellOf(person: Person): Promise<{ title: string; link: string | null }[]> {
  const answer = await call(listNotifications, person);
  return answer
    .json<{ items: { title: string; link: string | null }[] }>()
    .items.map(({ title, link }) => ({ title, link }));
}

const sentBy = async (person: Person) =>
  (await call(contract.listOwnAnnouncements, person)).json<{
    items: { id: number; state: string; plannedCount: number; recipientCount: number }[];
  }>().items;

/** A course with students. */
async function aClass(size = 2) {
  const { id: itemId, instructor } = await someCourse(ctx);
  const students: Person[] = [];
  for (let count = 0; count < size; count++) students.push(await someLearner(ctx, itemId));
  return { itemId, instructor, students, body: { audience: 'students', itemId } as const };
}

describe('an announcement', () => {
  it('reaches every student once, in the bell and by email, however often its job runs', async () => {
    const { instructor, students, body } = await aClass();
    const id = await announced(instructor, body);
    expect(await sentBy(instructor)).toMatchObject([
      { id, state: 'sending', plannedCount: 2, recipientCount: 0 },
    ]);
    await Promise.all([run(id), run(id)]);
    await run(id);
    for (const student of students) {
      expect(await bellOf(student)).toEqual([
        { title: 'Odile Marchetti: No class on Thursday', link: `/announcements/${id}` },
      ]);
      const mails = await mailsTo(ctx, `${student.username}@releve.example`);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('> The studio is closed.\n> See you Friday.');
      expect(mails[0]?.text).toContain('Turn off emails like this');
    }
    expect(await sentBy(instructor)).toMatchObject([{ state: 'sent', recipientCount: 2 }]);
    expect(await bellOf(instructor)).toEqual([]);
  });

  it('continues where it was interrupted', async () => {
    const { instructor, students, body } = await aClass();
    const id = await announced(instructor, body);
    const [first] = students.toSorted((one, other) => one.id - other.id);
    await ctx.pool.query('insert into announcement_recipients (announcement_id, user_id) values ($1, $2)', [
      id,
      first?.id,
    ]);
    await run(id);
    expect(await bellOf(first as Person)).toEqual([]);
    expect(await sentBy(instructor)).toMatchObject([{ state: 'sent', recipientCount: 1 }]);
  });

  it('is sent once, however often it is asked for with one key', async () => {
    const { instructor, body } = await aClass(1);
    const key = 'key-of-this-announcement';
    const answers = await Promise.all([1, 2, 3].map(() => announce(instructor, { ...body, key })));
    expect(new Set(answers.map((answer) => answer.json<{ id: number }>().id)).size).toBe(1);
    expect(await sentBy(instructor)).toHaveLength(1);
  });

  it('is read by its recipients and its sender, and by nobody else', async () => {
    const { instructor, students, body } = await aClass(1);
    const [student] = students as [Person];
    const id = await announced(instructor, body);
    const get = (person: object) => call(contract.getAnnouncement, { params: { id }, ...person });
    expect((await get(student)).statusCode).toBe(404);
    await run(id);
    expect((await get(student)).json()).toMatchObject({ subject: 'No class on Thursday', isOwn: false });
    expect((await get(instructor)).json()).toMatchObject({ isOwn: true });
    expect((await get(await someone(ctx))).statusCode).toBe(404);
    expect((await get({})).statusCode).toBe(401);
    const { unread } = (await call(listNotifications, student)).json<{ unread: number }>();
    expect(unread).toBe(0);
  });
});

describe('a recipient', () => {
  it('turns off the email, the bell or both, for each kind', async () => {
    const { instructor, students, body } = await aClass();
    const [quiet, unmailed] = students as [Person, Person];
    const set = (person: Person, change: object) =>
      call(updateNotificationSetting, { body: { kind: 'course-announcement', ...change }, ...person });
    await set(quiet, { hasBell: false, hasEmail: false });
    await set(unmailed, { hasEmail: false });
    await run(await announced(instructor, body));
    expect(await bellOf(quiet)).toEqual([]);
    expect(await bellOf(unmailed)).toHaveLength(1);
    for (const { username } of students) {
      expect(await mailsTo(ctx, `${username}@releve.example`)).toEqual([]);
    }
  });

  it('who blocked the sender gets nothing, nor does a minor the sender only added to the course', async () => {
    const { instructor, students, body } = await aClass(3);
    const [blocking, minor, student] = students as [Person, Person, Person];
    await call(blockUser, { params: { id: instructor.id }, ...blocking });
    await call(declareMinor, minor);
    const id = await announced(instructor, body);
    await run(id);
    expect(await bellOf(blocking)).toEqual([]);
    expect(await bellOf(minor)).toEqual([]);
    expect(await bellOf(student)).toHaveLength(1);
    expect(await sentBy(instructor)).toMatchObject([{ state: 'sent', recipientCount: 1 }]);
  });
});

describe('sellers', () => {
  it('write to the people who have one resource, or any, and to followers', async () => {
    const seller = await someSeller(ctx);
    const [one, other] = [
      await createResource(ctx.db, { sellerId: seller.id }),
      await createResource(ctx.db, { sellerId: seller.id }),
    ];
    const [ofOne, ofOther, follower] = [await someone(ctx), await someone(ctx), await someone(ctx)];
    await createEntitlement(ctx.db, { userId: ofOne.id, itemType: 'resource', itemId: one.id });
    await createEntitlement(ctx.db, { userId: ofOther.id, itemType: 'resource', itemId: other.id });
    await ctx.pool.query(
      'insert into seller_follows (user_id, seller_id, created_at) values ($1, $2, now())',
      [follower.id, seller.id],
    );
    const { items } = (await call(contract.listAnnouncementAudiences, seller)).json<{ items: object[] }>();
    expect(items).toHaveLength(4);
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ audience: 'buyers', count: 2 }),
        expect.objectContaining({ audience: 'followers', count: 1 }),
        expect.objectContaining({ audience: 'holders', itemId: one.id, count: 1 }),
      ]),
    );
    const subjects = async (person: Person) =>
      (await bellOf(person)).map(({ title }) => title.split(': ')[1]);
    await run(await announced(seller, { audience: 'holders', itemId: one.id, subject: 'One' }));
    await run(await announced(seller, { audience: 'buyers', subject: 'Any' }));
    await run(await announced(seller, { audience: 'followers', subject: 'Store' }));
    expect(new Set(await subjects(ofOne))).toEqual(new Set(['Any', 'One']));
    expect(await subjects(ofOther)).toEqual(['Any']);
    expect(await subjects(follower)).toEqual(['Store']);
  });
});

describe('a sender', () => {
  it('has a daily limit that holds for announcements sent at once', async () => {
    const { instructor, body } = await aClass(1);
    const answers = await Promise.all(
      Array.from({ length: MAX_ANNOUNCEMENTS_PER_DAY + 2 }, (_, at) =>
        announce(instructor, { ...body, subject: `News ${at}` }),
      ),
    );
    const refused = statusesOf(answers).filter((status) => status === 429);
    expect(refused).toHaveLength(2);
    expect(await sentBy(instructor)).toHaveLength(MAX_ANNOUNCEMENTS_PER_DAY);
  });

  it('writes to nobody else’s students, buyers or followers, and not to nobody', async () => {
    const { itemId } = await aClass(1);
    const stranger = await someone(ctx, { roles: ['instructor'] });
    expect((await announce(stranger, { audience: 'students', itemId })).statusCode).toBe(404);
    expect((await announce(stranger, { audience: 'buyers' })).statusCode).toBe(404);
    expect((await announce(stranger, { audience: 'followers' })).statusCode).toBe(404);
    const seller = await someSeller(ctx);
    const { id } = await createResource(ctx.db);
    expect((await announce(seller, { audience: 'holders', itemId: id })).statusCode).toBe(404);
    expect((await announce(seller, { audience: 'followers' })).statusCode).toBe(409);
    await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [seller.id]);
    expect((await announce(seller, { audience: 'buyers' })).statusCode).toBe(404);
  });

  it('needs a subject and a text, and an item exactly where there is one', async () => {
    const { instructor, itemId } = await aClass(1);
    const students = { audience: 'students', itemId } as const;
    expect((await announce(instructor, { ...students, subject: ' ' })).statusCode).toBe(400);
    expect((await announce(instructor, { ...students, text: '\u200b' })).statusCode).toBe(422);
    expect((await announce(instructor, { audience: 'students' })).statusCode).toBe(400);
    expect((await announce(instructor, { audience: 'followers', itemId })).statusCode).toBe(400);
  });
});
