// What happens to conversations when one side deletes their account.
import { expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { platformPersonalData } from '#server/platform/platform.privacy.ts';
import * as contract from '#shared/features/message/message.contract.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { messagePersonalData } from './message.privacy.ts';

const { ctx, call } = await testApp();

it('keeps the thread readable under a placeholder name', async () => {
  const [ana, bo] = [await someone(ctx), await someone(ctx)];
  const text = 'Elbows can’t cheat';
  const begun = await call(contract.createConversation, { body: { to: bo.id, text }, ...ana });
  const params = { id: begun.json<{ id: number }>().id };
  const subject = { userId: ana.id, email: 'x', isEmailVerified: false, orderIds: [], now: ctx.clock.now() };
  expect(await messagePersonalData.collect?.['messages']?.(ctx.db, subject)).toMatchObject([{ text }]);
  await inTransaction(ctx.db, async (tx) => {
    await messagePersonalData.erase?.(ctx, tx, subject);
    await platformPersonalData.erase?.(ctx, tx, subject);
  });
  const thread = await call(contract.listMessages, { params, ...bo });
  expect(thread.json()).toMatchObject({ items: [{ sender: 'Former member', text }] });
  expect((await call(contract.getConversation, { params, ...bo })).json()).toMatchObject({
    barrier: 'former',
  });
  const answer = await call(contract.sendMessage, { params, body: { text: 'Are you there?' }, ...bo });
  expect(answer.statusCode).toBe(409);
});
