// Read receipts: only between people who both show them, and hidden ones aren't given away by live events either.
import { expect, it } from 'vitest';
import * as contract from '#shared/features/message/message.contract.ts';
import { messageTools } from '../../../tests/server/message-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const test = await testApp();
const { ctx, call } = test;
const { started, thread, read, twoPeople } = messageTools(test);

const setShown = (person: Person, showsActivity: boolean) =>
  call(contract.updateMessageSettings, { body: { showsActivity }, ...person });
const seenBy = async (person: Person, id: number) => (await thread(person, id)).seenSeq;
const eventsOf = async ({ id }: Person) => {
  const { rows } = await ctx.pool.query(
    `select 1 from live_events where user_id = $1 and kind = 'conversation'`,
    [id],
  );
  return rows.length;
};

it('are shown by default, and only while both show them', async () => {
  const { ana, bo } = await twoPeople();
  const id = await started(ana, bo);
  await read(bo, id);
  expect(await seenBy(ana, id)).toBe(1);
  for (const person of [ana, bo]) {
    await setShown(person, false);
    expect(await seenBy(ana, id)).toBe(0);
    await setShown(person, true);
    expect(await seenBy(ana, id)).toBe(1);
  }
});

it('in a group need everyone', async () => {
  const { ana, bo } = await twoPeople();
  const cleo = await someone(ctx);
  const id = await started(ana, [bo, cleo]);
  await read(bo, id);
  expect(await seenBy(ana, id)).toBe(0);
  await read(cleo, id);
  expect(await seenBy(ana, id)).toBe(1);
  await setShown(cleo, false);
  expect(await seenBy(ana, id)).toBe(0);
});

it('that are hidden cause no live event for the other', async () => {
  const { ana, bo } = await twoPeople();
  const id = await started(ana, bo);
  await setShown(bo, false);
  const before = await eventsOf(ana);
  await read(bo, id);
  expect(await eventsOf(ana)).toBe(before);
  expect(await eventsOf(bo)).toBe(1);
  await setShown(bo, true);
  await read(bo, id);
  expect(await eventsOf(ana)).toBe(before + 1);
});

it('are a setting of one’s own', async () => {
  const ana = await someone(ctx);
  const settings = async () => (await call(contract.getMessageSettings, ana)).json<object>();
  expect(await settings()).toEqual({ showsActivity: true });
  expect((await setShown(ana, false)).json()).toEqual({ showsActivity: false });
  expect(await settings()).toEqual({ showsActivity: false });
});
