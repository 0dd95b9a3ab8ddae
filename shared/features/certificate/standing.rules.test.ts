// Every state a certificate can be in, and the sentence that is true of it.
import { describe, expect, it } from 'vitest';
import { certificateStatus } from './certificate.rules.ts';
import type { LinkedCertificate, Renewal } from './certificate.schema.ts';
import {
  expiredForStrangers,
  linkedInUrl,
  passportLabel,
  renewalQuestion,
  standingText,
  statusLabel,
  timeLeftText,
} from './standing.rules.ts';

const NEW: LinkedCertificate = { id: 8, code: 'RLV-NEW0-0002', issuedOn: '2026-10-02', status: 'valid' };

const RENEWAL: Renewal = {
  isOpen: true,
  canRenew: false,
  hours: { needed: 20, counted: 16.5 },
  course: null,
  opensOn: '2026-07-22',
  endsOn: '2026-10-20',
  newExpiresOn: '2029-10-20',
  lastDay: '2027-10-20',
};
const COURSE = { id: 3, title: 'Refresher', isCompleted: false };

const certificate = (values: Partial<Parameters<typeof standingText>[0]>) =>
  ({ status: 'valid', expiresOn: '2026-10-20', renewedAs: null, renewal: RENEWAL, ...values }) as const;

describe('the status', () => {
  const dates = {
    revokedAt: null,
    expiresAt: new Date('2026-10-21T05:00:00Z'),
    graceEndsAt: new Date('2027-10-21T05:00:00Z'),
    renewalOpensAt: new Date('2026-07-22T05:00:00Z'),
    isRenewed: false,
  };
  it.each([
    ['2026-07-22T04:59:59Z', 'valid', 'valid'],
    ['2026-07-22T05:00:00Z', 'expiring', 'valid'],
    ['2026-10-21T04:59:59Z', 'expiring', 'valid'],
    ['2026-10-21T05:00:00Z', 'grace', 'expired'],
    ['2027-10-21T05:00:00Z', 'expired', 'expired'],
  ] as const)('at %s is %s, and %s once renewed', (time, status, renewed) => {
    const now = new Date(time);
    expect(certificateStatus(dates, now)).toBe(status);
    expect(certificateStatus({ ...dates, isRenewed: true }, now)).toBe(renewed);
  });

  it('says that it was renewed', () => {
    expect(statusLabel('expired', true)).toBe('Expired, renewed');
    expect(statusLabel('grace', false)).toBe('Expired, can be renewed');
    expect(passportLabel('grace', false)).toBe('Expired');
    expect(passportLabel('valid', true)).toBe('Valid, renewed');
  });
});

describe('on its page', () => {
  it.each([
    ['revoked', { status: 'revoked' }, 'It was revoked and can’t be renewed.'],
    ['for good', { expiresOn: null, renewal: null }, 'It never expires, so there is nothing to renew.'],
    ['valid', {}, 'You can renew it from July 22, 2026. It expires on October 20, 2026.'],
    [
      'expiring',
      { status: 'expiring' },
      'It expires on October 20, 2026. You can renew as soon as this is done.',
    ],
    [
      'expiring, with two ways',
      { status: 'expiring', renewal: { ...RENEWAL, course: COURSE } },
      'It expires on October 20, 2026. You can renew as soon as one of these is done.',
    ],
    [
      'expiring, earned',
      { status: 'expiring', renewal: { ...RENEWAL, canRenew: true } },
      'It expires on October 20, 2026. You can renew it now.',
    ],
    [
      'expiring, renewed by hand',
      { status: 'expiring', renewal: { ...RENEWAL, hours: null } },
      'It expires on October 20, 2026. Your instructor or our staff renew this one by hand.',
    ],
    [
      'in grace',
      { status: 'grace', renewal: { ...RENEWAL, canRenew: true } },
      'It expired on October 20, 2026. You can still renew it until October 20, 2027. You can renew it now.',
    ],
    [
      'past grace',
      { status: 'expired' },
      'It expired on October 20, 2026, and could be renewed until October 20, 2027. If you still need it, write to us.',
    ],
    [
      'expired without grace',
      { status: 'expired', renewal: { ...RENEWAL, lastDay: '2026-10-20' } },
      'It expired on October 20, 2026 and can’t be renewed anymore. If you still need it, write to us.',
    ],
    ['renewed early', { renewedAs: NEW, renewal: null }, 'This one stays valid until October 20, 2026.'],
    [
      'expired and renewed',
      { status: 'expired', renewedAs: NEW, renewal: null },
      'It expired on October 20, 2026.',
    ],
  ] as const)('%s', (_state, values, text) => {
    expect(standingText(certificate(values))).toBe(text);
  });
});

it.each([
  [null, 'Ballet was real and was earned. It hasn’t been renewed, so today it isn’t valid.'],
  [
    'valid',
    'Ballet was real and was earned. It was renewed on October 2, 2026. Check the new number, RLV-NEW0-0002: that one is valid today.',
  ],
  [
    'expired',
    'Ballet was real and was earned. It was renewed on October 2, 2026. Check the new number, RLV-NEW0-0002: that one has expired, too.',
  ],
  [
    'revoked',
    'Ballet was real and was earned. It was renewed on October 2, 2026. Check the new number, RLV-NEW0-0002: that one was revoked.',
  ],
] as const)('strangers read of an expired one whose renewal is %s', (status, text) => {
  const renewedAs = status && { code: NEW.code, issuedAt: NEW.issuedOn, status };
  expect(expiredForStrangers({ course: 'Ballet', renewedAs })).toBe(text);
});

describe('before renewing', () => {
  it('the hours, the cost and the new date are named', () => {
    const question = renewalQuestion({ ...RENEWAL, hours: { needed: 20, counted: 21 } });
    expect(question).toContain('It takes 20 credit hours, and you have 21.');
    expect(question).toContain('Renewing costs nothing more.');
    expect(question).toContain('valid until October 20, 2029');
  });

  it('the course is named, if that earned it', () => {
    const course = { ...COURSE, isCompleted: true };
    expect(renewalQuestion({ ...RENEWAL, course })).toContain('You completed Refresher.');
  });
});

it.each([
  [90, 'in 90 days'],
  [53, 'in 53 days'],
  [1, 'tomorrow'],
  [0, 'today'],
])('%i days left are %s', (days, text) => expect(timeLeftText(days)).toBe(text));

it('fills in LinkedIn’s form', () => {
  const shown = { course: { id: 1, title: 'Ballet & Barre' }, code: 'RLV-8K2M-4T9Q', issuedOn: '2026-09-04' };
  const site = { siteName: 'Relevé', verifyUrl: 'https://releve.example/verify/RLV-8K2M-4T9Q' };
  const url = new URL(linkedInUrl({ ...shown, expiresOn: '2029-10-04' }, site));
  expect(`${url.origin}${url.pathname}`).toBe('https://www.linkedin.com/profile/add');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'Ballet & Barre',
    organizationName: 'Relevé',
    issueYear: '2026',
    issueMonth: '9',
    expirationYear: '2029',
    expirationMonth: '10',
    certUrl: 'https://releve.example/verify/RLV-8K2M-4T9Q',
    certId: 'RLV-8K2M-4T9Q',
  });
  const forGood = new URL(linkedInUrl({ ...shown, expiresOn: null }, site));
  expect(forGood.searchParams.has('expirationYear')).toBe(false);
});
