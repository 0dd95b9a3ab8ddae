// Conversations in tests: people who write to each other through the API.
import { expect } from 'vitest';
import * as contract from '#shared/features/message/message.contract.ts';
import type { Conversation, ConversationDetail, Message } from '#shared/features/message/message.schema.ts';
import { type Person, someone } from './resource-tools.ts';
import type { TestApp } from './test-app.ts';

export function messageTools({ call, ctx }: Pick<TestApp, 'call' | 'ctx'>) {
  const start = (from: Person, body: object) =>
    call(contract.createConversation, { body: { text: 'Hello there', ...body }, ...from });

  async function started(from: Person, to: Person | Person[], text = 'Hello there'): Promise<number> {
    const answer = await start(from, { to: [to].flat().map(({ id }) => id), text });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ id: number }>().id;
  }

  const send = (from: Person, id: number, body: object = {}) =>
    call(contract.sendMessage, { params: { id }, body: { text: 'And another thing', ...body }, ...from });

  async function thread(person: Person, id: number, query: Record<string, string> = {}) {
    const answer = await call(contract.listMessages, { params: { id }, query, ...person });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ items: Message[]; hasEarlier: boolean; seenSeq: number }>();
  }

  async function inbox(person: Person, query: Record<string, string> = {}) {
    const answer = await call(contract.listConversations, { query, ...person });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ items: Conversation[]; next: string | null; unread: number }>();
  }

  const read = (person: Person, id: number, upTo?: number) =>
    call(contract.markConversationRead, { params: { id }, ...(upTo && { body: { upTo } }), ...person });

  const detail = async (person: Person, id: number) =>
    (await call(contract.getConversation, { params: { id }, ...person })).json<ConversationDetail>();

  const change = (person: Person, id: number, body: object) =>
    call(contract.updateConversation, { params: { id }, body, ...person });

  async function twoPeople() {
    return { ana: await someone(ctx), bo: await someone(ctx) };
  }

  return { start, started, send, thread, inbox, read, detail, change, twoPeople };
}
