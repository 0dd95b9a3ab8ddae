// Reports of conversations: staff see the reported passage, more only with a reason, and all of it is audited.
import { expect, it } from 'vitest';
import * as staff from '#shared/features/message/message-staff.contract.ts';
import * as contract from '#shared/features/message/message.contract.ts';
import type { Message, MessageReport } from '#shared/features/message/message.schema.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

const reportsNow = async (state = 'open') =>
  (await call(staff.listMessageReports, { query: { state } }, 'admin')).json<{ items: MessageReport[] }>()
    .items;

async function reported(): Promise<{ ana: Person; bo: Person; id: number; messageId: number }> {
  const [ana, bo] = [await someone(ctx), await someone(ctx)];
  const body = { to: bo.id, text: 'Nice to meet you' };
  const { id } = (await call(contract.createConversation, { body, ...ana })).json<{ id: number }>();
  const bad = await call(contract.sendMessage, { params: { id }, body: { text: 'Send me money' }, ...ana });
  const messageId = bad.json<Message>().id;
  const report = { params: { id }, body: { reason: 'A scam', messageId }, ...bo };
  expect((await call(contract.reportConversation, report)).statusCode).toBe(204);
  expect((await call(contract.reportConversation, report)).statusCode).toBe(409);
  return { ana, bo, id, messageId };
}

it('an upheld report deletes the message and is audited', async () => {
  const { bo, id } = await reported();
  const report = (await reportsNow()).find(({ conversationId }) => conversationId === id);
  expect(report?.context.map(({ text, isReported }) => [text, isReported])).toEqual([
    ['Nice to meet you', false],
    ['Send me money', true],
  ]);
  const params = { id: report?.id ?? 0 };
  const decide = (decision: string) =>
    call(staff.decideMessageReport, { params, body: { decision } }, 'admin');
  expect((await decide('upheld')).statusCode).toBe(204);
  expect((await decide('dismissed')).statusCode).toBe(409);
  const { items } = (await call(contract.listMessages, { params: { id }, ...bo })).json<{
    items: Message[];
  }>();
  expect(items[1]).toMatchObject({ text: '', isDeleted: true });
  expect((await reportsNow('upheld')).some(({ conversationId }) => conversationId === id)).toBe(true);
});

it('a sender who edits or deletes a reported message hides nothing from staff', async () => {
  const { ana, id, messageId } = await reported();
  const report = async () => (await reportsNow()).find(({ conversationId }) => conversationId === id);
  const params = { id: messageId };
  expect(await report()).toMatchObject({ changedSince: null });
  await call(contract.editMessage, { params, body: { text: 'Have a nice day' }, ...ana });
  expect(await report()).toMatchObject({ changedSince: 'edited' });
  expect((await call(contract.deleteMessage, { params, ...ana })).statusCode).toBe(204);
  const found = await report();
  expect(found).toMatchObject({ changedSince: 'deleted' });
  expect(found?.context.at(-1)).toMatchObject({ text: 'Send me money', isReported: true, isDeleted: false });
});

it('staff see at once how many reports wait, until they are decided', async () => {
  const open = async () =>
    (await call(staff.getMessageReportCounts, {}, 'admin')).json<{ open: number }>().open;
  const toldStaff = async () =>
    Number(
      (await ctx.pool.query(`select count(*) from live_events where kind = 'staff-queue'`)).rows[0]?.count,
    );
  const [before, told] = [await open(), await toldStaff()];
  const { id } = await reported();
  expect(await open()).toBe(before + 1);
  const toldOfReport = await toldStaff();
  expect(toldOfReport).toBeGreaterThan(told);
  const report = (await reportsNow()).find(({ conversationId }) => conversationId === id);
  const params = { id: report?.id ?? 0 };
  await call(staff.decideMessageReport, { params, body: { decision: 'dismissed' } }, 'admin');
  expect(await open()).toBe(before);
  expect(await toldStaff()).toBeGreaterThan(toldOfReport);
});

it('a dismissed report leaves the message', async () => {
  const { bo, id } = await reported();
  const report = (await reportsNow()).find(({ conversationId }) => conversationId === id);
  const params = { id: report?.id ?? 0 };
  await call(staff.decideMessageReport, { params, body: { decision: 'dismissed' } }, 'admin');
  const { items } = (await call(contract.listMessages, { params: { id }, ...bo })).json<{
    items: Message[];
  }>();
  expect(items[1]?.text).toBe('Send me money');
});

it('reading a whole conversation needs a reason, which is kept', async () => {
  const { id } = await reported();
  const params = { id };
  expect((await call(staff.readConversation, { params, body: { reason: ' ' } }, 'admin')).statusCode).toBe(
    400,
  );
  const body = { reason: 'Report of a scam' };
  const answer = await call(staff.readConversation, { params, body }, 'admin');
  expect(answer.json<{ messages: unknown[] }>().messages).toHaveLength(2);
  const { rows } = await ctx.pool.query(
    `select details from audit_log where action = 'message.read' and subject_id = $1`,
    [String(id)],
  );
  expect(rows).toEqual([{ details: body }]);
  for (const name of ['officer', 'member'] as const) {
    expect((await call(staff.readConversation, { params, body }, name)).statusCode).toBe(403);
    expect((await call(staff.listMessageReports, {}, name)).statusCode).toBe(403);
  }
});
