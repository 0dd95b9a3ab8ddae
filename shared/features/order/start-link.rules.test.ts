import { describe, expect, it } from 'vitest';
import { givesCourse, guestEmailHelp } from './start-link.rules.ts';

const line = (...gives: string[]) => ({ details: { gives } });

describe('what a guest reads before paying', () => {
  it.each([
    [[line('resource')], false, 'Your receipt and the link to your files go here.'],
    [[line('course')], true, 'Your receipt and the link that starts your course go here.'],
    [
      [line('resource', 'course')],
      true,
      'Your receipt, the link to your files, and the link that starts your course go here.',
    ],
    [[line('booking')], false, 'Your receipt goes here.'],
  ])('%j: names files and courses only if they are in it', (lines, hasCourse, help) => {
    expect(givesCourse(lines)).toBe(hasCourse);
    expect(guestEmailHelp(lines)).toBe(help);
  });
});
