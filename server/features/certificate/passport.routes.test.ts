// Hours that start to count complete certificates, in the same step; and the passport an employer gets.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { beforeAll, describe, expect, it } from 'vitest';
import * as certificateContract from '#shared/features/certificate/certificate.contract.ts';
import type { Certificate } from '#shared/features/certificate/certificate.schema.ts';
import * as contract from '#shared/features/certificate/passport.contract.ts';
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import { learnerIn, taughtCourse } from '../../../tests/server/learning-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { mailsTo } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

beforeAll(async () => {
  await ctx.pool.query(
    `with t as (insert into certificate_templates (name, draft, created_at, updated_at)
       values ('Plain', '{}', now(), now()) returning id)
     insert into certificate_template_versions (template_id, version, layout, published_at)
     select id, 1, '{}', now() from t`,
  );
});

const RULE = {
  isOffered: true,
  templateId: null,
  graceMonths: 12,
  renewalCourseId: null,
  renewalHours: null,
};

/** Completed, except for ten hours of credit. */
async function waitingForHours() {
  const course = await taughtCourse(ctx, {
    kind: 'certification',
    validMonths: 36,
    creditHours: 6,
    modules: [{ lessons: [{}] }],
  });
  const body = { ...RULE, requiredHours: 10 };
  await call(certificateContract.saveCertificateRule, { params: { id: course.id }, body }, 'admin');
  const me = await learnerIn(ctx, course.id);
  await call(saveLessonProgress, {
    params: { id: course.lessonIds[0] ?? 0 },
    body: { completed: true },
    ...me,
  });
  return { me, course };
}

async function outsideHours(userId: number, hours: number): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into credit_hours (user_id, source, title, provider, done_on, hours, state, is_safe_practice, created_at)
     values ($1, 'outside', 'First aid in the studio', 'Red Cross', '2026-10-04', $2, 'in_review', true, now())
     returning id`,
    [userId, hours],
  );
  return rows[0]?.id ?? 0;
}

const count = (id: number) =>
  call(contract.decideCreditHours, { params: { id }, body: { decision: 'count' } }, 'admin');
const certificatesOf = async (person: Person): Promise<Certificate[]> =>
  (await call(certificateContract.listCertificates, { ...person })).json();

describe('hours that start to count', () => {
  it('issue the certificate they complete, once and at once', async () => {
    const { me, course } = await waitingForHours();
    const [four, six] = [await outsideHours(me.id, 4), await outsideHours(me.id, 6)];
    expect((await count(four)).statusCode).toBe(200);
    expect(await certificatesOf(me)).toEqual([]);
    const answers = await Promise.all([count(six), count(six), count(six)]);
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
    expect(await certificatesOf(me)).toMatchObject([
      { course: { id: course.id }, cycle: 1, status: 'valid' },
    ]);
    const mails = await mailsTo(ctx, me.username);
    expect(mails.filter(({ subject }) => subject.startsWith('Your certificate'))).toHaveLength(1);
  });

  it('complete a certificate also when two halves are counted at the same time', async () => {
    const { me } = await waitingForHours();
    const halves = [await outsideHours(me.id, 5), await outsideHours(me.id, 5)];
    const answers = await Promise.all(halves.map(count));
    expect(statusesOf(answers)).toEqual([200, 200]);
    expect(await certificatesOf(me)).toHaveLength(1);
  });

  it('issue nothing when they are declined', async () => {
    const { me } = await waitingForHours();
    const id = await outsideHours(me.id, 10);
    const body = { decision: 'decline', reason: 'The card has expired.' };
    expect((await call(contract.decideCreditHours, { params: { id }, body }, 'admin')).statusCode).toBe(200);
    expect(await certificatesOf(me)).toEqual([]);
  });
});

async function textOf(pdf: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  return [...document.pages()]
    .map((page) => page.getText())
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}

describe('the passport', () => {
  it('names the holder, certificates with status and address, and only hours that count', async () => {
    const { me, course } = await waitingForHours();
    await count(await outsideHours(me.id, 10.5));
    await ctx.pool.query(
      `insert into credit_hours (user_id, source, title, provider, done_on, hours, state, created_at)
       values ($1, 'outside', 'Still being read', 'x', '2026-10-04', 9, 'in_review', now())`,
      [me.id],
    );
    const [certificate] = await certificatesOf(me);
    const answer = await call(contract.downloadPassport, { ...me });
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('application/pdf'),
      'content-disposition': expect.stringMatching(
        /^attachment; filename="passport-\d{4}-\d{2}-\d{2}\.pdf"$/,
      ),
      'cache-control': 'no-store',
    });
    const text = await textOf(answer.rawPayload);
    expect(text).toContain(certificate?.course.title);
    expect(text).toContain(`/verify/${certificate?.code}`);
    expect(text).toContain('Valid');
    expect(text).toContain('First aid in the studio');
    expect(text).toContain('Hours counted');
    // 10.5 of the first aid and 6 that the certificate is worth.
    expect(text).toContain('16.5');
    expect(text).not.toContain('Still being read');
    expect(course.id).toBe(certificate?.course.id);
  });

  it.each([
    ['Ελένη', 'Παπαδοπούλου'],
    ['Александра', 'Константинопольская'],
    ['さくら', '山田'],
    ['محمد', 'الهاشمي'],
    ['נועה', 'לוי'],
  ])('prints the name %s %s', async (firstName, lastName) => {
    const me = await someone(ctx, { firstName, lastName });
    const text = await textOf((await call(contract.downloadPassport, { ...me })).rawPayload);
    expect(text).toContain(`${firstName} ${lastName}`);
  });

  it('is there with nothing in it', async () => {
    const me = await someone(ctx, { firstName: 'Nora', lastName: 'Lind' });
    const text = await textOf((await call(contract.downloadPassport, { ...me })).rawPayload);
    expect(text).toContain('Nora Lind');
    expect(text).toContain('No certificates yet.');
  });
});
