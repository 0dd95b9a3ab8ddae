// The bell, its settings, and emails people can and can't turn off.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { queueMail, queueMails, type Mail } from '#server/platform/mail.service.ts';
import { notifyUsers } from '#server/platform/notification.service.ts';
import * as contract from '#shared/features/notification/notification.contract.ts';
import {
  kindRules,
  notificationKinds,
  type NotificationKind,
} from '#shared/features/notification/notification.rules.ts';
import { startFakeSmtp } from '../../../tests/server/fake-smtp.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const { app, ctx, call } = await testApp({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://dance.example' });

beforeEach(() => {
  smtp.received.length = 0;
});

type Listed = { items: contract.Notification[]; next: number | null; unread: number };

async function bell(person: Person, query: Record<string, string> = {}): Promise<Listed> {
  const answer = await call(contract.listNotifications, { query, ...person });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Listed>();
}

async function addressOf({ id }: Pick<Person, 'id'>): Promise<string> {
  const { rows } = await ctx.pool.query<{ email: string }>('select email from users where id = $1', [id]);
  return rows[0]?.email ?? '';
}

async function tell(person: Person, mail: Partial<Mail> = {}): Promise<void> {
  const to = await addressOf(person);
  await inTransaction(ctx.db, (tx) =>
    queueMail(ctx, tx, { kind: 'course-grade', to, subject: 'Passed: Pliés', text: 'Well done.', ...mail }),
  );
}

const set = (person: Person, kind: NotificationKind, body: object) =>
  call(contract.updateNotificationSetting, { body: { kind, ...body }, ...person });

const question = (title: string): Partial<Mail> => ({
  kind: 'course-question',
  subject: title,
  link: '/courses/7/lessons/1',
  about: { type: 'course', id: 7, title: 'Ballet 1' },
});

describe('the bell', () => {
  it('shows what an email said, with a link, latest first', async () => {
    const ana = await someone(ctx);
    await tell(ana, { link: '/courses/3' });
    await tell(ana, { subject: 'Your order R-1', kind: 'order-receipt', link: '/orders/1' });
    const { items, unread } = await bell(ana);
    expect(unread).toBe(2);
    expect(items).toMatchObject([
      { kind: 'order-receipt', group: 'orders', title: 'Your order R-1', link: '/orders/1', isRead: false },
      { kind: 'course-grade', group: 'courses', title: 'Passed: Pliés', link: '/courses/3', count: 1 },
    ]);
  });

  it('shows several about the same object as one, until they are read', async () => {
    const ana = await someone(ctx);
    for (const title of ['Which foot?', 'How high?', 'Why?']) await tell(ana, question(title));
    await tell(ana, { ...question('Another course'), about: { type: 'course', id: 8, title: 'Ballet 2' } });
    const { items, unread } = await bell(ana);
    expect(items.map(({ title }) => title)).toEqual(['Another course', '3 new questions in Ballet 1']);
    expect(unread).toBe(2);
    const ids = [items[1]?.id];
    const answer = await call(contract.markNotificationsRead, { body: { ids }, ...ana });
    expect(answer.json()).toEqual({ unread: 1 });
    await tell(ana, question('And now?'));
    expect((await bell(ana)).items.map(({ title, isRead }) => [title, isRead])).toEqual([
      ['And now?', false],
      ['Another course', false],
      ['3 new questions in Ballet 1', true],
    ]);
  });

  it('marks only the viewer’s own as read', async () => {
    const [ana, bo] = [await someone(ctx), await someone(ctx)];
    await tell(ana);
    const ids = (await bell(ana)).items.map(({ id }) => id);
    await call(contract.markNotificationsRead, { body: { ids }, ...bo });
    await call(contract.markNotificationsRead, { body: { all: true }, ...bo });
    expect((await bell(ana)).unread).toBe(1);
    await call(contract.markNotificationsRead, { body: { all: true }, ...ana });
    expect((await bell(ana)).unread).toBe(0);
    expect((await bell(bo)).items).toEqual([]);
  });

  it('comes in pages', async () => {
    const ana = await someone(ctx);
    for (let at = 1; at <= 35; at++) await tell(ana, { subject: `Number ${at}` });
    const first = await bell(ana);
    const second = await bell(ana, { before: String(first.next) });
    const titles = [...first.items, ...second.items].map(({ title }) => title);
    expect(titles).toEqual(Array.from({ length: 35 }, (_, at) => `Number ${35 - at}`));
    expect(second.next).toBeNull();
  });

  it.each([{}, { ids: [] }, { ids: [1], all: true }, { ids: ['x'] }, { all: false }])(
    'rejects %j',
    async (body) => {
      const answer = await call(contract.markNotificationsRead, { body, ...(await someone(ctx)) });
      expect(answer.statusCode).toBe(400);
    },
  );

  it('isn’t for guests', async () => {
    for (const one of [contract.listNotifications, contract.listNotificationSettings]) {
      expect((await call(one)).statusCode).toBe(401);
    }
  });

  it('tells open browsers when the transaction commits, and not before', async () => {
    const ana = await someone(ctx);
    const events = async () =>
      (await ctx.pool.query('select kind from live_events where user_id = $1', [ana.id])).rows;
    await expect(
      inTransaction(ctx.db, async (tx) => {
        await notifyUsers(ctx, tx, { kind: 'course-grade', userIds: [ana.id], title: 'Undone' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await events()).toEqual([]);
    await tell(ana);
    expect(await events()).toEqual([{ kind: 'notification' }]);
  });

  it('doesn’t show an account with an unconfirmed address what others send to that address', async () => {
    const ana = await someone(ctx);
    const to = await addressOf(ana);
    await ctx.pool.query('update users set email_verified_at = null where id = $1', [ana.id]);
    const invitation = { kind: 'seat-invitation', to, subject: 'A seat', text: 'Yours' } as const;
    await inTransaction(ctx.db, (tx) => queueMail(ctx, tx, invitation));
    expect((await bell(ana)).items).toEqual([]);
    expect(await mailsTo(ctx, to)).toHaveLength(1);
    await ctx.pool.query('update users set email_verified_at = now() where id = $1', [ana.id]);
    await inTransaction(ctx.db, (tx) => queueMail(ctx, tx, invitation));
    expect((await bell(ana)).items).toHaveLength(1);
  });
});

describe('a notification with a key', () => {
  const once = { key: 'certificate 4, 30 days', kind: 'certificate-expiring' } as const;

  it('comes once, however often the job runs, on two servers at once', async () => {
    const ana = await someone(ctx);
    await Promise.all(Array.from({ length: 8 }, () => tell(ana, once)));
    await tell(ana, once);
    expect((await bell(ana)).items).toHaveLength(1);
    expect(await mailsTo(ctx, await addressOf(ana))).toHaveLength(1);
  });

  it('is emailed once even with the bell off', async () => {
    const ana = await someone(ctx);
    await set(ana, once.kind, { hasBell: false });
    await tell(ana, once);
    await tell(ana, once);
    expect((await bell(ana)).items).toEqual([]);
    expect(await mailsTo(ctx, await addressOf(ana))).toHaveLength(1);
  });
});

describe('settings', () => {
  it('turn off the email, the bell, or both', async () => {
    const ana = await someone(ctx);
    const seen = async () => {
      await tell(ana);
      const mails = await mailsTo(ctx, await addressOf(ana));
      return [(await bell(ana)).items.length, mails.length];
    };
    expect(await seen()).toEqual([1, 1]);
    await set(ana, 'course-grade', { hasEmail: false });
    expect(await seen()).toEqual([2, 1]);
    await set(ana, 'course-grade', { hasBell: false });
    expect(await seen()).toEqual([2, 1]);
    await set(ana, 'course-grade', { hasEmail: true });
    expect(await seen()).toEqual([2, 2]);
  });

  it('hold for each recipient of many', async () => {
    const people = [await someone(ctx), await someone(ctx), await someone(ctx)];
    const addresses = await Promise.all(people.map(addressOf));
    await set(people[1] as Person, 'course-added', { hasEmail: false });
    await inTransaction(ctx.db, (tx) =>
      queueMails(
        ctx,
        tx,
        addresses.map((to) => ({ kind: 'course-added', to, subject: 'You’re in', text: 'Start' })),
      ),
    );
    const counts = await Promise.all(addresses.map(async (to) => (await mailsTo(ctx, to)).length));
    expect(counts).toEqual([1, 0, 1]);
  });

  it('list what concerns the viewer’s roles, everything on', async () => {
    const list = async (person: Person) =>
      (await call(contract.listNotificationSettings, person)).json<{
        items: contract.NotificationSetting[];
      }>().items;
    const learner = await list(await someone(ctx));
    const seller = await list(await someone(ctx, { roles: ['user', 'seller'] }));
    expect(learner.map(({ group }) => group)).not.toContain('store');
    expect(seller.map(({ kind }) => kind)).toContain('payout-paid');
    expect(learner.find(({ kind }) => kind === 'order-receipt')).toMatchObject({
      hasBell: true,
      hasEmail: true,
      isEmailFixed: true,
    });
    expect(learner.every(({ hasBell, hasEmail }) => hasBell !== false && hasEmail !== false)).toBe(true);
  });

  it('can’t turn off receipts and security emails, even in the table', async () => {
    const ana = await someone(ctx);
    expect((await set(ana, 'order-receipt', { hasEmail: false })).statusCode).toBe(422);
    expect((await set(ana, 'weekly-digest', { hasBell: true })).statusCode).toBe(422);
    await ctx.pool.query(
      `insert into notification_settings (user_id, kind, has_bell, has_email) values ($1, 'account-security', false, false)`,
      [ana.id],
    );
    await tell(ana, { kind: 'account-security', subject: 'Your password was changed' });
    expect(await mailsTo(ctx, await addressOf(ana))).toHaveLength(1);
    expect((await bell(ana)).items).toEqual([]);
  });
});

describe('unsubscribing', () => {
  async function received(person: Person, kind: NotificationKind) {
    const to = await addressOf(person);
    await tell(person, { kind });
    await ctx.jobs.drain();
    return smtp.received.findLast((mail) => mail.to.includes(to));
  }
  const pathIn = (header = '') =>
    /^<https:\/\/dance\.example(\/unsubscribe\?token=[\w.-]+)>$/.exec(header)?.[1];
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (url: string, payload = '') => app.inject({ method: 'POST', url, headers: form, payload });
  const ONE_CLICK = 'List-Unsubscribe=One-Click';

  it.each(notificationKinds.filter((kind) => kindRules(kind).email !== 'never'))(
    'is in every email people can turn off, and in no other: %s',
    async (kind) => {
      const mail = await received(await someone(ctx), kind);
      const isOptional = kindRules(kind).email === 'optional';
      expect(pathIn(mail?.headers.get('list-unsubscribe')) !== undefined).toBe(isOptional);
      expect(mail?.headers.get('list-unsubscribe-post')).toBe(isOptional ? ONE_CLICK : undefined);
      const text = mail?.bodies.get('text/plain') ?? '';
      expect(text.includes('https://dance.example/unsubscribe?token=')).toBe(isOptional);
      expect(text.includes('https://dance.example/notifications#settings')).toBe(isOptional);
    },
  );

  it('takes one POST from the mail program, without signing in, and turns off that kind only', async () => {
    const ana = await someone(ctx);
    const url = pathIn((await received(ana, 'course-grade'))?.headers.get('list-unsubscribe')) ?? '';
    for (const _ of ['once', 'again']) {
      const answer = await post(url, ONE_CLICK);
      expect([answer.statusCode, answer.json()]).toEqual([200, { off: 'course-grade' }]);
    }
    smtp.received.length = 0;
    expect(await received(ana, 'course-grade')).toBeUndefined();
    expect(await received(ana, 'course-added')).toBeDefined();
    expect((await bell(ana)).items).toHaveLength(3);
  });

  it('changes nothing when the link is opened', async () => {
    const ana = await someone(ctx);
    const url = pathIn((await received(ana, 'course-grade'))?.headers.get('list-unsubscribe')) ?? '';
    for (const method of ['GET', 'HEAD'] as const) await app.inject({ method, url });
    expect(await received(ana, 'course-grade')).toBeDefined();
  });

  it('takes the page’s form, and shows the page again', async () => {
    const ana = await someone(ctx);
    const url = pathIn((await received(ana, 'course-grade'))?.headers.get('list-unsubscribe')) ?? '';
    const answer = await post(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/unsubscribe?off=course-grade']);
    expect(await received(await someone(ctx), 'course-grade')).toBeDefined();
  });

  it('works for an address without an account', async () => {
    const to = `guest-${Date.now()}@example.com`;
    const invite = async () => {
      const invitation = { kind: 'course-invitation', to, subject: 'Come in', text: 'Yours' } as const;
      await inTransaction(ctx.db, (tx) => queueMail(ctx, tx, invitation));
      return (await mailsTo(ctx, to)).length;
    };
    expect(await invite()).toBe(1);
    await ctx.jobs.drain();
    const mail = smtp.received.findLast((one) => one.to.includes(to));
    expect(mail?.bodies.get('text/plain')).not.toContain('/notifications#settings');
    await post(pathIn(mail?.headers.get('list-unsubscribe')) ?? '', ONE_CLICK);
    expect(await invite()).toBe(1);
  });

  it('needs a genuine link', async () => {
    const [ana, bo] = [await someone(ctx), await someone(ctx)];
    const url = pathIn((await received(ana, 'course-grade'))?.headers.get('list-unsubscribe')) ?? '';
    const token = url.split('token=')[1] ?? '';
    for (const bad of [
      '',
      'x',
      token.slice(0, -1),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.replace(`u${ana.id}`, `u${bo.id}`),
      token.replace('course-grade', 'account-security'),
      `course-grade.u${bo.id}.${'A'.repeat(32)}`,
    ]) {
      const path = `/unsubscribe?${new URLSearchParams({ token: bad }).toString()}`;
      expect((await post(path, ONE_CLICK)).statusCode, bad).toBe(404);
      expect((await post(path)).headers.location).toBe('/unsubscribe');
    }
    expect(await received(ana, 'course-grade')).toBeDefined();
    expect(await received(bo, 'course-grade')).toBeDefined();
  });
});
