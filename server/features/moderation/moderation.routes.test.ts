// Officers' decisions: every transition, emails, refusals and simultaneous decisions.
import { beforeEach, describe, expect, it } from 'vitest';
import { createResourceFile, createSeller } from '#server/seed/factories.ts';
import * as dashboardContract from '#shared/features/dashboard/dashboard.contract.ts';
import * as contract from '#shared/features/moderation/moderation.contract.ts';
import {
  canTransition,
  RESOURCE_TRANSITIONS,
  RESOURCE_STATES,
} from '#shared/features/resource/resource.states.ts';
import { emptyCatalogue } from '../../../tests/server/catalogue-tools.ts';
import { meetAtRows } from '../../../tests/server/meeting-point.ts';
import { resourceWithFiles } from '../../../tests/server/resource-tools.ts';
import { settleDecisions } from '../../../tests/server/settle-decisions.ts';
import { idOf, mailsTo, newAudit } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const sellerId = await idOf(ctx, 'seller');
const reason = 'The preview pages cannot be read.';
const MOVES = ['approve', 'reject', 'request-changes', 'archive', 'restore'] as const;

type Row = { state: string; state_reason: string | null; is_listed: boolean; is_featured: boolean };

async function rowOf(id: number): Promise<Row> {
  const { rows } = await ctx.pool.query<Row>('select * from resources where id = $1', [id]);
  if (!rows[0]) throw new Error('It is gone.');
  return rows[0];
}
async function eventsOf(id: number): Promise<{ kind: string; reason: string | null }[]> {
  const { rows } = await ctx.pool.query<{ kind: string; reason: string | null }>(
    'select kind, reason from resource_events where resource_id = $1 order by id',
    [id],
  );
  return rows;
}
const submitted = (values: Parameters<typeof resourceWithFiles>[1] = {}) =>
  resourceWithFiles(ctx, {
    sellerId,
    state: 'in_review',
    submittedAt: new Date('2026-11-14T09:00:00Z'),
    title: 'Samba bounce',
    ...values,
  });
/** Decides and waits until it can no longer be undone. */
const decide = async (id: number, body: object, who: Parameters<typeof call>[2] = 'officer') => {
  const answer = await call(contract.decideResource, { params: { id }, body }, who);
  await settleDecisions(ctx);
  return answer;
};
const message = (answer: Awaited<ReturnType<typeof call>>) => answer.json<{ message: string }>().message;

beforeEach(async () => {
  await emptyCatalogue(ctx);
  await ctx.pool.query('delete from mail_outbox');
  await createSeller(ctx.db, { userId: sellerId });
});

describe('a resource without files', () => {
  it.each([
    ['approve', 'in_review'],
    ['restore', 'archived'],
  ] as const)('%s is refused, and says why', async (action, state) => {
    const { id } = await submitted({ state, files: [] });
    const answer = await decide(id, { action, reason });
    expect([answer.statusCode, message(answer)]).toEqual([
      409,
      'This resource has no files, so buyers would get nothing. Ask the seller to add one first.',
    ]);
    expect(await rowOf(id)).toMatchObject({ state, is_listed: false });
    // Files of changes that aren't published don't count.
    await createResourceFile(ctx.db, { resourceId: id, version: 2 });
    expect((await decide(id, { action, reason })).statusCode).toBe(409);
    await createResourceFile(ctx.db, { resourceId: id });
    expect((await decide(id, { action, reason })).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ state: 'published', is_listed: true });
  });

  it('stays off sale if its last file goes within the ten seconds', async () => {
    const { id } = await submitted();
    expect(
      (await call(contract.decideResource, { params: { id }, body: { action: 'approve' } }, 'officer'))
        .statusCode,
    ).toBe(200);
    await ctx.pool.query('delete from resource_files where resource_id = $1', [id]);
    await settleDecisions(ctx);
    expect(await rowOf(id)).toMatchObject({ state: 'in_review', is_listed: false });
  });
});

describe('every transition from every state', () => {
  it.each(MOVES)('%s', async (action) => {
    for (const state of RESOURCE_STATES) {
      const { id } = await submitted({ state });
      const answer = await decide(id, { action, reason });
      if (canTransition(state, action)) {
        expect(answer.json(), `${action} from ${state}`).toMatchObject({
          state: RESOURCE_TRANSITIONS[action].to,
        });
        expect((await rowOf(id)).state).toBe(RESOURCE_TRANSITIONS[action].to);
        expect(await eventsOf(id)).toHaveLength(1);
      } else {
        expect(answer.statusCode, `${action} from ${state}`).toBe(409);
        expect((await rowOf(id)).state).toBe(state);
        expect(await eventsOf(id)).toEqual([]);
      }
    }
  });
});

describe('a decision', () => {
  it('puts a resource on sale, searchable at once, and emails the seller', async () => {
    const { id } = await submitted({ stateReason: 'Old words.' });
    expect((await decide(id, { action: 'approve' })).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ state: 'published', is_listed: true, state_reason: null });
    const [mail] = await mailsTo(ctx, 'seller');
    expect(mail?.subject).toBe('Approved: “Samba bounce”');
    expect(mail?.text).toContain(`/curriculum/${id}`);
  });

  it.each([
    ['request-changes', 'changes_requested', `/edit`],
    ['reject', 'rejected', `/edit`],
  ] as const)('%s emails the reason and shows it with the resource', async (action, kind, link) => {
    const { id } = await submitted();
    expect((await decide(id, { action, reason: `  ${reason} ` })).statusCode).toBe(200);
    expect((await rowOf(id)).state_reason).toBe(reason);
    expect(await eventsOf(id)).toEqual([{ kind, reason }]);
    const [mail] = await mailsTo(ctx, 'seller');
    expect(mail?.text).toContain(reason);
    expect(mail?.text).toContain(`/curriculum/${id}${link}`);
    expect((await newAudit(ctx, `resource.${action}`)).at(-1)).toMatchObject({
      actor: 'officer',
      subject_id: String(id),
      details: { title: 'Samba bounce', reason },
    });
  });

  it('requires a reason of 10 to 2000 characters, except for approvals', async () => {
    const { id } = await submitted();
    for (const action of ['reject', 'request-changes', 'archive', 'restore'] as const) {
      for (const bad of [undefined, 'too short', ' '.repeat(40), 'x'.repeat(2001)]) {
        const answer = await decide(id, { action, ...(bad !== undefined && { reason: bad }) });
        expect(answer.statusCode).toBe(400);
        expect(answer.json<{ details: { path: string }[] }>().details[0]?.path).toBe('reason');
      }
    }
    expect(await mailsTo(ctx, 'seller')).toEqual([]);
  });

  it('can feature the resource as well', async () => {
    const { id } = await submitted();
    expect((await decide(id, { action: 'approve', isFeatured: true })).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ is_featured: true, is_listed: true });
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['approved', 'featured']);
  });

  it('rejects an officer’s own resource', async () => {
    const officerId = await idOf(ctx, 'officer');
    await createSeller(ctx.db, { userId: officerId });
    const { id } = await submitted({ sellerId: officerId });
    for (const action of [...MOVES, 'seen']) {
      const answer = await decide(id, { action, reason });
      expect(answer.statusCode).toBe(403);
      expect(message(answer)).toMatch(/colleague/);
    }
    expect((await decide(id, { action: 'approve' }, 'admin')).statusCode).toBe(200);
  });

  it('is refused while the seller or their account is suspended', async () => {
    const [waiting, archived] = [await submitted(), await submitted({ state: 'archived' })];
    const tryBoth = async () => {
      for (const [{ id, state }, action] of [
        [waiting, 'approve'],
        [archived, 'restore'],
      ] as const) {
        const answer = await decide(id, { action, reason });
        expect(answer.statusCode).toBe(409);
        expect(message(answer)).toMatch(/suspended/);
        expect((await rowOf(id)).state).toBe(state);
        expect(await eventsOf(id)).toEqual([]);
      }
    };
    await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [sellerId]);
    await tryBoth();
    await ctx.pool.query(`update sellers set state = 'approved' where user_id = $1`, [sellerId]);
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'Why' where id = $1`, [
      sellerId,
    ]);
    await tryBoth();
    await ctx.pool.query(`update users set state = 'active', suspended_reason = null where id = $1`, [
      sellerId,
    ]);
    expect((await decide(waiting.id, { action: 'approve' })).statusCode).toBe(200);
  });

  it('cannot restore a resource a rights notice keeps down', async () => {
    const takenDownAt = ctx.clock.now();
    for (const [state, action] of [
      ['in_review', 'approve'],
      ['archived', 'restore'],
    ] as const) {
      const { id } = await submitted({ state, takenDownAt });
      const answer = await decide(id, { action, reason });
      expect(answer.statusCode).toBe(409);
      expect(message(answer)).toMatch(/rights notice/);
    }
  });

  it('is refused if the seller changed the resource meanwhile', async () => {
    const { id } = await submitted({ revision: 4 });
    const late = await decide(id, { action: 'approve', revision: 3 });
    expect(late.statusCode).toBe(409);
    expect(message(late)).toMatch(/changed it after you opened it/);
    expect((await decide(id, { action: 'approve', revision: 4 })).statusCode).toBe(200);
  });
});

describe('two officers at once', () => {
  it.each([1, 2, 3])('one wins, the other learns who decided what (%i)', async () => {
    const { id } = await submitted();
    const meeting = await meetAtRows(ctx, 'select from resources where id = $1 for update', [id]);
    const both = Promise.all([
      decide(id, { action: 'approve' }, 'officer'),
      decide(id, { action: 'reject', reason }, 'admin'),
    ]);
    await meeting.letGoAt(2);
    const answers = await both;
    expect(statusesOf(answers)).toEqual([200, 409]);
    const [winner, loser] = answers[0].statusCode === 200 ? answers : answers.toReversed();
    const { state } = await rowOf(id);
    expect(winner?.json<{ state: string }>().state).toBe(state);
    const did = state === 'published' ? 'approved' : 'rejected';
    expect(loser && message(loser)).toMatch(new RegExp(`^\\S.* has already ${did} this resource\\.`));
    expect(await eventsOf(id)).toHaveLength(1);
    expect(await mailsTo(ctx, 'seller')).toHaveLength(1);
  });
});

describe('changes after approval', () => {
  it('wait in their own queue until an officer has reviewed them', async () => {
    const { id } = await submitted({ state: 'published', isChangedSinceReview: true, revision: 2 });
    const changed = async () =>
      (await call(contract.listReviewQueue, { query: { tab: 'changed' } }, 'officer')).json<{
        items: { id: number }[];
      }>();
    expect((await changed()).items.map((item) => item.id)).toEqual([id]);
    expect((await decide(id, { action: 'seen', revision: 1 })).statusCode).toBe(409);
    expect((await decide(id, { action: 'seen', revision: 2 })).statusCode).toBe(200);
    expect((await changed()).items).toEqual([]);
    expect(message(await decide(id, { action: 'seen' }))).toMatch(/already/);
    expect((await newAudit(ctx, 'resource.seen')).at(-1)).toMatchObject({ subject_id: String(id) });
    // The review is visible in its history.
    expect(await eventsOf(id)).toEqual([{ kind: 'seen', reason: null }]);
  });
});

describe('bulk decisions', () => {
  it('each succeed or report why not', async () => {
    const [one, two, draft] = [await submitted(), await submitted(), await submitted({ state: 'draft' })];
    const ids = [one.id, two.id, draft.id, 999_999];
    const answer = await call(contract.decideResources, { body: { ids, action: 'approve' } }, 'officer');
    const { done, refused } = answer.json<{ done: number[]; refused: { id: number; message: string }[] }>();
    expect(done).toEqual([one.id, two.id]);
    expect(refused.map(({ id }) => id)).toEqual([draft.id, 999_999]);
    await settleDecisions(ctx);
    expect(await mailsTo(ctx, 'seller')).toHaveLength(2);
    const many = Array.from({ length: 101 }, (_, at) => at + 1);
    expect(
      (await call(contract.decideResources, { body: { ids: many, action: 'approve' } }, 'officer'))
        .statusCode,
    ).toBe(400);
    expect(
      (await call(contract.decideResources, { body: { ids, action: 'reject' } }, 'officer')).statusCode,
    ).toBe(400);
  });
});

describe('the officers’ view', () => {
  it('lists the queue, oldest first', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 10, day));
    const second = await submitted({ submittedAt: at(5) });
    const first = await submitted({ submittedAt: at(3) });
    await submitted({ state: 'draft' });
    const { items, counts } = (await call(contract.listReviewQueue, {}, 'officer')).json<{
      items: { id: number; since: string }[];
      counts: object;
    }>();
    expect(items.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(counts).toEqual({ waiting: 2, changed: 0 });
    expect((await call(contract.getModerationCounts, {}, 'officer')).json()).toEqual({
      waiting: 2,
      changed: 0,
    });
  });

  it('shows a resource with its history, the seller’s record and a sanitized description', async () => {
    const { id } = await submitted({ description: '**Ten** games <script>alert(1)</script>' });
    await decide(id, { action: 'request-changes', reason });
    await submitted({ state: 'published' });
    const shown = (await call(contract.getStaffResource, { params: { id } }, 'officer')).json<{
      descriptionHtml: string;
      events: { label: string; reason: string }[];
      record: object;
    }>();
    expect(shown.descriptionHtml).toContain('<strong>Ten</strong>');
    expect(shown.descriptionHtml).not.toContain('<script');
    expect(shown.events).toMatchObject([{ label: 'Changes requested', reason }]);
    expect(shown.record).toMatchObject({ published: 1, changesRequested: 1, rejected: 0, isOpen: true });
  });

  it('filters by title, seller, number, style, type and last change', async () => {
    const found = async (query: Record<string, string>) =>
      (await call(contract.listStaffResources, { query }, 'officer'))
        .json<{ items: { id: number }[] }>()
        .items.map((i) => i.id);
    const jazz = await submitted({
      title: 'Jazz hands',
      danceStyle: 'Jazz',
      type: 'audio',
      updatedAt: ctx.clock.now(),
    });
    const { userId } = await createSeller(ctx.db, { name: 'Casa Valdivia' });
    const other = await submitted({ sellerId: userId, priceCents: 5000 });
    expect(await found({ q: 'jazz' })).toEqual([jazz.id]);
    expect(await found({ q: 'valdivia' })).toEqual([other.id]);
    expect(await found({ q: `#${other.id}` })).toEqual([other.id]);
    expect(await found({ style: 'Jazz' })).toEqual([jazz.id]);
    expect(await found({ type: 'audio' })).toEqual([jazz.id]);
    expect(await found({ updated: '7' })).toEqual([jazz.id]);
    expect(await found({ sort: 'price' })).toEqual([other.id, jazz.id]);
    expect(await found({ sort: 'price-low' })).toEqual([jazz.id, other.id]);
  });

  it('exports CSV with formulas escaped', async () => {
    await submitted({ title: '=HYPERLINK("http://evil.example")' });
    const answer = await call(contract.exportStaffResources, { query: { state: 'in_review' } }, 'officer');
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.body).toContain(`'=HYPERLINK`);
    expect((await newAudit(ctx, 'resource.export')).at(-1)).toMatchObject({ actor: 'officer' });
  });

  it('summarizes what is waiting, what was decided and how quickly', async () => {
    const { id } = await submitted();
    await submitted();
    await ctx.pool.query(
      `insert into resource_events (resource_id, actor_id, kind, created_at) values ($1, $2, 'submitted', $3)`,
      [id, sellerId, new Date(ctx.clock.now().getTime() - 6 * 3_600_000)],
    );
    await decide(id, { action: 'approve' });
    const home = (await call(dashboardContract.getOfficerDashboard, {}, 'officer')).json<{
      numbers: { medianHours: number };
      decisions: object[];
    }>();
    expect(home).toMatchObject({
      counts: { waiting: 1 },
      numbers: { days: 30, decided: 1, published: 1 },
      decisions: [{ label: 'Approved', resourceId: id }],
    });
    expect(home.numbers.medianHours).toBeCloseTo(6, 1);
  });
});
