// Where each certification of a person stands, and where it lies on a line of years. Days are `2026-11-14` throughout.
import { formatCalendarDay, formatFullDay } from '#shared/dates.ts';
import { holdsToday } from '#shared/features/certificate/certificate.rules.ts';
import type { Certificate, Renewal } from '#shared/features/certificate/certificate.schema.ts';
import { pluralHours } from '#shared/features/credit/credit.rules.ts';
import type { Enrollment } from '#shared/features/learning/learning.schema.ts';

export type Certification = {
  courseId: number;
  title: string;
  /** The latest cycle; null while it isn't earned. */
  certificate: Certificate | null;
  /** Every cycle, the first one first. */
  cycles: readonly Certificate[];
  enrollment: Enrollment | null;
};

/** One per course: what is held or was, the newest first, then what is on the way. */
export function listCertifications(
  certificates: readonly Certificate[],
  enrollments: readonly Enrollment[],
): Certification[] {
  const byCourse = Map.groupBy(certificates, ({ course }) => course.id);
  const enrollmentOf = (courseId: number) => enrollments.find((each) => each.courseId === courseId) ?? null;
  const held = [...byCourse].map(([courseId, found]) => {
    const cycles = found.toSorted((a, b) => a.cycle - b.cycle);
    const certificate = cycles.at(-1) ?? null;
    const title = certificate?.course.title ?? '';
    return { courseId, title, certificate, cycles, enrollment: enrollmentOf(courseId) };
  });
  const onTheWay = enrollments
    .filter(
      ({ kind, courseId, hasAccess }) => kind === 'certification' && hasAccess && !byCourse.has(courseId),
    )
    .map((enrollment) => {
      const { courseId, title } = enrollment;
      return { courseId, title, certificate: null, cycles: [], enrollment };
    });
  return [...held, ...onTheWay];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const yearOf = (day: string) => Number(day.slice(0, 4));

/** Today where the reader is. */
export function localDay(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export const daysUntil = (day: string, today: string): number =>
  Math.round((timeOf(day) - timeOf(today)) / DAY_MS);

/** `Nov 14, 2026` */
export const formatShortDate = (day: string): string => `${formatCalendarDay(day)}, ${day.slice(0, 4)}`;

/** `January 9`, with the year if it is more than ten months away. */
export function formatDeadline(day: string, today: string): string {
  const full = formatFullDay(day);
  return Math.abs(daysUntil(day, today)) < 300 ? full.replace(/, \d+$/, '') : full;
}

const YEARS_BEFORE = 4;
const YEARS_AFTER = 5;

export type Axis = {
  years: { year: number; at: number; isNearToday: boolean; isNearTodayOnPhone: boolean }[];
  today: number;
  /** Percent from the left, never outside the line. */
  at(day: string): number;
};

/** Whole years around everything that is held, and around today. */
export function timelineAxis(certifications: readonly Certification[], today: string): Axis {
  const thisYear = yearOf(today);
  const all = certifications.flatMap(({ cycles }) => cycles);
  const first = Math.min(thisYear - 1, ...all.map(({ issuedOn }) => yearOf(issuedOn)));
  const last = Math.max(
    thisYear + 1,
    ...all.flatMap(({ expiresOn }) => (expiresOn ? [yearOf(expiresOn)] : [])),
  );
  const from = Math.max(first, thisYear - YEARS_BEFORE);
  const to = Math.min(last, thisYear + YEARS_AFTER) + 1;
  const [start, end] = [timeOf(`${from}-01-01`), timeOf(`${to}-01-01`)];
  const at = (day: string) => Math.min(100, Math.max(0, ((timeOf(day) - start) / (end - start)) * 100));
  const now = at(today);
  const years = Array.from({ length: to - from }, (_, index) => {
    const year = from + index;
    const left = at(`${year}-01-01`);
    return {
      year,
      at: left,
      // A year's label starts at its line; “Today” is centered on its own.
      isNearToday: left > now - 9 && left < now + 5,
      isNearTodayOnPhone: left > now - 17 && left < now + 9,
    };
  });
  return { years, today: now, at };
}

/** earlier: a cycle that was renewed · soon: what is left of one that expires · ended: it no longer holds. */
export type Bar = { from: number; to: number; tone: 'held' | 'earlier' | 'soon' | 'ended' };

export function barsOf({ cycles }: Certification, axis: Axis, today: string): Bar[] {
  return cycles.flatMap((cycle, index): Bar[] => {
    const next = cycles[index + 1];
    const from = axis.at(cycle.issuedOn);
    const to = cycle.expiresOn ? axis.at(cycle.expiresOn) : 100;
    if (next) {
      const end = Math.min(to, axis.at(next.issuedOn));
      const tone = cycle.status === 'revoked' ? 'ended' : 'earlier';
      return [{ from, to: Math.max(end, from), tone }];
    }
    if (!holdsToday(cycle.status)) return [{ from, to, tone: 'ended' }];
    if (cycle.status === 'valid') return [{ from, to, tone: 'held' }];
    const now = Math.max(from, axis.at(today));
    return [
      { from, to: now, tone: 'held' },
      { from: now, to, tone: 'soon' },
    ];
  });
}

/** `3 years`, `7 months`, `53 days` */
export function formatTimeLeft(day: string, today: string): string {
  const days = daysUntil(day, today);
  const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? '' : 's'}`;
  if (days < 92) return count(days, 'day');
  const months = Math.round(days / 30.44);
  return months < 23 ? count(months, 'month') : count(Math.round(days / 365.25), 'year');
}

/** Those that can be renewed now, the most urgent first. */
export function listDue(certificates: readonly Certificate[]): Certificate[] {
  return certificates
    .filter(({ status }) => status === 'expiring' || status === 'grace')
    .toSorted((a, b) => (a.expiresOn ?? '').localeCompare(b.expiresOn ?? ''));
}

/** “53 days left, until January 9” */
export function deadlineText({ status, expiresOn }: Certificate, today: string): string {
  if (!expiresOn) return '';
  const day = formatDeadline(expiresOn, today);
  if (status === 'grace') return `Expired on ${day}. You can still renew it.`;
  return expiresOn <= today ? 'Ends today' : `${formatTimeLeft(expiresOn, today)} left, until ${day}`;
}

const NUMBERS = ['No certificates', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
const numberWord = (count: number) => NUMBERS[count] ?? String(count);

/** What the next renewal asks for, if its hours decide. */
type Next = { expiresOn: string; renewal: Renewal | null } | null;

/** “Two to your name, one on the way. The next date to keep is January 9, and you’re 3.5 hours short of it.” */
export function leadText(certifications: readonly Certification[], next: Next, today: string): string {
  const held = certifications.filter(
    ({ certificate }) => certificate && holdsToday(certificate.status),
  ).length;
  const coming = certifications.filter(({ certificate }) => !certificate).length;
  const first =
    held === 0
      ? coming === 0
        ? 'Nothing is valid at the moment.'
        : `${numberWord(coming)} on the way.`
      : `${numberWord(held)} to your name${coming > 0 ? `, ${numberWord(coming).toLowerCase()} on the way` : ''}.`;
  if (!next) return first;
  const { hours, canRenew } = next.renewal ?? {};
  const short = hours ? hours.needed - hours.counted : 0;
  const end = canRenew
    ? ', and you can renew it now'
    : short > 0
      ? `, and you’re ${pluralHours(short)} short of it`
      : '';
  const isPast = daysUntil(next.expiresOn, today) < 0;
  const date = formatDeadline(next.expiresOn, today);
  return isPast
    ? `${first} One expired on ${date}, and you can still renew it.`
    : `${first} The next date to keep is ${date}${end}.`;
}
