// Credit hours: adding them with evidence, who reaches it, what each state allows, limits, and what leaves with the account.
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { checkUploadJob } from '#server/features/upload/upload.service.ts';
import * as passport from '#shared/features/certificate/passport.contract.ts';
import * as contract from '#shared/features/credit/credit.contract.ts';
import { MAX_OPEN_CREDITS } from '#shared/features/credit/credit.rules.ts';
import type { CreditHours, CreditReview } from '#shared/features/credit/credit.schema.ts';
import { MAX_EVIDENCE_BYTES, type UploadPurpose } from '#shared/features/upload/upload.rules.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { idOf, mailsTo, newAudit } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { tusTools } from '../../../tests/server/upload-tools.ts';
import { creditPersonalData } from './credit.privacy.ts';

const test = await testApp();
const { app, ctx, call } = test;
const tus = tusTools(test);

/** A real one, of one pixel; a number makes each another file. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let pictures = 0;
const picture = () => Buffer.concat([PIXEL, Buffer.from(String(++pictures))]);

async function uploaded(
  person: Person,
  {
    name = 'attendance.png',
    content = picture(),
    purpose = 'credit-evidence',
  }: { name?: string; content?: Buffer; purpose?: UploadPurpose } = {},
): Promise<string> {
  const id = await tus.send(person.headers.cookie, name, content, purpose);
  await checkUploadJob.run(ctx, { id });
  return id;
}

const WORKSHOP = {
  title: 'Falling safely: a floorwork weekend',
  provider: 'Northside Dance Center',
  doneOn: '2026-11-07',
  hours: 3,
  isSafePractice: true,
};

const add = (person: Person, body: object) =>
  call(contract.addCreditHours, { body: { ...WORKSHOP, ...body }, ...person });

async function added(person: Person, body: object = {}): Promise<CreditHours> {
  const answer = await add(person, { uploadIds: [await uploaded(person)], ...body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<CreditHours>();
}

const update = (person: Person, { id }: { id: number }, body: object) =>
  call(contract.updateCreditHours, {
    params: { id },
    body: { ...WORKSHOP, fileIds: [], uploadIds: [], ...body },
    ...person,
  });
const remove = (person: Person, { id }: { id: number }) =>
  call(contract.deleteCreditHours, { params: { id }, ...person });
const decide = (id: number, body: object) =>
  call(passport.decideCreditHours, { params: { id }, body }, 'admin');
const mine = async (person: Person): Promise<CreditHours[]> =>
  (await call(contract.listCreditHours, { ...person })).json();
const review = async (query: Record<string, string> = {}) =>
  (await call(contract.listCreditReviews, { query }, 'admin')).json<{
    items: CreditReview[];
    total: number;
    counts: Record<string, number>;
  }>();
const openFile = (id: number, cookie?: string) =>
  app.inject({ method: 'GET', url: `/api/credit-files/${id}`, ...(cookie && { headers: { cookie } }) });
const messageOf = (answer: LightMyRequestResponse): string => answer.json().message;

const storedKeys = async (creditId: number): Promise<string[]> => {
  const { rows } = await ctx.pool.query<{ storage_key: string }>(
    'select storage_key from credit_files where credit_id = $1 order by id',
    [creditId],
  );
  return rows.map(({ storage_key: key }) => key);
};
const isStored = async (key: string) => (await ctx.storage.stat(key)) !== null;

describe('adding outside hours', () => {
  it('puts them in review with their files', async () => {
    const me = await someone(ctx);
    const credit = await added(me, {
      uploadIds: [await uploaded(me), await uploaded(me, { name: 'bill.png' })],
    });
    expect(credit).toMatchObject({
      ...WORKSHOP,
      source: 'outside',
      state: 'in_review',
      certificateId: null,
      files: [{ name: 'attendance.png', contentType: 'image/png' }, { name: 'bill.png' }],
    });
    expect(await mine(me)).toEqual([credit]);
  });

  it('takes a PDF or a picture of up to 20 MB, and nothing else', async () => {
    const me = await someone(ctx);
    const id = await uploaded(me, { name: 'notes.txt', content: Buffer.from('I was there, honestly.') });
    const refused = await add(me, { uploadIds: [id] });
    expect([refused.statusCode, messageOf(refused)]).toEqual([
      422,
      expect.stringContaining('PDF or a picture'),
    ]);
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const web = await add(me, { uploadIds: [await uploaded(me, { name: 'a.html', content: page })] });
    expect(web.statusCode).toBe(422);
    const large = { name: 'a.pdf', bytes: MAX_EVIDENCE_BYTES + 1, purpose: 'credit-evidence' };
    expect((await tus.begin(me.headers.cookie, large)).statusCode).toBe(413);
    expect(await mine(me)).toEqual([]);
  });

  it('refuses other people’s files, files sent for something else, used ones, none and six', async () => {
    const [me, other] = [await someone(ctx), await someone(ctx)];
    const theirs = await uploaded(other);
    const used = await uploaded(me);
    await added(me, { uploadIds: [used] });
    const six = await Promise.all(Array.from({ length: 6 }, () => uploaded(me)));
    const answers = await Promise.all([
      add(me, { uploadIds: [theirs] }),
      add(me, { uploadIds: [used] }),
      add(me, { uploadIds: [] }),
      add(me, { uploadIds: six }),
      add(me, { uploadIds: ['nothing'] }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 409, 400, 400, 404]);
    expect(await mine(me)).toHaveLength(1);
  });

  it.each([
    ['hours of nothing', { hours: 0 }],
    ['quarters', { hours: 1.25 }],
    ['a year of hours', { hours: 400 }],
    ['no title', { title: '  ' }],
    ['two lines', { title: 'One\nTwo' }],
    ['no provider', { provider: '' }],
    ['no date', { doneOn: 'yesterday' }],
    ['a day that doesn’t exist', { doneOn: '2026-02-30' }],
  ])('refuses %s', async (_, wrong) => {
    const me = await someone(ctx);
    const answer = await add(me, { uploadIds: ['x'], ...wrong });
    expect(answer.statusCode).toBe(400);
  });

  it('refuses a day to come', async () => {
    const me = await someone(ctx);
    const tomorrow = new Date(ctx.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    const answer = await add(me, { uploadIds: ['x'], doneOn: tomorrow });
    expect([answer.statusCode, messageOf(answer)]).toEqual([422, expect.stringContaining('still to come')]);
  });

  it(`holds at most ${MAX_OPEN_CREDITS} undecided entries, also when they come at once`, async () => {
    const me = await someone(ctx);
    await ctx.pool.query(
      `insert into credit_hours (user_id, source, title, provider, done_on, hours, state, created_at)
       select $1, 'outside', 'One of many', 'x', '2026-11-01', 1, 'in_review', now() from generate_series(1, $2)`,
      [me.id, MAX_OPEN_CREDITS - 1],
    );
    const ids = await Promise.all(Array.from({ length: 4 }, () => uploaded(me)));
    const answers = await Promise.all(ids.map((id) => add(me, { uploadIds: [id] })));
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409]);
  });
});

describe('a decision', () => {
  it('counts them, once, with one email and an audit entry', async () => {
    const me = await someone(ctx);
    const { id } = await added(me);
    await newAudit(ctx);
    const answers = await Promise.all(Array.from({ length: 4 }, () => decide(id, { decision: 'count' })));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    expect(await mine(me)).toMatchObject([{ id, state: 'counted', decisionReason: null }]);
    const mails = (await mailsTo(ctx, me.username)).filter(({ subject }) => subject.startsWith('Counted'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('3 hours for “Falling safely');
    expect(await newAudit(ctx, 'credit.count')).toHaveLength(1);
  });

  it('returns them with what is missing; the learner adds it and sends them in again', async () => {
    const me = await someone(ctx);
    const credit = await added(me);
    const reason = 'The hours aren’t on the attendance sheet.';
    expect((await decide(credit.id, { decision: 'return' })).statusCode).toBe(400);
    expect((await decide(credit.id, { decision: 'return', reason })).statusCode).toBe(200);
    expect(await mine(me)).toMatchObject([{ state: 'returned', decisionReason: reason }]);
    expect((await mailsTo(ctx, me.username)).at(-1)?.text).toContain(reason);

    const [file] = credit.files;
    const more = await uploaded(me, { name: 'invoice.png' });
    const sent = await update(me, credit, { hours: 2.5, fileIds: [file?.id], uploadIds: [more] });
    expect(sent.statusCode, sent.body).toBe(200);
    expect(sent.json()).toMatchObject({
      hours: 2.5,
      state: 'in_review',
      decisionReason: null,
      files: [{ name: 'attendance.png' }, { name: 'invoice.png' }],
    });
    expect((await update(me, credit, { fileIds: [file?.id] })).statusCode).toBe(409);
    expect((await decide(credit.id, { decision: 'count' })).statusCode).toBe(200);
  });

  it('declines them with a reason, for good', async () => {
    const me = await someone(ctx);
    const credit = await added(me);
    const reason = 'A performance isn’t training.';
    expect((await decide(credit.id, { decision: 'decline', reason })).statusCode).toBe(200);
    expect(await mine(me)).toMatchObject([{ state: 'declined', decisionReason: reason }]);
    expect((await remove(me, credit)).statusCode).toBe(409);
    expect((await update(me, credit, { uploadIds: ['x'] })).statusCode).toBe(409);
    expect((await decide(credit.id, { decision: 'count' })).statusCode).toBe(409);
  });

  it('is never about one’s own hours', async () => {
    const admin = await someone(ctx, { roles: ['admin'] });
    const credit = await added(admin);
    const own = await call(passport.decideCreditHours, {
      params: { id: credit.id },
      body: { decision: 'count' },
      ...admin,
    });
    expect([own.statusCode, messageOf(own)]).toEqual([403, expect.stringContaining('your own')]);
    expect(await mine(admin)).toMatchObject([{ state: 'in_review' }]);
  });

  it('can’t touch hours that a certificate earned', async () => {
    const me = await someone(ctx);
    const { rows } = await ctx.pool.query<{ id: number }>(
      `insert into credit_hours (user_id, source, earned_with, title, done_on, hours, state, created_at)
       values ($1, 'certificate', 'certificate:900001', 'Barre', '2026-11-01', 6, 'counted', now()) returning id`,
      [me.id],
    );
    const id = rows[0]?.id ?? 0;
    expect((await decide(id, { decision: 'decline', reason: 'Because.' })).statusCode).toBe(404);
    expect((await remove(me, { id })).statusCode).toBe(409);
    expect(await mine(me)).toMatchObject([{ certificateId: 900_001, state: 'counted' }]);
  });
});

describe('correcting what was returned', () => {
  async function returned(person: Person) {
    const credit = await added(person);
    await decide(credit.id, { decision: 'return', reason: 'Show the hours.' });
    return credit;
  }

  it('deletes files it doesn’t keep, and needs one to five', async () => {
    const me = await someone(ctx);
    const credit = await returned(me);
    const [old = ''] = await storedKeys(credit.id);
    expect((await update(me, credit, {})).statusCode).toBe(422);
    expect(await isStored(old)).toBe(true);
    const five = await Promise.all(Array.from({ length: 5 }, () => uploaded(me)));
    const keepIds = credit.files.map(({ id }) => id);
    expect((await update(me, credit, { fileIds: keepIds, uploadIds: five })).statusCode).toBe(422);
    expect((await update(me, credit, { uploadIds: five })).statusCode).toBe(200);
    await ctx.jobs.drain();
    expect(await isStored(old)).toBe(false);
    expect((await mine(me))[0]?.files).toHaveLength(5);
  });

  it('can’t keep a file of other hours', async () => {
    const [me, other] = [await someone(ctx), await someone(ctx)];
    const [credit, theirs] = [await returned(me), await added(other)];
    const answer = await update(me, credit, { fileIds: theirs.files.map(({ id }) => id) });
    expect(answer.statusCode).toBe(422);
    expect((await mine(other))[0]?.files).toHaveLength(1);
  });
});

it('deletes hours and their files while nothing is decided', async () => {
  const me = await someone(ctx);
  const credit = await added(me);
  const [key = ''] = await storedKeys(credit.id);
  expect((await remove(me, credit)).statusCode).toBe(204);
  await ctx.jobs.drain();
  expect([await mine(me), await isStored(key)]).toEqual([[], false]);
  expect((await decide(credit.id, { decision: 'count' })).statusCode).toBe(404);
});

describe('other people', () => {
  it('reach neither the hours nor a single file', async () => {
    const [me, other] = [await someone(ctx), await someone(ctx)];
    const credits = [await added(me), await added(me)];
    await decide(credits[0]?.id ?? 0, { decision: 'return', reason: 'Show the hours.' });
    const officer = await someone(ctx, { roles: ['curriculum_officer'] });
    const instructor = await someone(ctx, { roles: ['instructor'] });
    for (const stranger of [other, officer, instructor]) {
      expect(await mine(stranger)).toEqual([]);
      for (const credit of credits) {
        expect((await remove(stranger, credit)).statusCode).toBe(404);
        expect((await update(stranger, credit, { uploadIds: ['x'] })).statusCode).toBe(404);
        for (const { id } of credit.files) {
          const answer = await openFile(id, stranger.headers.cookie);
          expect([answer.statusCode, answer.rawPayload.includes(PIXEL)]).toEqual([404, false]);
        }
      }
    }
    for (const { files } of credits)
      for (const { id } of files) expect((await openFile(id)).statusCode).toBe(401);
    expect(await mine(me)).toHaveLength(2);
  });

  it('find nothing behind any number', async () => {
    const { rows } = await ctx.pool.query<{ last: number }>('select max(id)::int as last from credit_files');
    const { headers } = await someone(ctx);
    for (let id = 1; id <= (rows[0]?.last ?? 0) + 1; id++) {
      expect((await openFile(id, headers.cookie)).statusCode).toBe(404);
    }
  });
});

it('sends evidence to its owner and to staff, never as a page', async () => {
  const me = await someone(ctx);
  const credit = await added(me);
  const admin = await someone(ctx, { roles: ['admin'] });
  for (const { headers } of [me, admin]) {
    const answer = await openFile(credit.files[0]?.id ?? 0, headers.cookie);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.includes(PIXEL)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  }
  await ctx.pool.query(`update credit_files set content_type = 'application/pdf' where credit_id = $1`, [
    credit.id,
  ]);
  const pdf = await openFile(credit.files[0]?.id ?? 0, me.headers.cookie);
  expect(pdf.headers['content-disposition']).toContain('attachment; filename="attendance.png"');
});

describe('the queue of staff', () => {
  it('lists who waits longest first, searches, counts, and shows a file that was sent before', async () => {
    const [first, second] = [await someone(ctx), await someone(ctx)];
    const word = `Kinesiology ${ctx.clock.now().getTime()}`;
    const content = picture();
    const sent = async (person: Person) => ({
      uploadIds: [await uploaded(person, { content })],
      title: word,
    });
    const [a, b] = [await added(first, await sent(first)), await added(second, await sent(second))];
    const before = await review();
    expect(before.counts['in_review']).toBe(before.total);
    const found = await review({ q: word.toLowerCase() });
    expect(found.items.map(({ id }) => id)).toEqual([a.id, b.id]);
    expect(found.items[0]).toMatchObject({
      user: { id: first.id },
      files: [{ isUsedTwice: true }],
      decidedBy: null,
    });
    await decide(a.id, { decision: 'count' });
    const counted = await review({ state: 'counted', q: word });
    expect(counted.items).toMatchObject([{ id: a.id, decidedBy: expect.stringMatching(/\w/) }]);
    expect((await review()).total).toBe(before.total - 1);
  });
});

it('goes with the account, evidence included, and is in the export', async () => {
  const me = await someone(ctx);
  const credit = await added(me);
  const [key = ''] = await storedKeys(credit.id);
  const now = ctx.clock.now();
  const subject = (userId: number) => ({ userId, email: '', isEmailVerified: true, orderIds: [], now });
  const collected = await creditPersonalData.collect?.['creditHours']?.(ctx.db, subject(me.id));
  expect(collected).toMatchObject([{ title: WORKSHOP.title, hours: 3, fileName: 'attendance.png' }]);
  await inTransaction(ctx.db, async (tx) => creditPersonalData.erase?.(ctx, tx, subject(me.id)));
  await ctx.jobs.drain();
  expect([await mine(me), await isStored(key)]).toEqual([[], false]);
  const adminId = await idOf(ctx, 'admin');
  const other = await someone(ctx);
  const { id } = await added(other);
  await decide(id, { decision: 'count' });
  await inTransaction(ctx.db, async (tx) => creditPersonalData.erase?.(ctx, tx, subject(adminId)));
  expect((await review({ state: 'counted' })).items.find((item) => item.id === id)?.decidedBy).toBeNull();
});
