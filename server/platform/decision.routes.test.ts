// The ten seconds between a decision and its effects: undone, applied, overtaken, and both at once.
import { beforeEach, describe, expect, it } from 'vitest';
import { applyResourceDecisionJob } from '#server/features/moderation/moderation.service.ts';
import { createSeller } from '#server/seed/factories.ts';
import { approveApplication, declineApplication } from '#shared/features/application/application.contract.ts';
import { dismissNotice, upholdNotice } from '#shared/features/moderation/rights-notice.contract.ts';
import { suspendSeller } from '#shared/features/seller/seller-staff.contract.ts';
import {
  getStaffResource,
  getModerationCounts,
  listReviewQueue,
  decideResource,
  decideResources,
} from '#shared/features/moderation/moderation.contract.ts';
import { undoDecision } from '#shared/features/site/site.contract.ts';
import type { HeldDecision } from '#shared/features/site/site.schema.ts';
import { emptyCatalogue } from '../../tests/server/catalogue-tools.ts';
import { resourceWithFiles } from '../../tests/server/resource-tools.ts';
import { idOf, mailsTo, newAudit } from '../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const sellerId = await idOf(ctx, 'seller');
const reason = 'The preview pages cannot be read.';

const submitted = (values: Parameters<typeof resourceWithFiles>[1] = {}) =>
  resourceWithFiles(ctx, {
    sellerId,
    state: 'in_review',
    submittedAt: new Date('2026-11-14T09:00:00Z'),
    title: 'Samba bounce',
    ...values,
  });
const stateOf = async (id: number) =>
  (await ctx.pool.query(`select state, is_listed from resources where id = $1`, [id])).rows[0];
const decide = (id: number, body: object, who: Parameters<typeof call>[2] = 'officer') =>
  call(decideResource, { params: { id }, body }, who);
const heldBy = (answer: Awaited<ReturnType<typeof call>>) =>
  answer.json<{ decision: HeldDecision }>().decision;
const undo = ({ id }: HeldDecision, who: Parameters<typeof call>[2] = 'officer') =>
  call(undoDecision, { params: { id } }, who);
const forward = (seconds: number) => ctx.clock.set(new Date(ctx.clock.now().getTime() + seconds * 1000));
/** Runs every planned job, as after a restart. */
const runJobs = () => ctx.jobs.drain({ includeLater: true });
const runAgain = (id: number) => applyResourceDecisionJob.run(ctx, { id });
const waiting = async () =>
  (await call(getModerationCounts, {}, 'officer')).json<{ waiting: number }>().waiting;

beforeEach(async () => {
  await emptyCatalogue(ctx);
  await ctx.pool.query('delete from staff_decisions');
  await ctx.pool.query('delete from pgboss.job');
  await ctx.pool.query('delete from mail_outbox');
  await createSeller(ctx.db, { userId: sellerId });
});

describe('for ten seconds', () => {
  it('a decision only leaves the queue; then all of it takes effect', async () => {
    const { id } = await submitted();
    const answer = await decide(id, { action: 'approve' });
    expect(answer.json()).toMatchObject({ id, state: 'published' });
    const undoUntil = new Date(heldBy(answer).undoUntil).getTime();
    expect(undoUntil - ctx.clock.now().getTime()).toBe(10_000);
    expect(await waiting()).toBe(0);
    expect((await call(listReviewQueue, {}, 'officer')).json()).toMatchObject({ items: [] });

    // Jobs start after ten seconds; one that starts too early, on a machine whose clock is ahead, waits.
    await ctx.jobs.drain();
    forward(9);
    await runAgain(await lastDecision());
    expect(await stateOf(id)).toEqual({ state: 'in_review', is_listed: false });
    expect(await mailsTo(ctx, 'seller')).toEqual([]);

    forward(1);
    await runJobs();
    expect(await stateOf(id)).toEqual({ state: 'published', is_listed: true });
    expect(await mailsTo(ctx, 'seller')).toHaveLength(1);
    // A worker that died afterwards runs it again.
    await runAgain(await lastDecision());
    expect(await mailsTo(ctx, 'seller')).toHaveLength(1);
  });

  it.each([
    { action: 'approve', isFeatured: true },
    { action: 'reject', reason },
    { action: 'request-changes', reason },
  ])('$action can be undone, and the log records both', async (body) => {
    const { id } = await submitted();
    const held = heldBy(await decide(id, body));
    forward(9);
    expect((await undo(held)).json()).toEqual({ undone: 1 });
    expect(await waiting()).toBe(1);
    forward(60);
    await runJobs();
    expect(await stateOf(id)).toEqual({ state: 'in_review', is_listed: false });
    expect(await mailsTo(ctx, 'seller')).toEqual([]);
    expect((await newAudit(ctx, `resource.${body.action}`)).at(-1)).toMatchObject({
      actor: 'officer',
      subject_id: String(id),
      details: { title: 'Samba bounce', undone: true },
    });
    expect((await newAudit(ctx, 'decision.undo')).at(-1)).toMatchObject({
      subject_id: String(id),
      details: { decision: `resource.${body.action}` },
    });
    // It can be decided again.
    expect((await decide(id, { action: 'approve' })).statusCode).toBe(200);
  });

  it('an archived resource stays on sale, and a reviewed change is undone too', async () => {
    const { id } = await submitted({ state: 'published', isChangedSinceReview: true });
    const archived = heldBy(await decide(id, { action: 'archive', reason }));
    expect((await undo(archived)).statusCode).toBe(200);
    const seen = heldBy(await decide(id, { action: 'seen' }));
    expect((await undo(seen)).statusCode).toBe(200);
    forward(60);
    await runJobs();
    expect(await stateOf(id)).toEqual({ state: 'published', is_listed: true });
    const changed = await call(listReviewQueue, { query: { tab: 'changed' } }, 'officer');
    expect(changed.json<{ items: object[] }>().items).toHaveLength(1);
  });

  it('decisions made together are undone together', async () => {
    const ids = [(await submitted()).id, (await submitted()).id];
    const answer = await call(decideResources, { body: { ids, action: 'approve' } }, 'officer');
    expect(answer.json()).toMatchObject({ done: ids, refused: [] });
    expect(await waiting()).toBe(0);
    expect((await undo(heldBy(answer))).json()).toEqual({ undone: 2 });
    forward(60);
    await runJobs();
    expect(await waiting()).toBe(2);
    expect(await mailsTo(ctx, 'seller')).toEqual([]);
  });
});

const lastDecision = async () =>
  Number((await ctx.pool.query('select max(id) as id from staff_decisions')).rows[0]?.id);

describe('an undo', () => {
  it('after that is rejected, and changes nothing', async () => {
    const { id } = await submitted();
    const held = heldBy(await decide(id, { action: 'approve' }));
    forward(10);
    await runJobs();
    const late = await undo(held);
    expect(late.statusCode).toBe(409);
    expect(late.json<{ message: string }>().message).toMatch(/too late.*10 seconds/);
    expect(await stateOf(id)).toMatchObject({ state: 'published' });
  });

  it('is only for whoever decided', async () => {
    const { id } = await submitted();
    const held = heldBy(await decide(id, { action: 'approve' }));
    expect((await undo(held, 'admin')).statusCode).toBe(404);
    expect((await undo(held, 'seller')).statusCode).toBe(404);
    expect((await undo(held, null)).statusCode).toBe(401);
    expect((await undo(held)).statusCode).toBe(200);
    expect((await undo(held)).json()).toMatchObject({ message: 'You have already undone this.' });
  });

  it('at the very moment of the job succeeds or is rejected, never both', async () => {
    for (let round = 0; round < 5; round++) {
      await ctx.pool.query('delete from mail_outbox');
      const { id } = await submitted();
      const held = heldBy(await decide(id, { action: 'approve' }));
      forward(10);
      const [undone] = await Promise.all([undo(held), runJobs()]);
      const isUndone = undone.statusCode === 200;
      expect(await stateOf(id)).toMatchObject({ state: isUndone ? 'in_review' : 'published' });
      expect(await mailsTo(ctx, 'seller')).toHaveLength(isUndone ? 0 : 1);
    }
  });
});

describe('meanwhile', () => {
  it('other staff see that it is decided, and by whom', async () => {
    const { id } = await submitted();
    await decide(id, { action: 'approve' });
    const second = await decide(id, { action: 'reject', reason }, 'admin');
    expect(second.statusCode).toBe(409);
    expect(second.json<{ message: string }>().message).toMatch(/^\S.* has already approved this resource\.$/);
    const shown = await call(getStaffResource, { params: { id } }, 'admin');
    expect(shown.json()).toMatchObject({
      state: 'in_review',
      pending: { isMine: false, words: expect.stringMatching(/ has approved this resource\.$/) },
    });
  });

  it('of many who decide at once, one succeeds', async () => {
    const { id } = await submitted();
    const people = ['officer', 'admin', 'officer', 'admin', 'officer', 'admin'] as const;
    const answers = await Promise.all(people.map((who) => decide(id, { action: 'approve' }, who)));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409]);
    forward(10);
    await runJobs();
    expect(await mailsTo(ctx, 'seller')).toHaveLength(1);
  });

  it.each([
    ['its seller takes it back', `update resources set state = 'draft' where id = $1`],
    ['its seller changes it', `update resources set revision = revision + 1 where id = $1`],
    ['a rights notice takes it down', `update resources set taken_down_at = now() where id = $1`],
    [
      'its shop is suspended',
      `update sellers set state = 'suspended' where user_id = (select seller_id from resources where id = $1)`,
    ],
  ])('%s: nothing is done, nobody is emailed, and the log says why', async (_name, change) => {
    const { id } = await submitted();
    // Bulk decisions name no revision: the one at the moment of the decision counts.
    await call(decideResources, { body: { ids: [id], action: 'approve' } }, 'officer');
    await ctx.pool.query(change, [id]);
    forward(10);
    await runJobs();
    expect((await stateOf(id)).state).not.toBe('published');
    expect(await mailsTo(ctx, 'seller')).toEqual([]);
    expect((await newAudit(ctx, 'decision.refuse')).at(-1)).toMatchObject({
      subject_id: String(id),
      details: { decision: 'resource.approve', why: expect.any(String) },
    });
  });
});

describe('the same applies to', () => {
  const aNotice = async () => {
    const { id: resourceId } = await submitted({ state: 'published' });
    const { rows } = await ctx.pool.query<{ id: number }>(
      `insert into rights_notices (resource_id, reporter_id, reason, body, due_at, created_at)
       values ($1, $2, 'copyright', 'This is my own work, word for word.', $3, $4) returning id`,
      [resourceId, await idOf(ctx, 'member'), new Date('2027-01-01'), ctx.clock.now()],
    );
    return rows[0]?.id ?? 0;
  };
  const anApplication = async () => {
    await ctx.pool.query(`delete from applications where user_id = $1`, [await idOf(ctx, 'member')]);
    const { rows } = await ctx.pool.query<{ id: number }>(
      `insert into applications (user_id, kind, created_at) values ($1, 'sell', now()) returning id`,
      [await idOf(ctx, 'member')],
    );
    return rows[0]?.id ?? 0;
  };
  const mailed = async () => (await ctx.pool.query('select 1 from mail_outbox')).rows.length;
  const KINDS: [string, () => Promise<number>, Parameters<typeof call>[0], object, mails: number][] = [
    ['an application that is approved', anApplication, approveApplication, {}, 1],
    ['an application that is declined', anApplication, declineApplication, { reason }, 1],
    ['a notice that is upheld', aNotice, upholdNotice, { reason }, 2],
    ['a notice that is dismissed', aNotice, dismissNotice, { reason }, 1],
    ['a shop that is suspended', async () => sellerId, suspendSeller, { reason }, 1],
  ];
  it.each(KINDS)('%s', async (_name, make, contract, body, mails) => {
    const id = await make();
    const press = () =>
      call(contract, { params: { id }, ...(Object.keys(body).length > 0 && { body }) }, 'officer');
    const undone = heldBy(await press());
    expect(await mailed()).toBe(0);
    expect((await press()).statusCode).toBe(409);
    expect((await undo(undone)).json()).toEqual({ undone: 1 });
    forward(60);
    await runJobs();
    expect(await mailed()).toBe(0);
    const kept = heldBy(await press());
    forward(10);
    await runJobs();
    expect(await mailed()).toBe(mails);
    expect((await undo(kept)).statusCode).toBe(409);
    expect((await press()).statusCode).toBe(409);
  });
});
