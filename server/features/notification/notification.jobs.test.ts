// The weekly digest: who gets one, when, and only once.
import { expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { notifyUsers } from '#server/platform/notification.service.ts';
import * as contract from '#shared/features/notification/notification.contract.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { holdWeeklyDigests, sendWeeklyDigestsJob } from './notification.jobs.ts';

const { ctx, call } = await testApp({ PUBLIC_URL: 'https://dance.example' });
const HOUR = 3_600_000;
const run = () => sendWeeklyDigestsJob.run(ctx, {});

/** A Monday at midnight UTC that is ahead of the clock. */
function goToMonday(hours = 0): void {
  const now = ctx.clock.now();
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const days = ((8 - now.getUTCDay()) % 7) + 7;
  ctx.clock.advance(midnight + days * 24 * HOUR + hours * HOUR - now.getTime());
}

async function reader(timeZone: string | null, titles = ['Passed: Pliés']): Promise<Person> {
  const person = await someone(ctx);
  await ctx.pool.query('update users set time_zone = $2 where id = $1', [person.id, timeZone]);
  for (const title of titles) await tell(person, title);
  return person;
}

const tell = ({ id }: Person, title: string) =>
  inTransaction(ctx.db, (tx) =>
    notifyUsers(ctx, tx, { kind: 'course-grade', userIds: [id], title, link: '/courses/3' }),
  );

async function digests({ id }: Person) {
  const { rows } = await ctx.pool.query<{ email: string }>('select email from users where id = $1', [id]);
  return (await mailsTo(ctx, rows[0]?.email ?? '')).filter(({ subject }) => subject.startsWith('Your week'));
}

it('comes on Monday at seven by the user’s clock, with what is unread', async () => {
  goToMonday(-10);
  const [auckland, london, newYork, nowhere] = [
    await reader('Pacific/Auckland', ['Passed: Pliés', 'Returned: Turns']),
    await reader('Europe/London'),
    await reader('America/New_York'),
    await reader('Mars/Olympus'),
  ];
  const got = async () =>
    Promise.all([auckland, london, newYork, nowhere].map(async (one) => (await digests(one)).length));
  await run();
  expect(await got()).toEqual([0, 0, 0, 0]);
  ctx.clock.advance(6 * HOUR);
  await run();
  // 20:00 UTC on Sunday is Monday morning in Auckland.
  expect(await got()).toEqual([1, 0, 0, 0]);
  ctx.clock.advance(12 * HOUR);
  await run();
  expect(await got()).toEqual([1, 1, 0, 1]);
  ctx.clock.advance(5 * HOUR);
  await run();
  await run();
  expect(await got()).toEqual([1, 1, 1, 1]);
  const [mail] = await digests(auckland);
  expect(mail?.subject).toBe('Your week at Relevé: 2 unread');
  expect(mail?.text).toContain('Passed: Pliés\nhttps://dance.example/courses/3');
  expect(mail?.text).toContain('Returned: Turns');
});

it('comes once a week, with two servers at once', async () => {
  goToMonday(8);
  const ana = await reader('UTC');
  await Promise.all([run(), run(), run(), run()]);
  expect(await digests(ana)).toHaveLength(1);
  goToMonday(8);
  await run();
  expect(await digests(ana)).toHaveLength(1);
  await tell(ana, 'Passed: Turns');
  await run();
  const texts = (await digests(ana)).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('Passed: Turns'))).toHaveLength(1);
  expect(texts).toHaveLength(2);
});

it('doesn’t come if everything is read, or if they turned it off, or after a restore', async () => {
  goToMonday(8);
  const [read, off] = [await reader('UTC'), await reader('UTC')];
  await call(contract.markNotificationsRead, { body: { all: true }, ...read });
  await call(contract.updateNotificationSetting, {
    body: { kind: 'weekly-digest', hasEmail: false },
    ...off,
  });
  await run();
  expect([await digests(read), await digests(off)]).toEqual([[], []]);
  const restored = await reader('UTC');
  await holdWeeklyDigests(ctx.db, ctx.clock.now());
  await run();
  expect(await digests(restored)).toEqual([]);
});
