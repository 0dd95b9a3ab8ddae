import { describe, expect, it } from 'vitest';
import type { Certificate } from '#shared/features/certificate/certificate.schema.ts';
import type { Enrollment } from '#shared/features/learning/learning.schema.ts';
import {
  barsOf,
  daysUntil,
  deadlineText,
  formatDeadline,
  formatTimeLeft,
  leadText,
  listCertifications,
  listDue,
  localDay,
  timelineAxis,
} from './timeline.ts';

const TODAY = '2026-11-17';

const certificate = (values: Partial<Certificate> & { courseId?: number }): Certificate => ({
  id: 1,
  code: 'RLV-8K2M-4T9Q',
  course: { id: values.courseId ?? 1, title: `Course ${values.courseId ?? 1}` },
  cycle: 1,
  holderName: 'Mara',
  creditHours: null,
  issuedOn: '2026-11-14',
  expiresOn: '2029-11-14',
  status: 'valid',
  revokedReason: null,
  renews: null,
  renewedAs: null,
  ...values,
});

const enrollment = (values: Partial<Enrollment>): Enrollment => ({
  id: 1,
  courseId: 9,
  title: 'Tap for Mixed Ages',
  shortName: 'TAP-CERT',
  kind: 'certification',
  imageUrl: '',
  instructor: 'Odile',
  state: 'active',
  createdAt: '2026-10-01T00:00:00Z',
  prerequisites: [],
  hasAccess: true,
  progress: 50,
  completedCount: 12,
  itemCount: 24,
  lastSeenAt: null,
  completedAt: null,
  nextLesson: null,
  ...values,
});

const floorwork = certificate({
  courseId: 2,
  issuedOn: '2024-01-09',
  expiresOn: '2027-01-09',
  status: 'expiring',
});

describe('certifications', () => {
  it('are one per course, with all its cycles, and those on the way last', () => {
    const cycles = [certificate({ id: 5, cycle: 2 }), certificate({ id: 3, cycle: 1 })];
    const found = listCertifications(
      [...cycles, floorwork],
      [
        enrollment({ courseId: 1 }),
        enrollment({}),
        enrollment({ courseId: 10, kind: 'course' }),
        enrollment({ courseId: 11, hasAccess: false }),
      ],
    );
    expect(found.map(({ courseId, certificate: latest }) => [courseId, latest?.id])).toEqual([
      [1, 5],
      [2, 1],
      [9, undefined],
    ]);
    expect(found[0]?.cycles.map(({ cycle }) => cycle)).toEqual([1, 2]);
  });
});

describe('the line of years', () => {
  const certifications = listCertifications([certificate({}), floorwork], []);
  const axis = timelineAxis(certifications, TODAY);

  it('spans what is held, and hides the year that “Today” would cover', () => {
    expect(axis.years.map(({ year }) => year)).toEqual([2024, 2025, 2026, 2027, 2028, 2029]);
    expect(axis.years.filter(({ isNearToday }) => isNearToday).map(({ year }) => year)).toEqual([2027]);
    expect(Math.round(axis.today)).toBe(48);
  });

  it('shows what is left of an expiring one', () => {
    const [, expiring] = certifications;
    const bars = expiring ? barsOf(expiring, axis, TODAY) : [];
    expect(bars.map(({ tone }) => tone)).toEqual(['held', 'soon']);
    expect(bars[0]?.to).toBe(axis.today);
    expect(Math.round(bars[1]?.to ?? 0)).toBe(50);
  });

  it('stays readable over many years', () => {
    const old = certificate({ issuedOn: '2009-01-01', expiresOn: '2040-01-01' });
    const long = timelineAxis(listCertifications([old], []), TODAY);
    expect([long.years[0]?.year, long.years.at(-1)?.year]).toEqual([2022, 2031]);
    expect([long.at('2009-01-01'), long.at('2040-01-01')]).toEqual([0, 100]);
  });

  it('has a few years around today with nothing on it', () => {
    expect(timelineAxis([], TODAY).years.map(({ year }) => year)).toEqual([2025, 2026, 2027]);
  });
});

describe('words', () => {
  it.each([
    ['2027-01-09', '53 days'],
    ['2026-11-18', '1 day'],
    ['2027-06-17', '7 months'],
    ['2029-11-14', '3 years'],
  ])('%s is %s away', (day, left) => expect(formatTimeLeft(day, TODAY)).toBe(left));

  it('name a date without the year where that is clear', () => {
    expect(formatDeadline('2027-01-09', TODAY)).toBe('January 9');
    expect(formatDeadline('2029-11-14', TODAY)).toBe('November 14, 2029');
    expect(daysUntil('2026-11-16', TODAY)).toBe(-1);
    expect(localDay(new Date(2026, 0, 5, 23, 30))).toBe('2026-01-05');
  });

  it('say on the dashboard what expires, the most urgent first, and nothing of the others', () => {
    const lapsed = certificate({ id: 3, status: 'grace', expiresOn: '2026-10-20' });
    const others = [certificate({}), certificate({ status: 'expired', expiresOn: '2020-01-01' })];
    const due = listDue([...others, floorwork, lapsed]);
    expect(due).toEqual([lapsed, floorwork]);
    expect(due.map((one) => deadlineText(one, TODAY))).toEqual([
      'Expired on October 20. You can still renew it.',
      '53 days left, until January 9',
    ]);
    expect(deadlineText(floorwork, '2027-01-09')).toBe('Ends today');
  });

  it('sum it up', () => {
    const all = listCertifications([certificate({}), floorwork], [enrollment({})]);
    const renewal = {
      isOpen: true,
      canRenew: false,
      course: null,
      opensOn: '2026-10-11',
      endsOn: '2027-01-09',
      newExpiresOn: '2030-01-09',
      lastDay: '2028-01-09',
    };
    const short = { ...renewal, hours: { needed: 20, counted: 16.5 } };
    const next = { expiresOn: '2027-01-09', renewal: short };
    expect(leadText(all, next, TODAY)).toBe(
      'Two to your name, one on the way. The next date to keep is January 9, and you’re 3.5 hours short of it.',
    );
    expect(leadText(all, { ...next, renewal: { ...short, canRenew: true } }, TODAY)).toContain(
      'renew it now',
    );
    expect(leadText(listCertifications([], [enrollment({})]), null, TODAY)).toBe('One on the way.');
    const lapsed = certificate({ status: 'grace', expiresOn: '2026-10-01' });
    expect(leadText(listCertifications([lapsed], []), { ...next, expiresOn: '2026-10-01' }, TODAY)).toBe(
      'Nothing is valid at the moment. One expired on October 1, and you can still renew it.',
    );
  });
});
