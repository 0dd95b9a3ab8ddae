// Support: guests and users ask, staff answer. What staff note is never sent, and a link opens one request only.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import * as message from '#shared/features/message/message.contract.ts';
import type { Conversation, Message } from '#shared/features/message/message.schema.ts';
import * as staff from '#shared/features/support/support-staff.contract.ts';
import * as contract from '#shared/features/support/support.contract.ts';
import { GUEST_LINK_DAYS } from '#shared/features/support/support.rules.ts';
import type { GuestRequest, SupportRequestDetail } from '#shared/features/support/support.schema.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

type MailRow = { subject: string; text: string };
async function mailsTo(email: string): Promise<MailRow[]> {
  const { rows } = await ctx.pool.query<MailRow>('select subject, text from mail_outbox where "to" = $1', [
    email,
  ]);
  return rows;
}

const newEmail = () => `guest-${randomUUID().slice(0, 12)}@example.com`;
/** Another address each time, so that the limit per address is only met where it is tested. */
const newAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join('.')}`;
const keyIn = ({ text }: MailRow) => /\/contact\/([\w-]{43})/.exec(text)?.[1] ?? '';
const question = { subject: 'No file in my order', text: 'The PDF is missing.' };

async function askAsGuest(email: string, extra: object = {}) {
  const body = { ...question, guest: { name: 'Ana Ruiz', email }, ...extra };
  return call(contract.contactSupport, { body, from: newAddress() });
}

async function asked(extra: object = {}): Promise<{ email: string; key: string; id: number }> {
  const email = newEmail();
  expect((await askAsGuest(email, extra)).statusCode).toBe(201);
  const [mail] = await mailsTo(email);
  const { items } = (await call(staff.listSupportRequests, { query: { q: email } }, 'admin')).json<{
    items: { id: number }[];
  }>();
  return { email, key: keyIn(mail as MailRow), id: items[0]?.id ?? 0 };
}

const openedBy = async (key: string) =>
  (await call(contract.getGuestRequest, { params: { key } })).json<GuestRequest>();
const seenByStaff = async (id: number) =>
  (await call(staff.getSupportRequest, { params: { id } }, 'admin')).json<SupportRequestDetail>();
const reply = (id: number, text: string, isSolved = false) =>
  call(staff.replyToSupportRequest, { params: { id }, body: { text, isSolved } }, 'admin');

it('a guest’s question is answered and solved, without an account', async () => {
  const { email, key, id } = await asked({ orderNumber: 'rv-999999' });
  expect(await openedBy(key)).toMatchObject({
    subject: question.subject,
    state: 'open',
    messages: [{ text: question.text, isFromSupport: false, sender: 'Ana Ruiz' }],
  });
  ctx.clock.advance(12 * 60_000);
  expect((await reply(id, 'It is back. Can you see it?')).statusCode).toBe(204);
  const answer = (await mailsTo(email)).find(({ subject }) => subject.startsWith('Re: '));
  expect(answer?.text).toContain('It is back. Can you see it?');
  const second = keyIn(answer as MailRow);
  expect(second).not.toBe(key);
  expect(await openedBy(second)).toMatchObject({ state: 'waiting', messages: [{}, { isFromSupport: true }] });

  const thanks = { params: { key: second }, body: { text: 'Yes, thank you' } };
  expect((await call(contract.replyAsGuest, thanks)).statusCode).toBe(204);
  expect((await seenByStaff(id)).state).toBe('open');
  await reply(id, 'Glad to hear it.', true);
  const detail = await seenByStaff(id);
  expect(detail).toMatchObject({ state: 'solved', firstResponseMinutes: 12, orderNumber: 'rv-999999' });
  expect(detail.assignee?.name).toBeTruthy();
  expect(detail.messages.map(({ text }) => text)).toEqual([
    question.text,
    'It is back. Can you see it?',
    'Yes, thank you',
    'Glad to hear it.',
  ]);
});

it('a link stops working some time after the question is solved, and not before', async () => {
  const { key, id } = await asked();
  const status = async () => (await call(contract.getGuestRequest, { params: { key } })).statusCode;
  ctx.clock.advance((GUEST_LINK_DAYS + 10) * 86_400_000);
  expect(await status()).toBe(200);
  await reply(id, 'Done', true);
  ctx.clock.advance((GUEST_LINK_DAYS - 1) * 86_400_000);
  expect(await status()).toBe(200);
  ctx.clock.advance(2 * 86_400_000);
  expect(await status()).toBe(404);
  expect((await call(contract.replyAsGuest, { params: { key }, body: { text: 'Hm' } })).statusCode).toBe(404);
});

it('a key opens its own request and nothing else', async () => {
  const [one, other] = [await asked(), await asked({ subject: 'Another matter' })];
  expect((await openedBy(one.key)).subject).toBe(question.subject);
  expect((await openedBy(other.key)).subject).toBe('Another matter');
  const guessed = one.key.slice(0, -1) + (one.key.endsWith('A') ? 'B' : 'A');
  expect((await call(contract.getGuestRequest, { params: { key: guessed } })).statusCode).toBe(404);
  const { rows } = await ctx.pool.query('select key_hash from support_keys');
  expect(JSON.stringify(rows)).not.toContain(one.key);
});

it('a note is never sent to anyone but staff', async () => {
  const secret = `Looks like fraud ${randomUUID()}`;
  const guest = await asked();
  const ana = await someone(ctx);
  const mine = await askAs(ana);
  for (const id of [guest.id, mine.id]) {
    const note = { params: { id }, body: { text: secret } };
    expect((await call(staff.addSupportNote, note, 'admin')).statusCode).toBe(204);
    await reply(id, 'We are looking into it.');
    expect((await seenByStaff(id)).notes).toMatchObject([{ text: secret }]);
  }
  const params = { id: mine.conversationId };
  const answers = [
    await call(contract.getGuestRequest, { params: { key: guest.key } }),
    await call(message.listMessages, { params, ...ana }),
    await call(message.getConversation, { params, ...ana }),
    await call(message.listConversations, { query: { q: 'fraud' }, ...ana }),
  ];
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain(secret);
  }
  const { rows } = await ctx.pool.query('select 1 from mail_outbox where position($1 in text) > 0', [secret]);
  expect(rows).toEqual([]);
});

async function askAs(person: Person, extra: object = {}): Promise<{ id: number; conversationId: number }> {
  const body = { ...question, ...extra };
  const answer = await call(contract.contactSupport, { body, ...person, from: newAddress() });
  expect(answer.statusCode).toBe(201);
  const { conversationId } = answer.json<{ conversationId: number }>();
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select id from support_requests where conversation_id = $1',
    [conversationId],
  );
  return { id: rows[0]?.id ?? 0, conversationId };
}

it('a user’s question is a conversation among their messages', async () => {
  const [ana, bo] = [await someone(ctx), await someone(ctx)];
  const { id, conversationId } = await askAs(ana);
  await reply(id, 'Which order is it?');
  const { items, unread } = (await call(message.listConversations, { ...ana })).json<{
    items: Conversation[];
    unread: number;
  }>();
  expect(items).toMatchObject([
    { id: conversationId, subject: question.subject, people: [{ name: 'Relevé support', isSupport: true }] },
  ]);
  expect(unread).toBe(1);
  const params = { id: conversationId };
  const body = { text: 'The latest one' };
  expect((await call(message.sendMessage, { params, body, ...ana })).statusCode).toBe(201);
  expect((await seenByStaff(id)).state).toBe('open');
  const thread = (await call(message.listMessages, { params, ...ana })).json<{ items: Message[] }>();
  expect(thread.items.map(({ sender }) => sender)).toEqual([null, 'Relevé support', null]);
  // Which of the staff it was is nobody's business.
  expect(JSON.stringify(thread)).not.toContain((await seenByStaff(id)).assignee?.name);
  for (const outsider of [bo, { headers: {} }]) {
    const { statusCode } = await call(message.listMessages, { params, ...outsider });
    expect([401, 404]).toContain(statusCode);
  }
});

it('what a request is about must be the user’s own', async () => {
  const [ana, bo] = [await someone(ctx), await someone(ctx)];
  const { rows } = await ctx.pool.query<{ id: number; user_id: number }>(
    'select id, user_id from orders where user_id is not null and paid_at is not null limit 1',
  );
  const order = rows[0] as { id: number; user_id: number };
  await askAs(bo, { about: { type: 'order', id: order.id } });
  const { id } = await askAs(ana, { about: { type: 'order', id: order.id } });
  expect((await seenByStaff(id)).about).toBeNull();
});

it('an order number is shown to staff with a warning if it is someone else’s', async () => {
  const { rows } = await ctx.pool.query<{ number: string; email: string }>(
    'select number, email from orders where paid_at is not null limit 1',
  );
  const order = rows[0] as { number: string; email: string };
  const stranger = await asked({ orderNumber: ` ${order.number.toLowerCase()} ` });
  expect((await seenByStaff(stranger.id)).order).toMatchObject({ number: order.number, isTheirs: false });
});

it('programs that fill in every field are answered and ignored', async () => {
  const email = newEmail();
  expect((await askAsGuest(email, { website: 'https://spam.example' })).statusCode).toBe(201);
  expect(await mailsTo(email)).toEqual([]);
});

it('guests must say who they are', async () => {
  const answer = await call(contract.contactSupport, { body: question, from: newAddress() });
  expect(answer.statusCode).toBe(422);
});

it('nobody’s mailbox can be filled, and the email repeats nothing that was typed', async () => {
  const email = newEmail();
  const statuses = [];
  for (let n = 0; n < 4; n++) statuses.push((await askAsGuest(email, { subject: 'BUY NOW' })).statusCode);
  expect(statuses).toEqual([201, 201, 201, 429]);
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(3);
  for (const mail of mails) expect(JSON.stringify(mail)).not.toMatch(/BUY NOW|Ana|PDF is missing/);
});

it('one address can’t send many requests', async () => {
  const from = newAddress();
  const statuses = [];
  for (let n = 0; n < 11; n++) {
    const body = { ...question, guest: { name: 'Ana', email: newEmail() } };
    statuses.push((await call(contract.contactSupport, { body, from })).statusCode);
  }
  expect(statuses.slice(9)).toEqual([201, 429]);
});

it('only staff who answer can be assigned, and filters find their requests', async () => {
  const { id } = await asked();
  const admin = await someone(ctx, { roles: ['admin'] });
  const officer = await someone(ctx, { roles: ['curriculum_officer'] });
  const assign = (assigneeId: number | null) =>
    call(staff.updateSupportRequest, { params: { id }, body: { assigneeId } }, 'admin');
  expect((await assign(officer.id)).statusCode).toBe(422);
  expect((await assign(admin.id)).statusCode).toBe(204);
  const listed = async (query: Record<string, string>) =>
    (await call(staff.listSupportRequests, { query, ...admin })).json<{ items: { id: number }[] }>().items;
  expect((await listed({ assigned: 'mine' })).map((item) => item.id)).toEqual([id]);
  expect((await listed({ assigned: 'unassigned' })).some((item) => item.id === id)).toBe(false);
  expect((await call(staff.listSupportRequests, {}, 'officer')).statusCode).toBe(403);
});

it('staff see new questions and replies at once', async () => {
  const admin = await someone(ctx, { roles: ['admin'] });
  const { key, id } = await asked();
  await call(contract.replyAsGuest, { params: { key }, body: { text: 'One more thing' } });
  await call(staff.addSupportNote, { params: { id }, body: { text: 'Call them' } }, 'admin');
  const { rows } = await ctx.pool.query<{ kind: string }>(
    'select kind from live_events where user_id = $1 order by number',
    [admin.id],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['support', 'support', 'support']);
});

it('saved replies have a title of their own and known placeholders', async () => {
  const title = `Refund ${randomUUID()}`;
  const create = (body: object) => call(staff.createSavedReply, { body }, 'admin');
  const created = await create({ title, text: 'Hi {{first_name}}, it is on its way.' });
  expect(created.statusCode).toBe(201);
  expect((await create({ title: title.toUpperCase(), text: 'Hi' })).statusCode).toBe(409);
  expect((await create({ title: 'Other', text: 'Hi {{surname}}' })).statusCode).toBe(400);
  const params = { id: created.json<{ id: number }>().id };
  const change = { title, text: 'Changed' };
  expect((await call(staff.updateSavedReply, { params, body: change }, 'admin')).statusCode).toBe(200);
  const { items } = (await call(staff.listSavedReplies, {}, 'admin')).json<{ items: object[] }>();
  expect(items).toContainEqual(expect.objectContaining({ ...change, id: params.id }));
  expect((await call(staff.deleteSavedReply, { params }, 'admin')).statusCode).toBe(204);
  expect((await call(staff.deleteSavedReply, { params }, 'admin')).statusCode).toBe(404);
});
