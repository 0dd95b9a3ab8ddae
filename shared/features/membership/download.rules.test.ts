import { describe, expect, it } from 'vitest';
import { describeDownloads, downloadMonth, formatResetDay } from './download.rules.ts';

describe('the downloads of a month', () => {
  it('change at midnight UTC, also at the end of a year', () => {
    expect(downloadMonth(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11-01');
    expect(downloadMonth(new Date('2026-12-01T00:00:00Z'))).toBe('2026-12-01');
    expect(downloadMonth(new Date('2026-12-31T12:00:00Z'), 1)).toBe('2027-01-01');
    expect(formatResetDay('2026-12-01')).toBe('December 1');
  });

  it('are described', () => {
    const resetsOn = '2026-12-01';
    expect(describeDownloads({ limit: 10, used: 7, left: 3, resetsOn })).toBe(
      '3 of 10 downloads left this month. They reset on December 1.',
    );
    expect(describeDownloads({ limit: 10, used: 10, left: 0, resetsOn })).toBe(
      'All 10 downloads of this month are used. They reset on December 1.',
    );
    expect(describeDownloads({ limit: null, used: 70, left: null, resetsOn })).toBe(
      'Downloads without a limit.',
    );
    expect(describeDownloads({ limit: 0, used: 0, left: 0, resetsOn })).toBe('No downloads included.');
  });
});
