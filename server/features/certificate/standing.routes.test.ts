// Every state of a certificate × every place that speaks of it: the public check, its page, the passport, emails.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { afterAll, expect, it } from 'vitest';
import * as contract from '#shared/features/certificate/certificate.contract.ts';
import type {
  CertificateDetail,
  VerifiedCertificate,
} from '#shared/features/certificate/certificate.schema.ts';
import { downloadPassport } from '#shared/features/certificate/passport.contract.ts';
import { expiredForStrangers, standingText } from '#shared/features/certificate/standing.rules.ts';
import { certificateTools } from '../../../tests/server/certificate-tools.ts';
import type { Person } from '../../../tests/server/resource-tools.ts';
import { mailsTo } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { sendCertificateRemindersJob } from './certificate.jobs.ts';

const { ctx, call } = await testApp();
const { certified, rule, today, verify } = certificateTools({ ctx, call });
const START = ctx.clock.now();
const at = (time: string) => ctx.clock.set(new Date(time));
afterAll(() => ctx.clock.set(START));

async function passportText(person: Person): Promise<string> {
  const pdf = (await call(downloadPassport, { ...(await today(person)) })).rawPayload;
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const text = [...document.pages()].map((page) => page.getText()).join('\n');
  document.destroy();
  library.destroy();
  return text.replace(/\s+/gu, ' ');
}

/** Issued in Chicago on November 14, 2026; the last day is November 14, 2029; six hours of credit renew it. */
async function held(validMonths: number | null = 36) {
  at('2026-11-14T18:00:00Z');
  const found = await certified({ validMonths }, { timeZone: 'America/Chicago' });
  await rule(found.course.id, { renewalHours: 6 });
  await ctx.pool.query(
    `insert into credit_hours (user_id, source, title, done_on, hours, state, decided_at, created_at)
     values ($1, 'outside', 'Workshop', '2028-05-01', 6, 'counted', '2028-05-01', '2028-05-01')`,
    [found.me.id],
  );
  return found;
}

const renew = async ({ me, certificate }: Awaited<ReturnType<typeof held>>) =>
  (await call(contract.renewCertificate, { params: { id: certificate.id }, ...(await today(me)) })).json<{
    id: number;
    code: string;
  }>();

type State = {
  validMonths?: number | null;
  /** When it is renewed or revoked, if it is. */
  renewedAt?: string;
  revokedAt?: string;
  now: string;
  status: string;
  verified: string;
  standing: string;
  passport: string;
  /** Subjects of reminders that go out at that moment. */
  reminded: string[];
};

const IN_90 = (left: string) => [`Your certificate expires ${left}: `];
const UNTIL = 'November 14, 2029';

const STATES: Record<string, State> = {
  'never expires': {
    validMonths: null,
    now: '2035-01-01T12:00:00Z',
    status: 'valid',
    verified: 'valid',
    standing: 'It never expires, so there is nothing to renew.',
    passport: 'does not expire',
    reminded: [],
  },
  'valid, on the evening before it can be renewed': {
    now: '2029-08-16T04:59:00Z',
    status: 'valid',
    verified: 'valid',
    standing: `You can renew it from August 16, 2029. It expires on ${UNTIL}.`,
    passport: 'Valid',
    reminded: [],
  },
  'expiring, 90 days before': {
    now: '2029-08-16T05:00:00Z',
    status: 'expiring',
    verified: 'valid',
    standing: `It expires on ${UNTIL}. You can renew it now.`,
    passport: 'Valid',
    reminded: IN_90('in 90 days'),
  },
  'expiring, 53 days before': {
    now: '2029-09-22T12:00:00Z',
    status: 'expiring',
    verified: 'valid',
    standing: `It expires on ${UNTIL}. You can renew it now.`,
    passport: 'Valid',
    reminded: IN_90('in 53 days'),
  },
  'expiring, the day before': {
    now: '2029-11-13T23:00:00Z',
    status: 'expiring',
    verified: 'valid',
    standing: `It expires on ${UNTIL}. You can renew it now.`,
    passport: 'Valid',
    reminded: IN_90('tomorrow'),
  },
  'expiring, on its last evening': {
    now: '2029-11-15T05:00:00Z',
    status: 'expiring',
    verified: 'valid',
    standing: `It expires on ${UNTIL}. You can renew it now.`,
    passport: 'Valid',
    reminded: IN_90('today'),
  },
  'in grace': {
    now: '2029-11-15T06:00:00Z',
    status: 'grace',
    verified: 'It hasn’t been renewed, so today it isn’t valid.',
    standing: `It expired on ${UNTIL}. You can still renew it until November 14, 2030. You can renew it now.`,
    passport: 'Expired',
    reminded: [],
  },
  'past grace': {
    now: '2030-11-15T06:00:00Z',
    status: 'expired',
    verified: 'It hasn’t been renewed, so today it isn’t valid.',
    standing: `It expired on ${UNTIL}, and could be renewed until November 14, 2030. If you still need it, write to us.`,
    passport: 'Expired',
    reminded: [],
  },
  'renewed, still valid': {
    renewedAt: '2029-09-22T12:00:00Z',
    now: '2029-10-20T12:00:00Z',
    status: 'valid',
    verified: 'valid',
    standing: `This one stays valid until ${UNTIL}.`,
    passport: 'Valid, renewed',
    reminded: [],
  },
  'expired and renewed': {
    renewedAt: '2029-09-22T12:00:00Z',
    now: '2029-11-19T12:00:00Z',
    status: 'expired',
    verified: 'It was renewed on September 22, 2029. Check the new number, {new}: that one is valid today.',
    standing: `It expired on ${UNTIL}.`,
    passport: 'Expired, renewed',
    reminded: [],
  },
  revoked: {
    revokedAt: '2029-09-01T12:00:00Z',
    now: '2029-09-22T12:00:00Z',
    status: 'revoked',
    verified: 'revoked',
    standing: 'It was revoked and can’t be renewed.',
    passport: 'Revoked',
    reminded: [],
  },
};

it.each(Object.entries(STATES))('%s: every place says the same', async (_state, state) => {
  const found = await held(state.validMonths);
  const { me, certificate } = found;
  let next: { id: number; code: string } | null = null;
  if (state.renewedAt) {
    at(state.renewedAt);
    next = await renew(found);
  }
  if (state.revokedAt) {
    at(state.revokedAt);
    const body = { reason: 'The video was recorded by someone else.' };
    await call(contract.revokeCertificate, { params: { id: certificate.id }, body }, 'admin');
  }
  at(state.now);

  const checked = (await verify(certificate.code)).json<VerifiedCertificate>();
  const told = checked.status === 'expired' ? expiredForStrangers(checked) : checked.status;
  expect(told).toContain(state.verified.replace('{new}', next?.code ?? ''));

  const seen = await call(contract.getCertificate, { params: { id: certificate.id }, ...(await today(me)) });
  const page = seen.json<CertificateDetail>();
  expect(page.status).toBe(state.status);
  expect(standingText(page)).toBe(state.standing);

  const passport = await passportText(me);
  expect(passport).toContain(state.passport);
  if (!next) expect(passport).not.toContain('enewed on');

  await sendCertificateRemindersJob.run(ctx, {});
  const reminders = (await mailsTo(ctx, me.username)).filter(({ subject }) => subject.includes(' expires '));
  expect(reminders.map(({ subject }) => subject.replace(/(?<=: ).*/, ''))).toEqual(state.reminded);
  for (const { text } of reminders) expect(text).toContain(`${certificate.code} for`);

  if (!next) return;
  // Each names the other, everywhere.
  expect(checked.renewedAs).toEqual({ code: next.code, issuedAt: '2029-09-22', status: 'valid' });
  expect(page.renewedAs).toMatchObject({ id: next.id, code: next.code });
  expect((await verify(next.code)).json()).toMatchObject({
    renews: { code: certificate.code },
    renewedAs: null,
  });
  const newPage = await call(contract.getCertificate, { params: { id: next.id }, ...(await today(me)) });
  expect(newPage.json()).toMatchObject({ renews: { id: certificate.id, code: certificate.code } });
  expect(passport).toContain(`Renewed on September 22, 2029 as number ${next.code}.`);
  expect(passport).toContain(`Renews number ${certificate.code}.`);
  const mail = (await mailsTo(ctx, me.username)).find(({ subject }) => subject.startsWith('Renewed: '));
  expect(mail?.text).toContain(`Its number is ${next.code}; it renews number ${certificate.code}.`);
  const issued = await call(contract.listIssuedCertificates, { query: { q: certificate.code } }, 'admin');
  expect(issued.json()).toMatchObject({ items: [{ status: state.status, isRenewed: true }] });
});

it('a new certificate after a revoked one renews nothing', async () => {
  const { me, course, certificate } = await held();
  const body = { reason: 'The video was recorded by someone else.' };
  await call(contract.revokeCertificate, { params: { id: certificate.id }, body }, 'admin');
  const given = await call(
    contract.issueCertificate,
    { body: { courseId: course.id, user: me.username } },
    'admin',
  );
  expect(given.json()).toMatchObject({ cycle: 2, renews: null });
  expect((await verify(certificate.code)).json()).toMatchObject({ status: 'revoked', renewedAs: null });
  expect((await mailsTo(ctx, me.username)).at(-1)?.subject).toMatch(/^Your certificate: /);
});

it('its page says what renewing it today brings', async () => {
  const { me, certificate } = await held();
  at('2030-03-01T12:00:00Z');
  const page = await call(contract.getCertificate, { params: { id: certificate.id }, ...(await today(me)) });
  expect(page.json()).toMatchObject({
    renewal: { canRenew: true, opensOn: '2029-08-16', newExpiresOn: '2033-03-01', lastDay: '2030-11-14' },
  });
});
