import { describe, expect, it } from 'vitest';
import { isTimeZone } from './time-zone.ts';

describe('a time zone', () => {
  it.each(['Europe/London', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'])('%s is known', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', '+02:00', 'Mars/Olympus', 'Europe/London; drop table users', 'local'])(
    '“%s” is refused',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});
