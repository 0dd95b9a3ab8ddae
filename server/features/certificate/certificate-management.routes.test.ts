// Managing certificates: by hand, from a list, revoking, correcting names, lists and rules.
import { describe, expect, it } from 'vitest';
import * as contract from '#shared/features/certificate/certificate.contract.ts';
import type { CertificateDetail, IssueReport } from '#shared/features/certificate/certificate.schema.ts';
import { certificateTools } from '../../../tests/server/certificate-tools.ts';
import { learnerIn } from '../../../tests/server/learning-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { mailsTo } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const { certification, complete, mine, certified, rule, verify } = certificateTools({ ctx, call });

describe('managing', () => {
  it('revokes with a reason that only the holder reads', async () => {
    const { me, certificate } = await certified();
    const revoke = () =>
      call(
        contract.revokeCertificate,
        { params: { id: certificate.id }, body: { reason: 'The video was not yours.' } },
        'admin',
      );
    expect((await revoke()).statusCode).toBe(200);
    expect((await revoke()).statusCode).toBe(409);
    expect(await mine(me)).toMatchObject([{ status: 'revoked', revokedReason: 'The video was not yours.' }]);
    expect((await verify(certificate.code)).body).not.toContain('not yours');
    const { rows } = await ctx.pool.query('select state from credit_hours where user_id = $1', [me.id]);
    expect(rows).toEqual([{ state: 'withdrawn' }]);
  });

  it('corrects a name under the same code, once for two editors', async () => {
    const { certificate, me } = await certified();
    const rename = (holderName: string) =>
      call(
        contract.renameCertificate,
        { params: { id: certificate.id }, body: { holderName, reason: 'Typo' } },
        'admin',
      );
    expect((await rename('Mara Okafor')).json()).toMatchObject({
      holderName: 'Mara Okafor',
      code: certificate.code,
    });
    expect((await verify(certificate.code)).json().holder).toBe('Mara Okafor');
    const detail: CertificateDetail = (
      await call(contract.getCertificate, { params: { id: certificate.id }, ...me })
    ).json();
    expect(detail.version).toBe(2);
    const stranger = await someone(ctx);
    const theirs = {
      params: { id: certificate.id },
      body: { holderName: 'Me', reason: 'Mine' },
      ...stranger,
    };
    expect((await call(contract.renameCertificate, theirs)).statusCode).toBe(404);
    expect((await call(contract.renameCertificate, { ...theirs, ...me })).statusCode).toBe(403);
  });

  it('issues by hand, not to oneself and not twice', async () => {
    const instructor = await someone(ctx, { roles: ['instructor'] });
    const course = await certification({ instructorId: instructor.id });
    const learner = await someone(ctx);
    const issue = (user: string, as: Person) =>
      call(contract.issueCertificate, { body: { courseId: course.id, user }, ...as });
    expect((await issue(learner.username, instructor)).statusCode).toBe(201);
    expect((await issue(learner.username, instructor)).statusCode).toBe(422);
    expect((await issue(instructor.username, instructor)).statusCode).toBe(422);
    const away = await someone(ctx);
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'x' where id = $1`, [
      away.id,
    ]);
    const refused = await issue(away.username, instructor);
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'This account isn’t active.']);
    expect((await issue(learner.username, await someone(ctx, { roles: ['instructor'] }))).statusCode).toBe(
      404,
    );
    expect((await issue(learner.username, learner)).statusCode).toBe(404);
  });

  it('issues 200 from a list with ten bad lines, and the same list again issues none', async () => {
    const course = await certification();
    const people = await Promise.all(Array.from({ length: 190 }, () => someone(ctx)));
    const lines = [
      'Email,Name',
      ...people.map(({ username }, n) => (n === 0 ? `${username},Zoë Ångström` : username)),
    ];
    for (let n = 0; n < 10; n++) lines.splice(10 + n * 5, 0, `nobody-${n}@example.test`);
    const send = async (isDryRun: boolean): Promise<IssueReport> =>
      (
        await call(
          contract.issueCertificates,
          { params: { id: course.id }, body: { people: lines.join('\n'), isDryRun } },
          'admin',
        )
      ).json();
    const outcomes = ({ results }: IssueReport) =>
      Object.fromEntries(
        Object.entries(Object.groupBy(results, ({ outcome }) => outcome)).map(([name, list]) => [
          name,
          list.length,
        ]),
      );
    expect(outcomes(await send(true))).toEqual({ refused: 10, 'would-issue': 190 });
    const { rows: none } = await ctx.pool.query('select 1 from certificates where course_id = $1', [
      course.id,
    ]);
    expect(none).toEqual([]);
    const report = await send(false);
    expect(outcomes(report)).toEqual({ issued: 190, refused: 10 });
    expect(report.results.find(({ outcome }) => outcome === 'refused')).toMatchObject({
      line: 11,
      text: 'nobody-0@example.test',
    });
    expect(outcomes(await send(false))).toEqual({ refused: 200 });
    const { rows } = await ctx.pool.query(
      `select count(*)::int as total, count(*) filter (where holder_name = 'Zoë Ångström')::int as named
       from certificates where course_id = $1`,
      [course.id],
    );
    expect(rows).toEqual([{ total: 190, named: 1 }]);
  });

  it('lists by status as the certificates themselves say', async () => {
    const course = await certification();
    const [valid, revoked] = await Promise.all([learnerIn(ctx, course.id), learnerIn(ctx, course.id)]);
    for (const learner of [valid, revoked]) await complete(course.lessonIds[0], learner);
    const [gone] = await mine(revoked);
    await call(
      contract.revokeCertificate,
      { params: { id: gone?.id ?? 0 }, body: { reason: 'Why' } },
      'admin',
    );
    const list = async (status?: string) =>
      (
        await call(
          contract.listIssuedCertificates,
          { query: { course: String(course.id), ...(status && { status }) } },
          'admin',
        )
      ).json();
    expect((await list()).total).toBe(2);
    expect((await list('revoked')).items).toMatchObject([{ id: gone?.id, status: 'revoked' }]);
    expect((await list('valid')).total).toBe(1);
    expect((await list('expired')).total).toBe(0);
    const csv = await call(
      contract.exportIssuedCertificates,
      { query: { course: String(course.id) } },
      'admin',
    );
    expect(csv.body.trim().split('\n')).toHaveLength(3);
  });

  it('sends one again, unless it was revoked', async () => {
    const { certificate, me } = await certified();
    const resend = () => call(contract.resendCertificate, { params: { id: certificate.id } }, 'admin');
    expect((await resend()).statusCode).toBe(204);
    const sent = (await mailsTo(ctx, me.username)).filter(({ subject }) =>
      subject.startsWith('Your certificate'),
    );
    expect(sent).toHaveLength(2);
    await call(
      contract.revokeCertificate,
      { params: { id: certificate.id }, body: { reason: 'Why' } },
      'admin',
    );
    expect((await resend()).statusCode).toBe(409);
  });

  it('keeps the rule of a course, for its instructor and staff only', async () => {
    const instructor = await someone(ctx, { roles: ['instructor'] });
    const course = await certification({ instructorId: instructor.id });
    const get = (person: Person) =>
      call(contract.getCertificateRule, { params: { id: course.id }, ...person });
    expect((await get(instructor)).json()).toMatchObject({ isOffered: true, renewalHours: null });
    const stranger = await someone(ctx);
    expect((await get(stranger)).statusCode).toBe(404);
    const settings = (await get(instructor)).json();
    const theirs = { params: { id: course.id }, body: settings };
    expect((await call(contract.saveCertificateRule, { ...theirs, ...stranger })).statusCode).toBe(404);
    expect((await call(contract.saveCertificateRule, { ...theirs, ...instructor })).json()).toEqual(settings);
    expect((await rule(course.id, { renewalCourseId: course.id })).statusCode).toBe(422);
    expect((await rule(course.id, { templateId: 2_000_000 })).statusCode).toBe(422);
    expect((await rule(course.id, { templateId: 2 })).statusCode).toBe(200);
    expect((await rule(course.id, { renewalHours: 20, graceMonths: 6 })).statusCode).toBe(200);
    expect((await get(instructor)).json()).toMatchObject({ renewalHours: 20, graceMonths: 6 });
  });
});
