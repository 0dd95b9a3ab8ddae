// Rights notices: decisions, counter-notices and deadlines.
import { describe, expect, it } from 'vitest';
import { createResource } from '#server/seed/factories.ts';
import * as contract from '#shared/features/moderation/rights-notice.contract.ts';
import type { NoticeDetail, OwnNotice } from '#shared/features/moderation/rights-notice.contract.ts';
import type { ReportReason } from '#shared/features/moderation/rights-notice.states.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import { settleDecisions } from '../../../tests/server/settle-decisions.ts';
import { boughtResource, type Person, someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { mailsTo, newAudit } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { closeNoticesJob } from './rights-notice-decisions.service.ts';

const { ctx, call } = await testApp();

const DAY = 24 * 60 * 60 * 1000;
const REASON = 'Pages two and three are scanned from a printed book.';
const ANSWER = 'I drew every page myself, and my publisher agrees.';
let place = 0;
const as = (person: Person) => ({
  headers: person.headers,
  from: `10.8.${Math.floor(place / 200)}.${++place % 200}`,
});

async function report(resourceId: number, reason: ReportReason = 'copyright', reporter?: Person) {
  const by = reporter ?? (await someone(ctx, { firstName: 'Secret', lastName: 'Reporter' }));
  const body = { reason, body: 'This is copied from my book, page by page.' };
  const answer = await call(contract.reportResource, { ...as(by), params: { id: resourceId }, body });
  expect(answer.statusCode, answer.body).toBe(204);
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select max(id) as id from rights_notices where resource_id = $1 and reporter_id = $2',
    [resourceId, by.id],
  );
  return { id: rows[0]?.id ?? 0, reporter: by };
}

const CONTRACTS = {
  dismiss: contract.dismissNotice,
  uphold: contract.upholdNotice,
  'put-back': contract.acceptCounterNotice,
  'keep-down': contract.rejectCounterNotice,
};
/** Decides and waits until it can no longer be undone. */
const ask = async (
  id: number,
  decision: keyof typeof CONTRACTS,
  who: Parameters<typeof call>[2] = 'officer',
  reason = REASON,
) => {
  const answer = await call(CONTRACTS[decision], { params: { id }, body: { reason } }, who);
  await settleDecisions(ctx);
  return answer;
};

async function decide(id: number, decision: keyof typeof CONTRACTS): Promise<NoticeDetail> {
  const answer = await ask(id, decision);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<NoticeDetail>();
}

const counter = (seller: Person, id: number, body: object = { body: ANSWER, isGoodFaith: true }) =>
  call(contract.counterNotice, { ...as(seller), params: { id }, body });
const isListed = async (id: number) =>
  (await call(resourceContract.getResource, { params: { id } })).statusCode === 200;
const inDays = (days: number) => new Date(ctx.clock.now().getTime() + days * DAY).toISOString();

async function rowOf(id: number) {
  const { rows } = await ctx.pool.query<{ state: string; taken_down_at: Date | null; is_listed: boolean }>(
    'select state, taken_down_at, is_listed from resources where id = $1',
    [id],
  );
  return rows[0];
}

async function eventsOf(id: number) {
  const { rows } = await ctx.pool.query<{ kind: string; reason: string | null; actor: string | null }>(
    `select kind, reason, username as actor from resource_events left join users on users.id = actor_id
     where resource_id = $1 order by resource_events.id`,
    [id],
  );
  return rows;
}

const runJob = () => closeNoticesJob.run(ctx, {});

/** A published resource that was reported. */
async function reported(reason: ReportReason = 'copyright') {
  const sold = await boughtResource(ctx, { title: 'Barre in eight weeks' });
  return { ...sold, notice: await report(sold.id, reason) };
}

describe('listNotices', () => {
  it('lists private data first with a day to answer, then by deadline, and counts what is overdue', async () => {
    await ctx.pool.query('delete from rights_notices');
    const { id: resourceId } = await boughtResource(ctx);
    const first = await report(resourceId);
    ctx.clock.advance(DAY);
    const second = await report(resourceId, 'misleading');
    const urgent = await report(resourceId, 'personal-data');
    const page = (await call(contract.listNotices, {}, 'officer')).json<{
      items: NoticeDetail[];
      counts: object;
    }>();
    expect(page.items.map(({ id }) => id)).toEqual([urgent.id, first.id, second.id]);
    expect(page.items[0]).toMatchObject({ isUrgent: true, dueAt: inDays(1), otherCount: 2 });
    expect(page.items[1]).toMatchObject({ isUrgent: false, dueAt: inDays(2), isOverdue: false });
    expect(page.counts).toMatchObject({ open: 3, upheld: 0 });
    ctx.clock.advance(2 * DAY);
    const later = (await call(contract.listNotices, {}, 'officer')).json<{
      items: NoticeDetail[];
      overdue: object;
    }>();
    expect(later.items.map(({ isOverdue }) => isOverdue)).toEqual([true, true, false]);
    expect(later.overdue).toMatchObject({ open: 2 });
  });

  it('shows officers everything about one notice', async () => {
    const { id, notice } = await reported();
    await report(id, 'unsafe');
    const shown = (
      await call(contract.getNotice, { params: { id: notice.id } }, 'officer')
    ).json<NoticeDetail>();
    expect(shown).toMatchObject({
      state: 'open',
      resource: { id, title: 'Barre in eight weeks', state: 'published', isTakenDown: false },
      seller: { name: 'Barre & Beyond' },
      reporter: { name: 'Secret Reporter' },
      reporterNoticeCount: 1,
      others: [{ reason: 'unsafe', state: 'open' }],
      decisions: ['dismiss', 'uphold'],
      refusal: null,
    });
  });
});

describe('dismissing', () => {
  it('changes nothing, emails the reporter the reason and the seller nothing', async () => {
    const { id, seller, notice } = await reported();
    expect(await decide(notice.id, 'dismiss')).toMatchObject({ state: 'dismissed', decisionReason: REASON });
    expect(await isListed(id)).toBe(true);
    expect((await mailsTo(ctx, notice.reporter.username)).at(-1)?.text).toContain(REASON);
    expect(await mailsTo(ctx, seller.username)).toEqual([]);
    expect((await call(contract.listOwnNotices, as(seller))).json()).toMatchObject({ items: [], total: 0 });
    expect((await newAudit(ctx, 'notice.dismiss')).at(-1)).toMatchObject({
      actor: 'officer',
      subject_id: String(notice.id),
      details: { reason: REASON, resourceId: id },
    });
  });
});

describe('a takedown', () => {
  it('removes it from the catalogue at once; buyers can still download it', async () => {
    const { id, seller, buyer, file, notice } = await reported();
    expect(await decide(notice.id, 'uphold')).toMatchObject({
      state: 'upheld',
      dueAt: inDays(14),
      resource: { state: 'archived', isTakenDown: true },
    });
    expect(await isListed(id)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: 'archived', is_listed: false });
    const links = await call(resourceContract.getResourceDownloads, { ...as(buyer), params: { id } });
    expect(links.json<{ files: { id: number }[] }>().files).toMatchObject([{ id: file.id }]);
    expect(await eventsOf(id)).toEqual([{ kind: 'taken_down', reason: REASON, actor: 'officer' }]);
    const [toSeller] = await mailsTo(ctx, seller.username);
    expect(toSeller?.subject).toBe('Taken off sale: “Barre in eight weeks”');
    expect(toSeller?.text).toContain(REASON);
    expect(toSeller?.text).toContain(`/seller/notices?notice=${notice.id}`);
    expect(toSeller?.text).not.toMatch(/secret|reporter|copied from my book/i);
    expect((await mailsTo(ctx, notice.reporter.username)).at(-1)?.text).toContain(REASON);
    expect((await newAudit(ctx, 'notice.uphold')).at(-1)).toMatchObject({ actor: 'officer' });
  });

  it('is shown to the seller without revealing the reporter', async () => {
    const { seller, notice } = await reported();
    await decide(notice.id, 'uphold');
    const answer = await call(contract.listOwnNotices, as(seller));
    expect(answer.json()).toMatchObject({
      waiting: 1,
      items: [{ id: notice.id, state: 'upheld', decisionReason: REASON, canCounter: true }],
    });
    expect(answer.body).not.toMatch(/secret|copied from my book/i);
    expect(answer.body).not.toContain(notice.reporter.username);
    expect((await call(contract.listOwnNotices, as(await someSeller(ctx)))).json()).toMatchObject({
      total: 0,
    });
  });

  it('blocks publishing', async () => {
    const { id, notice } = await reported();
    await decide(notice.id, 'uphold');
    await expect(
      ctx.pool.query(`update resources set state = 'published' where id = $1`, [id]),
    ).rejects.toMatchObject({ constraint: 'resources_not_published_while_down' });
  });

  it('succeeds for one of two simultaneous officers; the other learns who was first', async () => {
    const { id, notice, seller } = await reported();
    const answers = await Promise.all([
      ask(notice.id, 'uphold', 'officer'),
      ask(notice.id, 'uphold', 'admin'),
      ask(notice.id, 'dismiss', 'admin'),
      ask(notice.id, 'dismiss', 'officer'),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json<NoticeDetail>();
    for (const lost of answers.filter(({ statusCode }) => statusCode === 409)) {
      // Each officer tries twice, so the winner gets a conflict too.
      expect(lost.json<{ message: string }>().message).toMatch(
        new RegExp(`^(${winner?.decidedBy} has|You have) already`),
      );
    }
    const isDown = winner?.state === 'upheld';
    expect(await isListed(id)).toBe(!isDown);
    expect(await mailsTo(ctx, seller.username)).toHaveLength(isDown ? 1 : 0);
  });

  it('can’t be decided by the seller or the reporter', async () => {
    const officer = await someone(ctx, { roles: ['curriculum_officer', 'seller'] });
    await ctx.pool.query(
      `insert into sellers (user_id, name, slug, created_at, updated_at) values ($1, 'Own', $2, now(), now())`,
      [officer.id, officer.username],
    );
    const own = await createResource(ctx.db, { sellerId: officer.id });
    const { id: aboutThem } = await report(own.id);
    const { id: elsewhere } = await boughtResource(ctx);
    const { id: byThem } = await report(elsewhere, 'other', officer);
    for (const id of [aboutThem, byThem]) {
      const body = { reason: REASON };
      for (const contract of Object.values(CONTRACTS)) {
        const answer = await call(contract, { ...as(officer), params: { id }, body });
        expect(answer.statusCode).toBe(403);
        expect(answer.json<{ message: string }>().message).toContain('Someone else');
      }
      const shown = (await call(contract.getNotice, { ...as(officer), params: { id } })).json<NoticeDetail>();
      expect(shown).toMatchObject({ decisions: [], refusal: expect.stringContaining('Someone else') });
    }
  });
});

describe('a counter-notice', () => {
  it('is filed once, in time, in good faith, only by the seller, and emailed to the reporter', async () => {
    const { seller, notice } = await reported();
    expect((await counter(seller, notice.id)).statusCode).toBe(404);
    await decide(notice.id, 'uphold');
    expect((await counter(await someSeller(ctx), notice.id)).statusCode).toBe(404);
    expect((await counter(seller, notice.id, { body: ANSWER, isGoodFaith: false })).statusCode).toBe(400);
    expect((await counter(seller, notice.id, { body: 'No.', isGoodFaith: true })).statusCode).toBe(400);
    expect(
      (await counter(seller, notice.id, { body: '\u202E'.repeat(30), isGoodFaith: true })).statusCode,
    ).toBe(400);
    const answers = await Promise.all([counter(seller, notice.id), counter(seller, notice.id)]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 200)?.json<OwnNotice>()).toMatchObject({
      state: 'countered',
      counterBody: ANSWER,
      dueAt: inDays(14),
      canCounter: false,
    });
    const mails = await mailsTo(ctx, notice.reporter.username);
    expect(mails.filter(({ text }) => text.includes(ANSWER))).toHaveLength(1);
  });

  it('is rejected after the deadline, even before the job has run', async () => {
    const { seller, notice } = await reported();
    await decide(notice.id, 'uphold');
    ctx.clock.advance(14 * DAY);
    const late = await counter(seller, notice.id);
    expect(late.statusCode).toBe(409);
    expect(late.json<{ message: string }>().message).toContain('has passed');
  });

  it('restores the resource after the waiting period, once, no matter how often the job runs', async () => {
    const { id, seller, notice } = await reported();
    await decide(notice.id, 'uphold');
    await counter(seller, notice.id);
    ctx.clock.advance(14 * DAY - 1000);
    await runJob();
    expect(await isListed(id)).toBe(false);
    ctx.clock.advance(1000);
    await Promise.all([runJob(), runJob()]);
    await runJob();
    expect(await isListed(id)).toBe(true);
    expect(await rowOf(id)).toMatchObject({ state: 'published', taken_down_at: null });
    expect((await eventsOf(id)).map(({ kind, actor }) => [kind, actor])).toEqual([
      ['taken_down', 'officer'],
      ['put_back', null],
    ]);
    const subject = 'Restored: “Barre in eight weeks”';
    for (const who of [seller, notice.reporter]) {
      expect((await mailsTo(ctx, who.username)).filter((mail) => mail.subject === subject)).toHaveLength(1);
    }
    const audited = (await newAudit(ctx, 'notice.put-back')).filter(
      (row) => row.subject_id === String(notice.id),
    );
    expect(audited).toMatchObject([{ actor: null }]);
  });

  it('never restores private data without an officer', async () => {
    const { id, seller, notice } = await reported('personal-data');
    await decide(notice.id, 'uphold');
    expect((await counter(seller, notice.id)).json()).toMatchObject({ isRestoredAutomatically: false });
    ctx.clock.advance(30 * DAY);
    await runJob();
    expect(await isListed(id)).toBe(false);
    expect((await call(contract.getNotice, { params: { id: notice.id } }, 'officer')).json()).toMatchObject({
      state: 'countered',
      isOverdue: true,
    });
    await decide(notice.id, 'put-back');
    expect(await isListed(id)).toBe(true);
  });

  it('can be rejected: the job leaves it down, and officers can still restore it', async () => {
    const { id, seller, notice } = await reported();
    await decide(notice.id, 'uphold');
    await counter(seller, notice.id);
    expect(await decide(notice.id, 'keep-down')).toMatchObject({ state: 'kept_down', closeReason: REASON });
    ctx.clock.advance(30 * DAY);
    await runJob();
    expect(await isListed(id)).toBe(false);
    expect((await ask(notice.id, 'keep-down', 'admin')).json()).toMatchObject({
      message: 'Tomasz Lind has already rejected the counter-notice.',
    });
    await decide(notice.id, 'put-back');
    expect(await isListed(id)).toBe(true);
  });
});

describe('time', () => {
  it('closes unanswered notices and leaves the resource down', async () => {
    const { id, seller, notice } = await reported();
    await decide(notice.id, 'uphold');
    ctx.clock.advance(14 * DAY);
    await runJob();
    await runJob();
    expect((await call(contract.getNotice, { params: { id: notice.id } }, 'officer')).json()).toMatchObject({
      state: 'kept_down',
      closedBy: null,
    });
    expect(await isListed(id)).toBe(false);
    const mails = (await mailsTo(ctx, seller.username)).filter((mail) =>
      mail.subject.includes('Stays off sale:'),
    );
    expect(mails).toHaveLength(1);
  });
});

describe('several notices about one resource', () => {
  it('keep it down until the last one is closed', async () => {
    const { id, seller, notice } = await reported();
    const other = await report(id, 'unsafe');
    await decide(notice.id, 'uphold');
    await decide(other.id, 'uphold');
    await counter(seller, notice.id);
    ctx.clock.advance(13 * DAY);
    await decide(notice.id, 'put-back');
    expect(await isListed(id)).toBe(false);
    expect((await mailsTo(ctx, seller.username)).at(-1)?.text).toContain(
      'another report still keeps it off sale',
    );
    await decide(other.id, 'put-back');
    expect(await isListed(id)).toBe(true);
    expect(await rowOf(id)).toMatchObject({ state: 'published', taken_down_at: null });
  });

  it('take it down once and restore it once when decided simultaneously', async () => {
    const { id, notice } = await reported();
    const other = await report(id, 'unsafe');
    const both = (decision: 'uphold' | 'put-back') =>
      Promise.all([ask(notice.id, decision), ask(other.id, decision, 'admin')]);
    expect(statusesOf(await both('uphold'))).toEqual([200, 200]);
    expect(await isListed(id)).toBe(false);
    expect(statusesOf(await both('put-back'))).toEqual([200, 200]);
    expect(await isListed(id)).toBe(true);
    expect((await eventsOf(id)).filter(({ kind }) => kind === 'put_back')).toHaveLength(1);
  });

  it('restore a resource to the state before the takedown, archived included', async () => {
    const { id, notice } = await reported();
    await ctx.pool.query(`update resources set state = 'archived' where id = $1`, [id]);
    await decide(notice.id, 'uphold');
    await decide(notice.id, 'put-back');
    expect(await rowOf(id)).toMatchObject({ state: 'archived', taken_down_at: null });
  });
});
