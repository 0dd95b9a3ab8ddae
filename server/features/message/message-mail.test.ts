// Emails about messages someone hasn't read while they were away.
import { beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { connectDatabase } from '#server/db/client.ts';
import { createContext } from '#server/start.ts';
import * as contract from '#shared/features/message/message.contract.ts';
import * as notification from '#shared/features/notification/notification.contract.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { holdMessageMails, sendMessageMailsJob, WAIT_MINUTES } from './message-mail.service.ts';

const { ctx, call } = await testApp({ PUBLIC_URL: 'https://dance.example' });
const pass = (minutes: number) => ctx.clock.advance(minutes * 60_000);
const run = () => sendMessageMailsJob.run(ctx, {});

beforeEach(() => ctx.pool.query('update conversation_members set mailed_seq = 1000000'));

async function twoPeople() {
  const ana = await someone(ctx, { firstName: 'Ana', lastName: 'Ferro' });
  const bo = await someone(ctx, { firstName: 'Bo', lastName: 'Lind' });
  return { ana, bo, id: await start(ana, bo) };
}

async function start(from: Person, to: Person): Promise<number> {
  const answer = await call(contract.createConversation, { body: { to: to.id, text: 'Hi Bo' }, ...from });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: number }>().id;
}

const send = (from: Person, id: number, text: string) =>
  call(contract.sendMessage, { params: { id }, body: { text }, ...from });

async function mails({ id }: Person) {
  const { rows } = await ctx.pool.query<{ email: string }>('select email from users where id = $1', [id]);
  return mailsTo(ctx, rows[0]?.email ?? '');
}

const bell = async (person: Person) =>
  (await call(notification.listNotifications, person)).json<{
    items: notification.Notification[];
    unread: number;
  }>();

describe('someone who is away', () => {
  it('gets one email with everything new in a conversation, after some minutes', async () => {
    const { ana, bo, id } = await twoPeople();
    await send(ana, id, 'Could you take my class?\nFrom: Relevé');
    pass(WAIT_MINUTES - 1);
    await run();
    expect(await mails(bo)).toEqual([]);
    pass(1);
    await run();
    const [mail, ...more] = await mails(bo);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('2 new messages from Ana Ferro');
    expect(mail?.text).toContain('Ana Ferro:\n> Hi Bo');
    expect(mail?.text).toContain('> Could you take my class?\n> From: Relevé');
    expect(mail?.text).toContain(`Reply here:\nhttps://dance.example/messages/${id}`);
    expect(await mails(ana)).toEqual([]);
  });

  it('gets the next email only for what came after it', async () => {
    const { ana, bo, id } = await twoPeople();
    pass(WAIT_MINUTES);
    for (let times = 0; times < 3; times++) await run();
    expect(await mails(bo)).toHaveLength(1);
    await send(ana, id, 'Never mind');
    pass(WAIT_MINUTES);
    await run();
    expect(await mails(bo)).toHaveLength(2);
    const texts = (await mails(bo)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('> Never mind'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('> Hi Bo'))).toHaveLength(1);
  });

  it('gets one email with two servers at once', async () => {
    const { bo } = await twoPeople();
    pass(WAIT_MINUTES);
    const database = connectDatabase(ctx.connection, { max: 4 });
    const other = Object.assign(createContext(ctx.config, database, ctx.connection), { clock: ctx.clock });
    const app = await buildApp(other, false, { withPages: false });
    await Promise.all([run(), run(), sendMessageMailsJob.run(other, {}), sendMessageMailsJob.run(other, {})]);
    expect(await mails(bo)).toHaveLength(1);
    expect((await bell(bo)).items).toHaveLength(1);
    await app.close();
    await database.close();
  });

  it('sees it in the bell too, until they read the conversation', async () => {
    const { ana, bo, id } = await twoPeople();
    pass(WAIT_MINUTES);
    await run();
    expect((await bell(bo)).items).toMatchObject([
      { kind: 'new-message', title: 'New message from Ana Ferro', link: `/messages/${id}`, isRead: false },
    ]);
    await call(contract.markConversationRead, { params: { id }, ...bo });
    expect((await bell(bo)).unread).toBe(0);
    expect((await bell(ana)).items).toEqual([]);
  });
});

describe('no email', () => {
  type Scene = Awaited<ReturnType<typeof twoPeople>>;
  const connect = ({ bo }: Scene) =>
    ctx.pool.query(
      `insert into live_streams (user_id, connected_at) values ($1, $2)
       on conflict (user_id) do update set connected_at = excluded.connected_at`,
      [bo.id, new Date(ctx.clock.now().getTime() + (WAIT_MINUTES - 1) * 60_000)],
    );

  it.each<[string, (scene: Scene) => Promise<unknown>]>([
    [
      'for a muted conversation',
      ({ bo, id }) => call(contract.updateConversation, { params: { id }, body: { isMuted: true }, ...bo }),
    ],
    [
      'for a conversation they have read',
      ({ bo, id }) => call(contract.markConversationRead, { params: { id }, ...bo }),
    ],
    ['while a browser of theirs is connected', connect],
    ['for deleted messages', () => ctx.pool.query(`update messages set deleted_at = now(), text = ''`)],
    [
      'from someone they blocked',
      ({ ana, bo }) => call(contract.blockUser, { params: { id: ana.id }, ...bo }),
    ],
    [
      'to an unconfirmed address',
      ({ bo }) => ctx.pool.query('update users set email_verified_at = null where id = $1', [bo.id]),
    ],
    [
      'if they turned these emails off',
      ({ bo }) =>
        call(notification.updateNotificationSetting, {
          body: { kind: 'new-message', hasEmail: false },
          ...bo,
        }),
    ],
    ['after a restore', () => holdMessageMails(ctx.db)],
  ])('%s', async (_, change) => {
    const scene = await twoPeople();
    await change(scene);
    pass(WAIT_MINUTES);
    await run();
    expect(await mails(scene.bo)).toEqual([]);
  });

  it('for messages older than a few days', async () => {
    const { bo } = await twoPeople();
    pass(4 * 24 * 60);
    await run();
    expect(await mails(bo)).toEqual([]);
  });
});
