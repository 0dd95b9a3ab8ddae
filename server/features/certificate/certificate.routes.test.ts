// Certificates: issued once, valid until midnight where the holder lives, reminded of, renewed, revoked, verified.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { connectDatabase } from '#server/db/client.ts';
import { createContext } from '#server/start.ts';
import { inTransaction } from '#server/db/transaction.ts';
import * as contract from '#shared/features/certificate/certificate.contract.ts';
import { createEntitlement } from '#server/seed/factories.ts';
import { certificateTools } from '../../../tests/server/certificate-tools.ts';
import { endAccess, learnerIn } from '../../../tests/server/learning-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { mailsTo } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { followRefundsJob, sendCertificateRemindersJob } from './certificate.jobs.ts';
import { issueForCompletedCourse } from './certificate-issue.service.ts';

const { ctx, call } = await testApp();
const { certification, complete, today, mine, certified, rule, verify } = certificateTools({ ctx, call });
const START = ctx.clock.now();

const remind = () => sendCertificateRemindersJob.run(ctx, {});
const at = (time: string) => ctx.clock.set(new Date(time));

beforeAll(async () => {
  at('2026-11-14T12:00:00Z');
});
afterAll(() => ctx.clock.set(START));

describe('earning one', () => {
  it('comes with the last lesson, with the hours it is worth and one email', async () => {
    const { me, course, certificate } = await certified();
    expect(certificate).toMatchObject({
      course: { id: course.id },
      cycle: 1,
      issuedOn: '2026-11-14',
      expiresOn: '2029-11-14',
      status: 'valid',
    });
    expect((await call(contract.listCertificates, {})).statusCode).toBe(401);
    expect(certificate.code).toMatch(/^RLV-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const { rows } = await ctx.pool.query('select hours::float, state from credit_hours where user_id = $1', [
      me.id,
    ]);
    expect(rows).toEqual([{ hours: 6, state: 'counted' }]);
    const mails = await mailsTo(ctx, me.username);
    expect(mails.filter(({ subject }) => subject.startsWith('Your certificate'))).toHaveLength(1);
    expect(mails.at(-1)?.text).toContain(`/verify/${certificate.code}`);
  });

  it('is issued once for 100 completions through two servers, ten times over', async () => {
    const database = connectDatabase(ctx.connection, { max: 8 });
    const other = Object.assign(createContext(ctx.config, database, ctx.connection), { clock: ctx.clock });
    const app = await buildApp(other, false, { withPages: false });
    afterAll(async () => {
      await app.close();
      await other.jobs.stop();
      await database.close();
    });
    for (let round = 0; round < 10; round++) {
      const course = await certification();
      const me = await learnerIn(ctx, course.id);
      const url = `/api/lessons/${course.lessonIds[0]}/progress`;
      const request = { method: 'PUT', url, headers: me.headers, payload: { completed: true } } as const;
      const issue = () =>
        inTransaction(other.db, (tx) =>
          issueForCompletedCourse(other, tx, { userId: me.id, courseId: course.id, now: ctx.clock.now() }),
        );
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          n % 2 ? app.inject(request) : complete(course.lessonIds[0], me),
        ),
      );
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      await Promise.all([issue(), issue(), issue()]);
      expect(await mine(me)).toHaveLength(1);
      const mails = await mailsTo(ctx, me.username);
      expect(mails.filter(({ subject }) => subject.startsWith('Your certificate'))).toHaveLength(1);
    }
  });

  it('waits for the hours the rule asks for', async () => {
    const course = await certification();
    expect((await rule(course.id, { requiredHours: 10 })).statusCode).toBe(200);
    const me = await learnerIn(ctx, course.id);
    await complete(course.lessonIds[0], me);
    expect(await mine(me)).toEqual([]);
  });

  it('does not happen in a course that offers none', async () => {
    const course = await certification({ kind: 'course' });
    const me = await learnerIn(ctx, course.id);
    await complete(course.lessonIds[0], me);
    expect(await mine(me)).toEqual([]);
  });
});

describe('checking one', () => {
  it('tells a stranger what it says, and nothing else', async () => {
    const { certificate, course } = await certified();
    const answer = await verify(certificate.code);
    expect(answer.json()).toEqual({
      code: certificate.code,
      holder: certificate.holderName,
      course: course.title,
      issuer: 'Relevé',
      issuedAt: '2026-11-14',
      expiresAt: '2029-11-14',
      status: 'valid',
      renews: null,
      renewedAs: null,
    });
    const typed = certificate.code.replace('RLV-', '').replace('-', ' ').toLowerCase();
    expect((await verify(typed)).statusCode).toBe(200);
  });

  it('knows no other codes', async () => {
    expect((await verify('RLV-0000-0000')).statusCode).toBe(404);
    expect((await verify('not a code')).statusCode).toBe(404);
  });

  it('is limited to thirty tries a minute', async () => {
    const tries = await Promise.all(
      Array.from({ length: 35 }, () =>
        call(contract.verifyCertificate, { params: { code: 'RLV-0000-0000' }, from: '10.9.9.9' }),
      ),
    );
    expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  });

  it('is for its holder, the instructor and staff to open; others get 404', async () => {
    const instructor = await someone(ctx, { roles: ['instructor'] });
    const { certificate, me } = await certified({ instructorId: instructor.id });
    const open = (person: Partial<Person>) =>
      call(contract.getCertificate, { params: { id: certificate.id }, ...person });
    const rival = await someone(ctx, { roles: ['instructor'] });
    expect((await open(me)).json()).toMatchObject({ isMine: true, canManage: false });
    expect((await open(instructor)).json()).toMatchObject({ isMine: false, canManage: true });
    expect((await open(rival)).statusCode).toBe(404);
    expect((await open(await someone(ctx))).statusCode).toBe(404);
    expect((await open({})).statusCode).toBe(401);
  });
});

describe('the files', () => {
  it('are a PDF on either paper and a picture, for those who may open the certificate', async () => {
    const { certificate, me } = await certified();
    const params = { id: certificate.id };
    for (const paper of ['letter', 'a4']) {
      const pdf = await call(contract.downloadCertificatePdf, { params, query: { paper }, ...me });
      expect(pdf.headers['content-type']).toContain('application/pdf');
      expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
    const card = await call(contract.downloadCertificateCard, { params, ...me });
    expect(card.headers['content-type']).toContain('image/png');
    const stranger = await someone(ctx);
    expect((await call(contract.downloadCertificatePdf, { params, ...stranger })).statusCode).toBe(404);
    expect((await call(contract.downloadCertificateCard, { params, ...stranger })).statusCode).toBe(404);
  });
});

describe('six years', () => {
  it('reminds four times, renews early and late, and expires at midnight where the holder lives', async () => {
    at('2026-11-14T12:00:00Z');
    const { me, course, certificate } = await certified();
    expect((await rule(course.id, { renewalHours: 6 })).statusCode).toBe(200);
    await ctx.pool.query(`update users set time_zone = 'America/Chicago' where id = $1`, [me.id]);
    const reminders = async () =>
      (await mailsTo(ctx, me.username)).filter(({ subject }) =>
        subject.startsWith('Your certificate expires'),
      ).length;
    const renew = async (id: number) =>
      call(contract.renewCertificate, { params: { id }, ...(await today(me)) });

    // Too early: the last reminder is more than 90 days away.
    expect((await renew(certificate.id)).statusCode).toBe(409);
    // The job runs several times a day; each reminder goes out once.
    const remindBetween = async (from: string, to: string) => {
      for (let time = Date.parse(from); time < Date.parse(to); time += 8 * 3_600_000) {
        ctx.clock.set(new Date(time));
        await remind();
      }
    };
    await remindBetween('2029-08-01T00:10:00Z', '2029-11-10T00:00:00Z');
    expect(await reminders()).toBe(3);
    // The hours it is worth itself don't renew it; others collected since do.
    at('2029-11-10T12:00:00Z');
    expect((await renew(certificate.id)).statusCode).toBe(409);
    const collect = (day: string) =>
      ctx.pool.query(
        `insert into credit_hours (user_id, source, title, done_on, hours, state, decided_at, created_at)
         values ($1, 'outside', 'Workshop', $2::date, 6, 'counted', $2::date, $2::date)`,
        [me.id, day],
      );
    await collect('2026-01-01');
    expect((await renew(certificate.id)).statusCode).toBe(409);
    await collect('2028-05-01');
    const early = await renew(certificate.id);
    expect(early.json()).toMatchObject({ cycle: 2, issuedOn: '2029-11-10', expiresOn: '2032-11-14' });
    expect((await renew(certificate.id)).statusCode).toBe(409);
    const second = early.json().id as number;
    // The old one lapses without a last reminder: it has been renewed.
    at('2029-11-14T12:00:00Z');
    await remind();
    expect(await reminders()).toBe(3);
    expect((await verify(certificate.code)).json().status).toBe('valid');
    at('2029-11-15T00:00:00Z');
    expect((await verify(certificate.code)).json().status).toBe('expired');

    // Without a renewal all four arrive: 90, 30, 7 days and 1 day before.
    await remindBetween('2032-08-01T00:10:00Z', '2032-11-15T00:00:00Z');
    expect(await reminders()).toBe(7);

    // The renewed one ends at midnight in Chicago, six hours after midnight in London.
    const code = early.json().code as string;
    for (const [time, status] of [
      ['2032-11-14T23:59:59Z', 'valid'],
      ['2032-11-15T05:59:59Z', 'valid'],
      ['2032-11-15T06:00:00Z', 'expired'],
    ] as const) {
      at(time);
      expect([time, (await verify(code)).json().status]).toEqual([time, status]);
    }
    // In grace it can still be renewed, from today on.
    at('2033-03-01T12:00:00Z');
    expect(await mine(me)).toMatchObject([{ status: 'grace' }, { status: 'expired' }]);
    expect((await renew(second)).statusCode).toBe(409);
    await collect('2033-02-01');
    const late = await renew(second);
    expect(late.json()).toMatchObject({ cycle: 3, issuedOn: '2033-03-01', expiresOn: '2036-03-01' });
    at('2040-01-01T00:00:00Z');
    expect((await renew(late.json().id)).statusCode).toBe(409);
    expect(await mine(me)).toHaveLength(3);
    at('2026-11-14T12:00:00Z');
  });

  it('renews with the short course that the rule names', async () => {
    const { me, course, certificate } = await certified();
    const short = await certification({ kind: 'course', creditHours: null });
    expect((await rule(course.id, { renewalCourseId: short.id })).statusCode).toBe(200);
    at('2029-10-01T12:00:00Z');
    await ctx.pool.query(
      `insert into entitlements (user_id, item_type, item_id, cause, created_at) values ($1, 'course', $2, 'free', $3)`,
      [me.id, short.id, ctx.clock.now()],
    );
    await complete(short.lessonIds[0], await today(me));
    expect(await mine(me)).toMatchObject([
      { cycle: 2, expiresOn: '2032-11-14' },
      { id: certificate.id, cycle: 1 },
    ]);
    at('2026-11-14T12:00:00Z');
  });
});

describe('a refund', () => {
  it('takes the certificate back, and gives it back if the payment returns', async () => {
    const { me, course, certificate } = await certified();
    await ctx.pool.query(`update entitlements set cause = 'order_line' , cause_ref = $2 where user_id = $1`, [
      me.id,
      `line-${me.id}`,
    ]);
    await followRefundsJob.run(ctx, {});
    expect((await mine(me))[0]?.status).toBe('valid');
    await endAccess(ctx, me.id, course.id);
    await followRefundsJob.run(ctx, {});
    await followRefundsJob.run(ctx, {});
    expect(await mine(me)).toMatchObject([{ status: 'revoked', revokedReason: 'The course was refunded.' }]);
    expect((await verify(certificate.code)).json()).toMatchObject({ status: 'revoked' });
    const revoked = (await mailsTo(ctx, me.username)).filter(({ subject }) => subject.includes('revoked'));
    expect(revoked).toHaveLength(1);
    await ctx.pool.query(`update entitlements set state = 'active' where user_id = $1`, [me.id]);
    await followRefundsJob.run(ctx, {});
    expect((await mine(me))[0]?.status).toBe('valid');
  });

  it('changes nothing while another way into the course is left', async () => {
    const { me, course } = await certified();
    const refunded = { itemType: 'course', itemId: course.id, state: 'revoked' } as const;
    await createEntitlement(ctx.db, {
      ...refunded,
      userId: me.id,
      cause: 'order_line',
      causeRef: `line-${me.id}`,
    });
    await followRefundsJob.run(ctx, {});
    expect(await mine(me)).toMatchObject([{ status: 'valid', revokedReason: null }]);
    expect((await mailsTo(ctx, me.username)).filter(({ subject }) => subject.includes('revoked'))).toEqual(
      [],
    );
  });
});
