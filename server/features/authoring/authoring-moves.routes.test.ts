import { expect, test } from 'vitest';
import { createResource } from '#server/seed/factories.ts';
import * as author from '#shared/features/authoring/authoring.contract.ts';
import {
  canTransition,
  RESOURCE_TRANSITIONS,
  RESOURCE_STATES,
  SELLER_TRANSITIONS,
} from '#shared/features/resource/resource.states.ts';
import { aCategoryId, DESCRIPTION } from '../../../tests/server/author-tools.ts';
import { resourceWithFiles, someSeller } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const CONTRACTS = {
  submit: author.submitResource,
  withdraw: author.withdrawResource,
  archive: author.archiveResource,
  restore: author.restoreResource,
};
const KINDS = { submit: 'submitted', withdraw: 'withdrawn', archive: 'archived', restore: 'restored' };

const EVERY = RESOURCE_STATES.flatMap((state) => SELLER_TRANSITIONS.map((move) => ({ state, move })));

test.each(EVERY)('$move from $state follows the transition table', async ({ state, move }) => {
  const { id: sellerId, headers } = await someSeller(ctx);
  const categoryId = await aCategoryId(ctx);
  const { id } = await resourceWithFiles(ctx, { sellerId, state, categoryId, description: DESCRIPTION });
  const answer = await call(CONTRACTS[move], { params: { id }, headers });
  const { rows } = await ctx.pool.query('select state, submitted_at from resources where id = $1', [id]);
  if (canTransition(state, move)) {
    expect(answer.statusCode).toBe(200);
    expect(rows[0].state).toBe(RESOURCE_TRANSITIONS[move].to);
    expect(answer.json().events[0]).toMatchObject({ kind: KINDS[move], by: 'You' });
    expect(rows[0].submitted_at !== null).toBe(move === 'submit');
  } else {
    expect(answer.statusCode).toBe(409);
    expect(rows[0].state).toBe(state);
    expect(answer.json().message).toContain('now');
  }
});

test('ten simultaneous submissions submit once', async () => {
  const { id: sellerId, headers } = await someSeller(ctx);
  const categoryId = await aCategoryId(ctx);
  const { id } = await resourceWithFiles(ctx, {
    sellerId,
    state: 'draft',
    categoryId,
    description: DESCRIPTION,
  });
  const press = () => call(author.submitResource, { params: { id }, headers });
  const answers = await Promise.all(Array.from({ length: 10 }, press));
  expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  const { rows } = await ctx.pool.query(
    `select count(*)::int as sent from resource_events where resource_id = $1 and kind = 'submitted'`,
    [id],
  );
  expect(rows[0].sent).toBe(1);
});

test('the seller can’t restore a resource taken down by a rights notice', async () => {
  const { id: sellerId, headers } = await someSeller(ctx);
  const { id } = await createResource(ctx.db, { sellerId, state: 'archived', takenDownAt: new Date() });
  const answer = await call(author.restoreResource, { params: { id }, headers });
  expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('rights notice')]);
});
