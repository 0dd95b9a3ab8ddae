// Conversations: starting them, order and unread counts under races, limits, blocks, reports, and what outsiders get.
import { describe, expect, it } from 'vitest';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { checkUploadJob } from '#server/features/upload/upload.service.ts';
import { createResource, createSeller } from '#server/seed/factories.ts';
import * as contract from '#shared/features/message/message.contract.ts';
import type { Message, Recipient } from '#shared/features/message/message.schema.ts';
import { messageTools } from '../../../tests/server/message-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { tusTools } from '../../../tests/server/upload-tools.ts';
import { insertMessage, takeNextSeq } from './message-send.queries.ts';

const test = await testApp();
const { app, ctx, call } = test;
const tus = tusTools(test);

const { start, started, send, thread, inbox, read, detail, change, twoPeople } = messageTools(test);

describe('a conversation', () => {
  it('is between people, in the order the messages were sent', async () => {
    const { ana, bo } = await twoPeople();
    const id = await started(ana, bo, 'Is page 6 right?');
    await send(bo, id, { text: 'It is.' });
    const { items } = await thread(ana, id);
    expect(items.map(({ seq, text, sender }) => [seq, text, sender === null])).toEqual([
      [1, 'Is page 6 right?', true],
      [2, 'It is.', false],
    ]);
    expect((await inbox(ana)).items[0]).toMatchObject({
      id,
      preview: 'It is.',
      unread: 1,
      isPreviewOwn: false,
    });
    expect((await inbox(bo)).items[0]).toMatchObject({ id, isPreviewOwn: true, unread: 1 });
  });

  it('is continued by the same people, and a new one only with a subject', async () => {
    const { ana, bo } = await twoPeople();
    const id = await started(ana, bo);
    expect(await started(bo, ana)).toBe(id);
    const other = await start(ana, { to: bo.id, subject: 'The June show' });
    expect(other.json<{ id: number }>().id).not.toBe(id);
  });

  it('is one even if both start it at the same time', async () => {
    const { ana, bo } = await twoPeople();
    const answers = await Promise.all(
      [ana, bo, ana, bo].map((from, at) =>
        start(from, { to: from === ana ? bo.id : ana.id, text: `Hello ${at}` }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.json<{ id: number }>().id)).size).toBe(1);
    expect((await inbox(ana)).items[0]?.lastSeq).toBe(4);
  });

  it('about a resource goes to its seller and shows what it is about', async () => {
    const seller = await someone(ctx);
    await createSeller(ctx.db, { userId: seller.id, name: 'Samba Studio' });
    const resource = await createResource(ctx.db, { sellerId: seller.id, title: 'Samba bounce' });
    const ana = await someone(ctx);
    const query = { aboutType: 'resource', aboutId: String(resource.id) };
    const recipient = await call(contract.getRecipient, { query, ...ana });
    expect(recipient.json<Recipient>()).toMatchObject({
      people: [{ id: seller.id, name: 'Samba Studio' }],
      about: { title: 'Samba bounce' },
      conversationId: null,
    });
    const about = { type: 'resource', id: resource.id };
    const answer = await start(ana, { to: 'owner', about });
    expect(answer.json<{ message: Message }>().message.about).toMatchObject({
      title: 'Samba bounce',
      url: `/curriculum/${resource.id}`,
    });
    expect((await inbox(seller, { filter: 'purchases' })).items[0]?.aboutTitle).toBe('Samba bounce');
    expect((await inbox(seller, { filter: 'courses' })).items).toEqual([]);
    expect((await start(seller, { to: 'owner', about })).statusCode).toBe(422);
  });

  it('about something private is refused to everyone else', async () => {
    const { ana, bo } = await twoPeople();
    const draft = await createResource(ctx.db, {
      sellerId: (await createSeller(ctx.db)).userId,
      state: 'draft',
    });
    const about = (type: string, id: number) => start(ana, { to: bo.id, about: { type, id } });
    expect((await about('resource', draft.id)).statusCode).toBe(404);
    const { rows } = await ctx.pool.query<{ id: number }>(
      'select id from orders where paid_at is not null limit 1',
    );
    expect((await about('order', rows[0]?.id ?? 0)).statusCode).toBe(404);
    expect((await about('booking', 1)).statusCode).toBe(404);
  });

  it('needs someone who exists, and is not oneself', async () => {
    const ana = await someone(ctx);
    expect((await start(ana, { to: ana.id })).statusCode).toBe(422);
    expect((await start(ana, { to: 2_000_000_000 })).statusCode).toBe(404);
    expect((await start(ana, { to: 'owner' })).statusCode).toBe(422);
    expect((await start(ana, { to: (await someone(ctx)).id, text: ' \u200b ' })).statusCode).toBe(422);
  });
});

describe('many people writing at once', () => {
  it('see one order without gaps, and exact unread counts', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => someone(ctx)));
    const [first, ...others] = people as [Person, ...Person[]];
    const id = await started(first, others, 'Who brings the speaker?');
    const answers = await Promise.all(
      Array.from({ length: 36 }, (_, at) => {
        const from = people[at % people.length] as Person;
        return at % 9 === 8 ? read(from, id) : send(from, id, { text: `Message ${at}` });
      }),
    );
    expect(statusesOf(answers).filter((status) => status >= 300)).toEqual([]);
    const seen = await Promise.all(people.map((person) => thread(person, id)));
    const order = seen[0]?.items.map(({ seq, text }) => `${seq} ${text}`);
    expect(order).toHaveLength(33);
    expect(seen[0]?.items.map(({ seq }) => seq)).toEqual(Array.from({ length: 33 }, (_, at) => at + 1));
    for (const { items } of seen) expect(items.map(({ seq, text }) => `${seq} ${text}`)).toEqual(order);
    for (const [at, person] of people.entries()) {
      const { lastReadSeq, unread } = await detail(person, id);
      const fromOthers = seen[at]?.items.filter(({ seq, sender }) => seq > lastReadSeq && sender !== null);
      expect(unread).toBe(fromOthers?.length);
    }
  });

  it('send a message once, however often it is sent', async () => {
    const { ana, bo } = await twoPeople();
    const id = await started(ana, bo);
    const body = { text: 'Only once', key: 'key-of-this-message' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(ana, id, body)));
    expect(new Set(answers.map((answer) => answer.json<Message>().id)).size).toBe(1);
    expect((await thread(bo, id)).items).toHaveLength(2);
  });

  it('send a message once even past the lock of its sender; without the constraint twice', async () => {
    const { ana, bo } = await twoPeople();
    const conversationId = await started(ana, bo);
    const body = { text: 'Only once', key: 'key-past-the-lock' };
    await send(ana, conversationId, body);
    const sendAgain = async (tx: Tx) => {
      const now = ctx.clock.now();
      const { seq } = await takeNextSeq(tx, { id: conversationId, now });
      const { text, key: clientKey } = body;
      await insertMessage(tx, { conversationId, seq, senderId: ana.id, text, clientKey, createdAt: now });
    };
    const refused = await inTransaction(ctx.db, sendAgain).catch(violatedConstraint);
    expect(refused).toBe('messages_client_key');
    const undone = inTransaction(ctx.db, async (tx) => {
      await tx.$client.query('drop index messages_client_key');
      await sendAgain(tx);
      throw new Error('Undo it.');
    });
    await expect(undone).rejects.toThrow('Undo it.');
  });
});

describe('reading', () => {
  it('moves the mark forward only, and tells the other what was seen', async () => {
    const { ana, bo } = await twoPeople();
    const id = await started(ana, bo);
    await send(ana, id);
    await send(ana, id);
    expect((await inbox(bo)).unread).toBe(1);
    expect((await read(bo, id, 2)).json()).toEqual({ unread: 1 });
    expect((await detail(bo, id)).unread).toBe(1);
    await read(bo, id, 1);
    expect((await detail(bo, id)).lastReadSeq).toBe(2);
    expect((await read(bo, id, 999)).json()).toEqual({ unread: 0 });
    expect((await detail(bo, id)).lastReadSeq).toBe(3);
    expect((await thread(ana, id)).seenSeq).toBe(3);
  });

  it('goes back through a long thread page by page', async () => {
    const { ana, bo } = await twoPeople();
    const id = await started(ana, bo);
    await ctx.pool.query(
      `insert into messages (conversation_id, seq, sender_id, text, created_at)
       select $1, n, $2, 'Message ' || n, now() from generate_series(2, 120) n`,
      [id, bo.id],
    );
    await ctx.pool.query('update conversations set last_seq = 120 where id = $1', [id]);
    const latest = await thread(ana, id);
    expect([latest.items[0]?.seq, latest.items.at(-1)?.seq, latest.hasEarlier]).toEqual([71, 120, true]);
    const earlier = await thread(ana, id, { before: '71' });
    expect([earlier.items[0]?.seq, earlier.items.at(-1)?.seq]).toEqual([21, 70]);
    const first = await thread(ana, id, { before: '21' });
    expect([first.items[0]?.seq, first.hasEarlier]).toEqual([1, false]);
    expect((await thread(ana, id, { after: '118' })).items.map(({ seq }) => seq)).toEqual([119, 120]);
  });

  it('finds words, names and subjects in one’s own conversations', async () => {
    const { ana, bo } = await twoPeople();
    const outsider = await someone(ctx);
    const id = await started(ana, bo, 'The castanets arrive on Friday');
    await send(bo, id, { text: 'Wonderful' });
    const found = await inbox(ana, { q: 'castan' });
    expect(found.items).toMatchObject([{ id, preview: 'The castanets arrive on Friday' }]);
    expect((await inbox(outsider, { q: 'castan' })).items).toEqual([]);
    expect((await inbox(ana, { q: 'tambourine' })).items).toEqual([]);
    expect((await inbox(ana, { q: `' & | ! :* \\ % _` })).items).toBeInstanceOf(Array);
  });

  it('lists by the latest message, page by page', async () => {
    const ana = await someone(ctx);
    await ctx.pool.query(
      `with c as (insert into conversations (thread_key, started_by, is_first_contact, last_seq, created_at, last_message_at)
         select 'page-' || n, $1, false, 1, now(), date_trunc('second', now()) - (n / 2) * interval '1 hour' from generate_series(1, 70) n
         returning id),
       m as (insert into conversation_members (conversation_id, user_id, joined_at) select id, $1, now() from c)
       insert into messages (conversation_id, seq, sender_id, text, created_at) select id, 1, null, 'Hi', now() from c`,
      [ana.id],
    );
    const ids: number[] = [];
    let before: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof inbox>> = await inbox(ana, before ? { before } : {});
      ids.push(...page.items.map(({ id }) => id));
      before = page.next;
    } while (before);
    expect(new Set(ids).size).toBe(70);
    expect((await call(contract.listConversations, { query: { before: 'x' }, ...ana })).statusCode).toBe(400);
  });
});

describe('a message', () => {
  it('can be changed and deleted by its sender for 15 minutes', async () => {
    const { ana, bo } = await twoPeople();
    const id = await started(ana, bo, 'Thrusday');
    const [message] = (await thread(ana, id)).items;
    const params = { id: message?.id ?? 0 };
    const edit = (person: Person) =>
      call(contract.editMessage, { params, body: { text: 'Thursday' }, ...person });
    expect((await edit(bo)).statusCode).toBe(404);
    expect((await edit(ana)).json()).toMatchObject({ text: 'Thursday', isEdited: true });
    const before = ctx.clock.now();
    ctx.clock.advance(15 * 60_000);
    expect((await edit(ana)).statusCode).toBe(409);
    expect((await call(contract.deleteMessage, { params, ...ana })).statusCode).toBe(409);
    ctx.clock.set(before);
    expect((await call(contract.deleteMessage, { params, ...bo })).statusCode).toBe(404);
    expect((await call(contract.deleteMessage, { params, ...ana })).statusCode).toBe(204);
    expect((await thread(bo, id)).items[0]).toMatchObject({ text: '', isDeleted: true });
    expect((await inbox(bo)).unread).toBe(0);
  });

  it('with a card number or a password is flagged', async () => {
    const { ana, bo } = await twoPeople();
    const id = await started(ana, bo, 'My card: 4242 4242 4242 4242');
    expect((await thread(bo, id)).items[0]?.flags).toEqual(['card']);
  });

  it('may have 10,000 characters, markup and odd Unicode, all of it harmless text', async () => {
    const { ana, bo } = await twoPeople();
    const text = `<script>alert(1)</script> \u202Egnp.exe ${'x'.repeat(9900)}`;
    const id = await started(ana, bo, text);
    expect((await thread(bo, id)).items[0]?.text).toMatch(/^<script>alert\(1\)<\/script> gnp\.exe x/);
    expect((await send(ana, id, { text: 'x'.repeat(10_001) })).statusCode).toBe(400);
  });

  it('carries files only its conversation can open', async () => {
    const { ana, bo } = await twoPeople();
    const outsider = await someone(ctx);
    const id = await started(ana, bo);
    const uploadId = await tus.send(
      ana.headers.cookie,
      'counts.txt',
      Buffer.from('5, 6, 7, 8'),
      'message-file',
    );
    await checkUploadJob.run(ctx, { id: uploadId });
    expect((await send(bo, id, { attachments: [uploadId] })).statusCode).toBe(404);
    const sent = (await send(ana, id, { text: '', attachments: [uploadId] })).json<Message>();
    const url = `/api/message-files/${sent.files[0]?.id}`;
    const get = (person: Person | null) => app.inject({ url, ...(person && { headers: person.headers }) });
    expect((await get(bo)).body).toBe('5, 6, 7, 8');
    expect((await get(outsider)).statusCode).toBe(404);
    expect((await get(null)).statusCode).toBe(401);
    await call(contract.deleteMessage, { params: { id: sent.id }, ...ana });
    expect((await get(bo)).statusCode).toBe(404);
  });
});

describe('the viewer’s own settings', () => {
  it('keep a draft until the message is sent', async () => {
    const { ana, bo } = await twoPeople();
    const id = await started(ana, bo);
    await change(ana, id, { draft: 'The 2! Of course' });
    expect((await detail(ana, id)).draft).toBe('The 2! Of course');
    expect((await detail(bo, id)).draft).toBe('');
    await send(ana, id);
    expect((await detail(ana, id)).draft).toBe('');
  });

  it('mute leaves the badge alone; archive lasts until the next message', async () => {
    const { ana, bo } = await twoPeople();
    const id = await started(ana, bo);
    await change(bo, id, { isMuted: true });
    expect((await inbox(bo)).unread).toBe(0);
    await change(bo, id, { isArchived: true });
    expect((await inbox(bo)).items).toEqual([]);
    expect((await inbox(bo, { filter: 'archived' })).items).toMatchObject([{ id }]);
    await send(ana, id);
    expect((await inbox(bo)).items).toMatchObject([{ id, isArchived: false }]);
  });
});

describe('outsiders', () => {
  it('get nothing, and guests get nothing either', async () => {
    const { ana, bo } = await twoPeople();
    const outsider = await someone(ctx);
    const id = await started(ana, bo);
    const params = { id };
    const message = { id: (await thread(ana, id)).items[0]?.id ?? 0 };
    for (const [who, status] of [
      [outsider, 404],
      [{}, 401],
    ] as const) {
      const answers = await Promise.all([
        call(contract.getConversation, { params, ...who }),
        call(contract.listMessages, { params, ...who }),
        call(contract.sendMessage, { params, body: { text: 'Hi' }, ...who }),
        call(contract.markConversationRead, { params, ...who }),
        call(contract.updateConversation, { params, body: { isMuted: true }, ...who }),
        call(contract.reportConversation, { params, body: { reason: 'Spam' }, ...who }),
        call(contract.editMessage, { params: message, body: { text: 'Hi' }, ...who }),
        call(contract.deleteMessage, { params: message, ...who }),
      ]);
      expect(new Set(statusesOf(answers))).toEqual(new Set([status]));
    }
  });
});
