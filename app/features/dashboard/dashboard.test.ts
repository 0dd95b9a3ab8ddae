// The small rules behind the dashboards.
import { describe, expect, it } from 'vitest';
import type { ContractOutput } from '#shared/contract.ts';
import type { getProfile } from '#shared/features/profile/profile.contract.ts';
import { formatDayOfGreeting, greetingFor } from '#app/lib/greeting.ts';
import { setupSteps } from './setup-list.tsx';
import { bestDay, trendOf } from '#app/lib/trend.ts';

type Profile = ContractOutput<typeof getProfile>;

describe('the greeting', () => {
  it.each([
    [4, 'Good evening'],
    [5, 'Good morning'],
    [11, 'Good morning'],
    [12, 'Good afternoon'],
    [17, 'Good afternoon'],
    [18, 'Good evening'],
    [23, 'Good evening'],
  ])('at %i o’clock is %s', (hour, words) => {
    expect(greetingFor('', new Date(2026, 10, 15, hour))).toBe(words);
  });

  it('uses the first name', () => {
    expect(greetingFor('Nell', new Date(2026, 10, 15, 9))).toBe('Good morning, Nell');
  });

  it('formats the day', () => {
    expect(formatDayOfGreeting(new Date(2026, 10, 15, 9))).toBe('Sunday, November 15');
  });
});

describe('a trend', () => {
  it.each([
    [118, 100, '+18%'],
    [50, 100, '−50%'],
    [1001, 1000, '+1%'],
    [3, 2, '+1'],
    [0, 4, '−4'],
    [7, 0, '+7'],
    [5, 5, ''],
    [0, 0, ''],
  ])('of %i after %i is %s', (total, before, change) => {
    expect(trendOf(total, before, 30).change).toBe(change);
  });

  it('names the days it compares with', () => {
    expect(trendOf(2, 1, 7)).toMatchObject({ isUp: true, text: 'vs. the previous 7 days' });
    expect(trendOf(1, 1, 7).text).toBe('same as the previous 7 days');
  });
});

it('the best day is the first of several equal ones, and undefined without any sign-ups', () => {
  const series = (...values: number[]) => values.map((value, at) => ({ day: `2026-11-0${at + 1}`, value }));
  expect(bestDay(series(1, 4, 2, 4))).toBe(1);
  expect(bestDay(series(0, 0))).toBeUndefined();
  expect(bestDay([])).toBeUndefined();
});

describe('setup steps', () => {
  const profile: Profile = {
    id: 1,
    username: 'nell',
    firstName: 'Nell',
    lastName: 'Abara',
    profileImageUrl: null,
    bio: ' ',
    danceStyles: [],
    links: [],
    isInstructor: false,
    isSeller: false,
    storeId: null,
    memberSince: '2026-11-01T00:00:00Z',
    email: 'nell@example.org',
    isEmailVerified: false,
    certifications: [],
    timeZone: null,
    isMinor: false,
    pendingEmail: null,
    roles: ['user'],
  };
  const off = { isOn: false, isRequired: false, recoveryCodesLeft: 0 };

  it('are all open at first', () => {
    expect(setupSteps(profile, off).map(({ isDone }) => isDone)).toEqual([false, false, false, false, false]);
  });

  it('are all done in the end', () => {
    const whole: Profile = {
      ...profile,
      isEmailVerified: true,
      profileImageUrl: '/uploads/x.webp',
      bio: 'I teach tap.',
      danceStyles: ['Tap'],
    };
    expect(setupSteps(whole, { ...off, isOn: true }).every(({ isDone }) => isDone)).toBe(true);
  });
});
